import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FINAL_ORDER_STATES,
  LIVE_ORDER_STATES,
  ORDER_LIFE_STATES,
  ORDER_TRANSITIONS,
  type OrderFacts,
  type OrderLifeState,
  type OrderTransition,
  orderState,
  PURCHASE_STATES,
  refundState,
  serviceStatus,
  TIME_LINE_STEPS,
  type TimeLineStepName,
  timeLine,
} from './order-states.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-03-01T00:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)

/** Which of the states each transition starts from and leads to: the whole table, spelled out once more by hand. */
const EXPECTED: Record<OrderTransition, [OrderLifeState, OrderLifeState]> = {
  pay: ['to-be-paid', 'paid'],
  cancel: ['to-be-paid', 'closed'],
  expire: ['to-be-paid', 'closed'],
  'fail-payment': ['to-be-paid', 'closed'],
  begin: ['paid', 'serving'],
  'fail-service': ['paid', 'refunding'],
  'pay-late': ['closed', 'refunding'],
  refund: ['refunding', 'refunded'],
  end: ['serving', 'ended'],
  finish: ['ended', 'finished'],
}

describe('the life of an order', () => {
  it('has exactly the transitions of the table', () => {
    const table = Object.entries(ORDER_TRANSITIONS).map(([name, t]) => [name, [t.from, t.to]])
    expect(Object.fromEntries(table)).toEqual(EXPECTED)
  })

  it('writes a close reason when it closes and at no other time', () => {
    for (const t of Object.values(ORDER_TRANSITIONS)) expect('closeReason' in t).toBe(t.to === 'closed')
  })

  it('reaches every state from the first, never returns to a live one from outside, and stops in the final ones', () => {
    const next = (state: string) => Object.values(ORDER_TRANSITIONS).filter((t) => t.from === state)
    const reached = new Set<string>(['to-be-paid'])
    for (const state of reached) for (const t of next(state)) reached.add(t.to)
    expect([...reached].sort()).toEqual([...ORDER_LIFE_STATES].sort())
    const live: readonly string[] = LIVE_ORDER_STATES
    for (const t of Object.values(ORDER_TRANSITIONS)) if (!live.includes(t.from)) expect(live).not.toContain(t.to)
    for (const state of ORDER_LIFE_STATES)
      expect(next(state).length === 0).toBe((FINAL_ORDER_STATES as readonly string[]).includes(state))
  })
})

describe('an order on the wire', () => {
  it.each<[OrderLifeState, OrderFacts['closeReason'], string, number | null, string | null]>([
    ['to-be-paid', null, 'ToBePaid', null, null],
    ['paid', null, 'PaymentSuccessful', 0, null],
    ['serving', null, 'PaymentSuccessful', 1, null],
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
    expect(refundState(state)).toBe(refund)
  })

  it('gives every purchase a service status and no other order', () => {
    for (const state of ORDER_LIFE_STATES)
      expect(serviceStatus(state) !== null).toBe((PURCHASE_STATES as readonly string[]).includes(state))
  })
})

describe('the time line', () => {
  const past = (...steps: TimeLineStepName[]) => steps.map((step, i) => ({ step, at: after(i * 1000) }))
  const line = (facts: OrderFacts, ...steps: TimeLineStepName[]) =>
    timeLine({ ...facts, plannedEnd: after(DAY_MS) }, past(...steps)).map((e) => `${e.step} ${e.state}`)

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
        fc.subarray([...TIME_LINE_STEPS], { minLength: 1 }),
        (state, steps) => {
          const facts = { state, closeReason: state === 'closed' ? ('expired' as const) : null, plannedEnd: after(5) }
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
