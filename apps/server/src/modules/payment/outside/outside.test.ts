import { ContractError } from '@trove/contract/errors/codes'
import {
  agreeOutsideRefund,
  declineOutsideRefund,
  listParkedRefunds,
  openParkedRefund,
  proposeOutsideRefund,
  retryParkedRefund,
} from '@trove/contract/payment/parked-refunds'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type PaymentLab, startPaymentLab } from '../../../../test/labs/payment-lab.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createParkedRefunds } from './parked-refunds.ts'
import { insertDecision } from './store.ts'

/** The way out for a refund the provider refuses for good: trying it again, and settling it by hand by two people. */

let world: PaymentLab
let asBuilt: Pick<PaymentLab['provider'], 'refund' | 'refundQuery'>
beforeAll(async () => {
  world = await startPaymentLab()
  const { refund, refundQuery } = world.provider
  asBuilt = { refund, refundQuery }
})
afterEach(async () => {
  Object.assign(world.provider, asBuilt)
  await world.simulator.control('DELETE', 'faults')
  expect(await world.ledger.verify()).toEqual([])
})
afterAll(() => world.stop())

const WORDS = '交易已完结'
const HALF_A_MINUTE = 30_000
const RETURN = { amount: '10.00', reference: '招行 20261122', reason: '支付宝交易已完结' }
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ContractError ? error.code : String(error)),
  )
const list = async (as = 'operator-b') =>
  (await world.call(listParkedRefunds, { query: { page: 0, size: 50 } }, as)).content
const rowOf = async (number: string, as?: string) => (await list(as)).find((row) => row.number === number)
const open = (number: string, as = 'operator-a') => world.call(openParkedRefund, { params: { number } }, as)
const retry = (number: string) => world.call(retryParkedRefund, { params: { number } }, 'operator-a')
const propose = (number: string, more: Partial<typeof RETURN> = {}, as = 'operator-a') =>
  world.call(proposeOutsideRefund, { params: { number }, body: { ...RETURN, ...more } }, as)
const agree = (id: string, as = 'operator-b') => world.call(agreeOutsideRefund, { params: { id }, body: {} }, as)
const decline = (id: string, as: string) =>
  world.call(declineOutsideRefund, { params: { id }, body: { reason: '凭证不对' } }, as)
const balance = (account: 'alipay' | 'suspense' | 'adjustment') => world.ledger.balance(world.lab.db, account)
const told = (orderId: string) => world.told.filter((event) => event.startsWith(`refunded ${orderId}`))

/** A refund of a trade the provider holds to be over: refused, for good. */
async function park(amountFen = 1000n) {
  const { orderId, outTradeNo } = await world.open(amountFen)
  await world.pay({ orderId, outTradeNo })
  await world.until('paid', async () => (await world.stateOf(orderId)) === 'paid')
  world.provider.refund = async () => ({ outcome: 'refused', reason: 'ACQ.TRADE_HAS_FINISHED', words: WORDS })
  const number = `R-${orderId}`
  await inTransaction(world.lab.db, (tx) => world.payment.refund(tx, { orderId, amountFen, number, reason: 'test' }))
  await world.until('refused', async () => (await rowOf(number)) !== undefined)
  return { orderId, outTradeNo, number }
}
/** The same with a proposal that nothing stands against. */
async function held() {
  const parked = await park()
  const { proposal } = await propose(parked.number)
  await world.advance(HALF_A_MINUTE)
  return { ...parked, id: proposal!.id }
}

