import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CLEARABLE_STATES,
  FINAL_ORDER_STATES,
  LIVE_ORDER_STATES,
  ORDER_LIFE_STATES,
  ORDER_TRANSITIONS,
  type OrderFacts,
  type OrderLifeState,
  type OrderTransition,
  orderState,
  PURCHASE_STATES,
  RELEASES,
  type Release,
  refundState,
  serviceStatus,
  TIME_LINE_STEPS,
  type TimeLineStepName,
  type Transition,
  timeLine,
} from './states.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-03-01T00:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)

/** What each transition leads from and to, and for which releases: the whole table, spelled out once more by hand. */
const EXPECTED: Record<OrderTransition, [OrderLifeState[], OrderLifeState | null, Release[]?]> = {
  pay: [['to-be-paid'], 'paid'],
  cancel: [['to-be-paid'], 'closed'],
  expire: [['to-be-paid'], 'closed'],
  'fail-payment': [['to-be-paid'], 'closed'],
  begin: [['paid'], 'serving', ['linear', 'on-accept']],
  'fail-service': [['paid'], 'refunding'],
  'pay-late': [['closed'], 'refunding'],
  refund: [['refunding'], 'refunded'],
  deliver: [['serving'], 'delivered', ['on-accept']],
  provide: [['paid'], 'delivered', ['at-end']],
  accept: [['delivered'], 'ended', ['on-accept']],
  pass: [['delivered'], 'ended', ['at-end']],
  end: [['serving'], 'ended', ['linear']],
  'refund-part': [['paid', 'serving', 'delivered', 'ended'], null],
  'refund-all': [['serving', 'delivered', 'ended'], 'refunding'],
  finish: [['ended'], 'finished'],
}
const TABLE: Transition[] = Object.values(ORDER_TRANSITIONS)

describe('the life of an order', () => {
  it('has exactly the transitions of the table', () => {
    const table = Object.entries<Transition>(ORDER_TRANSITIONS).map(([name, t]) => [
      name,
      [t.from, t.to, ...(t.releases ? [t.releases] : [])],
    ])
    expect(Object.fromEntries(table)).toEqual(EXPECTED)
  })

  it('writes a close reason when it closes and at no other time', () => {
    for (const t of Object.values(ORDER_TRANSITIONS)) expect('closeReason' in t).toBe(t.to === 'closed')
  })

  it('reaches every state from the first, never returns to a live one from outside, and stops in the final ones', () => {
    const next = (state: OrderLifeState) => TABLE.filter((t) => t.to !== null && t.from.includes(state))
    const reached = new Set<OrderLifeState>(['to-be-paid'])
    for (const state of reached) for (const t of next(state)) if (t.to) reached.add(t.to)
    expect([...reached].sort()).toEqual([...ORDER_LIFE_STATES].sort())
    const live: readonly OrderLifeState[] = LIVE_ORDER_STATES
    for (const t of TABLE) if (t.to && !t.from.some((state) => live.includes(state))) expect(live).not.toContain(t.to)
    for (const state of ORDER_LIFE_STATES)
      expect(next(state).length === 0).toBe((FINAL_ORDER_STATES as readonly string[]).includes(state))
  })

  it.each<[Release, string[]]>([
    ['linear', ['paid', 'serving', 'ended', 'finished']],
    ['on-accept', ['paid', 'serving', 'delivered', 'ended', 'finished']],
    ['at-end', ['paid', 'delivered', 'ended', 'finished']],
  ])('passes its own states when it is %s', (release, states) => {
    const passed = new Set<OrderLifeState>(['paid'])
    const isOwn = (t: Transition) => t.releases === undefined || t.releases.includes(release)
    for (const state of passed)
      for (const t of TABLE) if (t.to && t.to !== 'refunding' && isOwn(t) && t.from.includes(state)) passed.add(t.to)
    expect([...passed]).toEqual(states)
    for (const state of CLEARABLE_STATES[release]) expect(states).toContain(state)
  })
})

