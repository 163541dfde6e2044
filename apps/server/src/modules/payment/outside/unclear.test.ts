import { ContractError } from '@trove/contract/errors/codes'
import {
  agreeOutsideRefund,
  listParkedRefunds,
  proposeOutsideRefund,
  UNCLEAR_REFUND,
} from '@trove/contract/payment/parked-refunds'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type PaymentLab, startPaymentLab } from '../../../../test/labs/payment-lab.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

/** Refunds about which the provider says nothing clear for days. What they hold in suspense is reported meanwhile (I10). */

let world: PaymentLab
let asBuilt: Pick<PaymentLab['provider'], 'refund' | 'refundQuery'>
beforeAll(async () => {
  world = await startPaymentLab()
  const { refund, refundQuery } = world.provider
  asBuilt = { refund, refundQuery }
})
afterEach(async () => {
  Object.assign(world.provider, asBuilt)
  expect((await world.ledger.verify()).filter(({ invariant }) => invariant !== 'I10')).toEqual([])
})
afterAll(() => world.stop())

const HALF_A_MINUTE = 30_000
const HALF_AN_HOUR = 30 * 60_000
const THREE_DAYS = 3 * 86_400_000
const RETURN = { amount: '10.00', reference: '招行 20261122', reason: '支付宝交易已完结' }
const EVIDENCE = '11 月 23 日对账单没有这笔退款'
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ContractError ? error.code : String(error)),
  )
const rowOf = async (number: string) =>
  (await world.call(listParkedRefunds, { query: { page: 0, size: 50 } }, 'operator-b')).content.find(
    (row) => row.number === number,
  )
const agree = (id: string, as = 'operator-b', evidence?: string) =>
  world.call(agreeOutsideRefund, { params: { id }, body: evidence === undefined ? {} : { evidence } }, as)
const told = (orderId: string) => world.told.filter((event) => event.startsWith(`refunded ${orderId}`))

/** A refund of a paid order, begun. */
async function begun() {
  const { orderId, outTradeNo } = await world.open(1000n)
  await world.pay({ orderId, outTradeNo })
  await world.until('paid', async () => (await world.stateOf(orderId)) === 'paid')
  const refund = { orderId, amountFen: 1000n, number: `R-${orderId}`, reason: 'test' }
  await inTransaction(world.lab.db, (tx) => world.payment.refund(tx, refund))
  return { orderId, number: refund.number }
}
/** One the provider refuses, with a proposal that nothing stands against. */
async function held() {
  world.provider.refund = async () => ({ outcome: 'refused', reason: 'ACQ.TRADE_HAS_FINISHED' })
  const it = await begun()
  await world.until('refused', async () => (await rowOf(it.number)) !== undefined)
  const input = { params: { number: it.number }, body: RETURN }
  const { proposal } = await world.call(proposeOutsideRefund, input, 'operator-a')
  await world.advance(HALF_A_MINUTE)
  return { ...it, id: proposal!.id }
}

test.each([
  ['an unknown outcome', { outcome: 'unknown', reason: 'no answer' }],
  ['a question that was refused', { outcome: 'refused', reason: 'ACQ.INVALID_PARAMETER' }],
] as const)(
  'a refund settled by hand is confirmed upon %s with evidence, three days after the proposal and not before',
  async (_, answer) => {
    const { orderId, number, id } = await held()
    world.provider.refundQuery = async () => answer
    expect(await codeOf(agree(id, 'operator-b', EVIDENCE))).toBe('payment.refund-unclear')
    expect((await rowOf(number))?.proposal?.mayVouch).toBe(false)
    await world.lab.advance(THREE_DAYS)
    expect((await rowOf(number))?.proposal?.mayVouch).toBe(true)
    expect(await codeOf(agree(id))).toBe('payment.refund-unclear')
    expect(await codeOf(agree(id, 'operator-a', EVIDENCE))).toBe('payment.own-outside')
    expect(told(orderId)).toEqual([])
    expect(await codeOf(agree(id, 'operator-b', EVIDENCE))).toBe('done')
    expect(told(orderId)).toEqual([`refunded ${orderId} 1000 by ${RETURN.reference}`])
    expect((await rowOf(number))?.proposal).toMatchObject({ evidence: EVIDENCE, mayVouch: false })
  },
)

test('a refund that the provider says is on its way is not confirmed with evidence either', async () => {
  const { orderId, id } = await held()
  world.provider.refundQuery = async () => ({ outcome: 'pending' })
  await world.lab.advance(THREE_DAYS)
  expect(await codeOf(agree(id, 'operator-b', EVIDENCE))).toBe('payment.refund-unclear')
  expect(told(orderId)).toEqual([])
})

test('a refund about which no clear answer came for three days is shown to the cashier, and still asked about', async () => {
  const unknown = async () => ({ outcome: 'unknown', reason: 'no answer' }) as const
  Object.assign(world.provider, { refund: unknown, refundQuery: unknown })
  const { orderId, number } = await begun()
  await world.lab.settle()
  expect(await rowOf(number)).toBeUndefined()
  await world.lab.advance(THREE_DAYS)
  await world.until('shown', async () => (await rowOf(number))?.code === UNCLEAR_REFUND)
  Object.assign(world.provider, asBuilt)
  await world.lab.advance(HALF_AN_HOUR)
  await world.until('done after all', async () => (await rowOf(number)) === undefined)
  expect(told(orderId)).toHaveLength(1)
})