describe('a refund the provider refuses', () => {
  test('is shown to the cashier with its order, its amount, the code and words of the provider, and since when', async () => {
    const { orderId, outTradeNo, number } = await park()
    expect(await rowOf(number)).toEqual({
      number,
      orderId,
      orderNumber: outTradeNo,
      tradeNumber: expect.stringMatching(/^\d+$/),
      amount: '10.00',
      state: 'parked',
      buyer: '*',
      code: 'ACQ.TRADE_HAS_FINISHED',
      words: WORDS,
      parkedAt: expect.any(String),
      proposal: null,
    })
  })

  test('is opened by its number as it stands in the list', async () => {
    const { number } = await held()
    expect(await open(number, 'operator-b')).toEqual(await rowOf(number, 'operator-b'))
    expect((await open(number)).proposal).toMatchObject({ mayAgree: false, mayWithdraw: true })
    expect(await codeOf(open('no-such-refund'))).toBe('payment.refund-not-parked')
  })

  test('keeps since when it waits, however often it is refused', async () => {
    const { number } = await park()
    const { parkedAt } = (await rowOf(number))!
    await world.advance(HALF_A_MINUTE)
    expect(await retry(number)).toEqual({ outcome: 'parked', code: 'ACQ.TRADE_HAS_FINISHED' })
    expect((await rowOf(number))!.parkedAt).toBe(parkedAt)
  })

  test('is tried again by the cashier: asked about first, then sent under its own number', async () => {
    const { orderId, number } = await park()
    await world.advance(HALF_A_MINUTE)
    const calls: string[] = []
    world.provider.refundQuery = (asked) => {
      calls.push(`ask ${asked.number}`)
      return asBuilt.refundQuery(asked)
    }
    world.provider.refund = (asked) => {
      calls.push(`send ${asked.number}`)
      return asBuilt.refund(asked)
    }
    expect(await retry(number)).toEqual({ outcome: 'done', code: null })
    expect(calls).toEqual([`ask ${number}`, `send ${number}`])
    expect(told(orderId)).toEqual([`refunded ${orderId} 1000`])
    expect(await codeOf(retry(number))).toBe('payment.refund-not-parked')
  })
})