describe('an order on the wire', () => {
  it.each<[OrderLifeState, OrderFacts['closeReason'], string, number | null, string | null]>([
    ['to-be-paid', null, 'ToBePaid', null, null],
    ['paid', null, 'PaymentSuccessful', 0, null],
    ['serving', null, 'PaymentSuccessful', 1, null],
    ['delivered', null, 'PaymentSuccessful', 2, null],
    ['ended', null, 'PaymentSuccessful', 2, null],
    ['finished', null, 'PaymentSuccessful', 3, null],
    ['closed', 'cancelled', 'PaymentFailed', null, null],
    ['closed', 'expired', 'PaymentFailed', null, null],
    ['closed', 'failed', 'PaymentFailed', null, null],
    ['refunding', null, 'PaymentSuccessful', null, 'Refunding'],
    ['refunded', null, 'PaymentSuccessful', null, 'PaymentSuccessful'],
    ['refunding', 'expired', 'PaymentFailed', null, 'Refunding'],
    ['refunded', 'expired', 'PaymentFailed', null, 'PaymentSuccessful'],
  ])('shows %s (%s) as %s, service %s, refund %s', (state, closeReason, wire, service, refund) => {
    expect(orderState({ state, closeReason })).toBe(wire)
    expect(serviceStatus(state)).toBe(service)
    const refundedFen = state === 'refunding' || state === 'refunded' ? 5n : 0n
    expect(refundState({ refundedFen, returnedFen: state === 'refunded' ? 5n : 0n })).toBe(refund)
  })

  it.each<[bigint, bigint, string | null]>([
    [0n, 0n, null],
    [3n, 0n, 'Refunding'],
    [3n, 2n, 'Refunding'],
    [3n, 3n, 'PaymentSuccessful'],
  ])('shows %d fen refunded, %d of them back, as %s', (refundedFen, returnedFen, shown) => {
    expect(refundState({ refundedFen, returnedFen })).toBe(shown)
  })

  it('gives every purchase a service status and no other order', () => {
    for (const state of ORDER_LIFE_STATES)
      expect(serviceStatus(state) !== null).toBe((PURCHASE_STATES as readonly string[]).includes(state))
  })
})

describe('the time line', () => {
  const past = (...steps: TimeLineStepName[]) => steps.map((step, i) => ({ step, at: after(i * 1000) }))
  const line = (facts: OrderFacts & { release?: Release }, ...steps: TimeLineStepName[]) =>
    timeLine({ release: 'linear', ...facts, plannedEnd: after(DAY_MS) }, past(...steps)).map(
      (e) => `${e.step} ${e.state}`,
    )

  it('shows what happened, where it stands and what usually follows', () => {
    expect(line({ state: 'to-be-paid', closeReason: null }, 'created')).toEqual([
      'created now',
      'paid next',
      'provisioning next',
      'serving next',
      'ended next',
      'finished next',
    ])
    expect(
      line({ state: 'serving', closeReason: null }, 'created', 'paid', 'provisioning', 'serving', 'cleared', 'cleared'),
    ).toEqual([
      'created done',
      'paid done',
      'provisioning done',
      'serving now',
      'cleared done',
      'ended next',
      'finished next',
    ])
  })

  it('follows the way of its release, and a part that goes back is no standing', () => {
    expect(
      line(
        { release: 'on-accept', state: 'delivered', closeReason: null },
        'created',
        'paid',
        'serving',
        'delivered',
        'refunded-part',
      ),
    ).toEqual([
      'created done',
      'paid done',
      'serving done',
      'delivered now',
      'refunded-part done',
      'accepted next',
      'finished next',
    ])
    expect(line({ release: 'at-end', state: 'paid', closeReason: null }, 'created', 'paid')).toEqual([
      'created done',
      'paid now',
      'delivered next',
      'ended next',
      'finished next',
    ])
  })

  it('ends with the close, the refund or the finish', () => {
    expect(line({ state: 'closed', closeReason: 'expired' }, 'created', 'closed')).toEqual([
      'created done',
      'closed done',
    ])
    expect(line({ state: 'refunding', closeReason: null }, 'created', 'paid', 'provisioning', 'refunding')).toEqual([
      'created done',
      'paid done',
      'provisioning done',
      'refunding now',
      'refunded next',
    ])
    expect(line({ state: 'refunded', closeReason: 'expired' }, 'created', 'closed', 'refunding', 'refunded')).toEqual([
      'created done',
      'closed done',
      'refunding done',
      'refunded done',
    ])
    expect(line({ state: 'finished', closeReason: null }, 'created', 'paid', 'finished').at(-1)).toBe('finished done')
  })

  it('has at most one present step, puts next steps last and plans the end of a running service', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ORDER_LIFE_STATES),
        fc.constantFrom(...RELEASES),
        fc.subarray([...TIME_LINE_STEPS], { minLength: 1 }),
        (state, release, steps) => {
          const closeReason = state === 'closed' ? ('expired' as const) : null
          const facts = { state, closeReason, release, plannedEnd: after(5) }
          const entries = timeLine(facts, past(...steps))
          expect(entries.filter((e) => e.state === 'now').length).toBeLessThanOrEqual(1)
          const firstNext = entries.findIndex((e) => e.state === 'next')
          if (firstNext >= 0) expect(entries.slice(firstNext).every((e) => e.state === 'next')).toBe(true)
          for (const e of entries) if (e.state === 'next') expect(e.at).toEqual(e.step === 'ended' ? after(5) : null)
        },
      ),
    )
  })
})