describe('a refund settled by hand', () => {
  test('needs a second person, is booked once, ends the refund, and tells the order with the reference', async () => {
    const before = {
      alipay: await balance('alipay'),
      adjustment: await balance('adjustment'),
      suspense: await balance('suspense'),
    }
    const { orderId, number } = await park()
    const proposed = await propose(number)
    expect(proposed.proposal).toMatchObject({ reference: RETURN.reference, mayAgree: false, mayWithdraw: true })
    expect((await rowOf(number))!.proposal).toMatchObject({ mayAgree: true, mayWithdraw: false })
    await world.advance(HALF_A_MINUTE)
    const { id } = proposed.proposal!
    expect(await codeOf(agree(id, 'operator-a'))).toBe('payment.own-outside')
    expect(told(orderId)).toEqual([])
    const results = await Promise.all(['operator-b', 'operator-c', 'operator-b'].map((as) => codeOf(agree(id, as))))
    expect(results.filter((code) => code === 'done')).toHaveLength(1)
    for (const code of results) expect(['done', 'payment.outside-decided', 'payment.refund-done']).toContain(code)
    expect(told(orderId)).toEqual([`refunded ${orderId} 1000 by ${RETURN.reference}`])
    expect(await world.stateOf(orderId)).toBe('refunded')
    // The buyer's payment stays with the provider; what was paid from elsewhere stands against it.
    expect(await balance('alipay')).toBe(before.alipay + 1000n)
    expect(await balance('adjustment')).toBe(before.adjustment - 1000n)
    expect(await balance('suspense')).toBe(before.suspense)
    expect(await rowOf(number)).toMatchObject({ state: 'outside', proposal: { agreedAt: expect.any(String) } })
    const { lines } = await world.ledger.listBill('buyer', { page: 0, size: 1 })
    expect(lines).toMatchObject([{ type: 'refund', amountFen: 1000n }])
    const { rows } = await sql`select act from staff_act where subject_kind = 'refund' and subject_id = ${number}
      order by no`.execute(world.lab.db)
    expect(rows).toEqual([{ act: 'refund.propose-outside' }, { act: 'refund.agree-outside' }])
  })

  test('is refused with another amount, and by the database as well', async () => {
    const { number } = await park()
    expect(await codeOf(propose(number, { amount: '9.99' }))).toBe('payment.refund-amount')
    await expect(
      sql`insert into payment_refund_outside (id, number, amount_fen, reference, reason, proposer_id)
        values ('x', ${number}, 999, 'r', 'w', 'operator-a')`.execute(world.lab.db),
    ).rejects.toThrow('foreign key')
  })

  test('is never sent to the provider while a proposal waits, and is again when it is declined or withdrawn', async () => {
    const { number, id } = await held()
    let sent = 0
    world.provider.refund = async (asked) => {
      if (asked.number === number) sent += 1
      return { outcome: 'refused', reason: 'ACQ.TRADE_HAS_FINISHED' }
    }
    await world.advance(20 * 60_000)
    await world.lab.settle()
    expect(await codeOf(retry(number))).toBe('payment.refund-held')
    expect(await codeOf(propose(number, {}, 'operator-c'))).toBe('payment.refund-held')
    expect(sent).toBe(0)
    expect(await decline(id, 'operator-b')).toEqual({ outcome: 'declined' })
    expect(await codeOf(agree(id, 'operator-c'))).toBe('payment.outside-decided')
    await world.until('sent again', async () => sent === 1)
    await world.until('refused again', async () => (await rowOf(number))?.proposal === null)
    const second = (await propose(number)).proposal!
    expect(await decline(second.id, 'operator-a')).toEqual({ outcome: 'withdrawn' })
    await world.advance(HALF_A_MINUTE)
    await world.until('sent once more', async () => sent === 2)
  })

  test('the provider did meanwhile is booked as the provider’s and not by hand', async () => {
    const { orderId, outTradeNo, number, id } = await held()
    await asBuilt.refund({ outTradeNo, number, amountFen: 1000n })
    expect(await codeOf(agree(id))).toBe('payment.refund-done')
    expect(told(orderId)).toEqual([`refunded ${orderId} 1000`])
    expect(await rowOf(number)).toBeUndefined()
    expect(await codeOf(agree(id, 'operator-c'))).toBe('payment.refund-done')
    expect(await codeOf(open(number))).toBe('payment.refund-done')
    // What the desk reads after its own step, when the provider was faster than that reading.
    const refunds = createParkedRefunds({ ...world.lab, asking: undefined, findPeople: async () => new Map() })
    expect(await codeOf(refunds.get(number, 'operator-a'))).toBe('payment.refund-done')
  })

  test.each([
    ['an unknown outcome', { outcome: 'unknown', reason: 'no answer' }],
    ['one still on its way', { outcome: 'pending' }],
    ['a question that was refused', { outcome: 'refused', reason: 'ACQ.INVALID_PARAMETER' }],
  ] as const)('is not confirmed upon %s', async (_, answer) => {
    const { orderId, id } = await held()
    world.provider.refundQuery = async () => answer
    expect(await codeOf(agree(id))).toBe('payment.refund-unclear')
    expect(told(orderId)).toEqual([])
    world.provider.refundQuery = asBuilt.refundQuery
    expect(await codeOf(agree(id))).toBe('done')
  })

  test('is not confirmed while a call about it may still be under way', async () => {
    const { number, id } = await held()
    await sql`update payment_refund set asked_at = business_now() where number = ${number}`.execute(world.lab.db)
    expect(await codeOf(agree(id))).toBe('payment.refund-under-way')
    await world.advance(HALF_A_MINUTE)
    expect(await codeOf(agree(id))).toBe('done')
  })

  test('of somebody whose role was taken meanwhile is confirmed by nobody', async () => {
    const { number } = await park()
    const { proposal } = await propose(number, {}, 'operator-left')
    await world.advance(HALF_A_MINUTE)
    world.formerStaff.add('operator-left')
    expect(await codeOf(agree(proposal!.id))).toBe('payment.proposer-left')
    expect(await decline(proposal!.id, 'operator-b')).toEqual({ outcome: 'declined' })
  })

  test('is neither proposed nor confirmed by the buyer, whose money it is', async () => {
    const { number, id } = await held()
    expect(await codeOf(agree(id, 'buyer'))).toBe('payment.own-refund')
    expect((await rowOf(number, 'buyer'))?.proposal?.mayAgree).toBe(false)
    await decline(id, 'operator-b')
    await world.until('refused again', async () => (await rowOf(number))?.proposal === null)
    expect(await codeOf(propose(number, {}, 'buyer'))).toBe('payment.own-refund')
  })

  test('is booked by nobody on the word of one, whatever the program does', async () => {
    const { orderId, id } = await held()
    const own = { id, proposerId: 'operator-a', operatorId: 'operator-a', decision: 'agreed' as const, reason: null }
    await expect(inTransaction(world.lab.db, (tx) => insertDecision(tx, own))).rejects.toThrow('two_people')
    const posting = {
      kind: 'refund' as const,
      key: `refund:R-${orderId}`,
      orderId,
      entries: [
        { account: 'suspense' as const, amountFen: 1000n },
        { account: 'adjustment' as const, amountFen: -1000n },
      ],
    }
    await expect(inTransaction(world.lab.db, (tx) => world.ledger.post(tx, posting))).rejects.toThrow('two people')
    await expect(sql`delete from payment_refund_outside`.execute(world.lab.db)).rejects.toThrow('append-only')
  })
})
