import { answerFault, handFault, reportFault, ruleFault } from '@trove/contract/compute/faults'
import { quoteStop, stopLease } from '@trove/contract/compute/leases'
import { listComputeProfit } from '@trove/contract/compute/orders'
import { getAccess, getOffer, listShares, putSshKey } from '@trove/contract/compute/routes'
import { clear, getOrder } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines, type FakeMachine } from '../../../../test/stand-ins/fake-machine.ts'

/** A buyer ends a lease before its time: 9.90 for 30 days, of which whole days not begun go back. */

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl'
const DAY = 86_400_000
const machines = createFakeMachines()
let lab: ComputeLab

beforeAll(async () => {
  lab = await openOwnComputeLab(machines)
})
afterAll(() => lab.close())

let lastPort = 0
let buyers = 0
/** A lease that runs. */
async function serving(): Promise<{ id: string; machine: FakeMachine; orderId: string; buyer: string }> {
  const serverPort = ++lastPort
  const id = await lab.publish('seller', { serverPort })
  await lab.settle()
  const buyer = `buyer${++buyers}`
  await lab.call(putSshKey, { body: { publicKey: KEY } }, buyer)
  const orderId = await lab.buy(buyer, id)
  await lab.settle()
  return { id, machine: machines.at('8.8.8.8', serverPort), orderId, buyer }
}
const quote = (orderId: string, who: string) => lab.call(quoteStop, { params: { id: orderId } }, who)
const stop = (orderId: string, who: string, refundAmount: string) =>
  lab.call(stopLease, { params: { id: orderId }, body: { refundAmount } }, who)
const order = (orderId: string, who: string) => lab.call(getOrder, { params: { id: orderId } }, who)
const escrowFen = async (orderId: string) => {
  const { rows } = await sql<{ fen: bigint }>`
    select coalesce(sum(balance_fen), 0)::bigint as fen from ledger_balance where account = ${`escrow:${orderId}`}`.execute(
    lab.db,
  )
  return rows[0]!.fen
}

it('gives the days not begun back, takes the machine back at once, and leaves the rest to the seller', async () => {
  const { id, machine, orderId, buyer } = await serving()
  await lab.advance(2 * DAY + 5000)
  expect(await quote(orderId, buyer)).toMatchObject({
    refundAmount: '8.91',
    keptAmount: '0.99',
    feeAmount: '0.00',
    used: 3,
    unused: 27,
  })
  expect(machine.keys).toEqual([KEY])
  await stop(orderId, buyer, '8.91')
  await expect(lab.call(getAccess, { query: { productId: id } }, buyer)).rejects.toMatchObject({
    code: 'compute.access-denied',
  })
  await lab.settle()
  expect(machine.keys).toEqual([])
  const { content } = await lab.call(listShares, { query: { size: 100 } }, 'seller')
  expect(content.find((one) => one.id === id)).toMatchObject({ status: 2, cleaning: 'none' })
  expect(await order(orderId, buyer)).toMatchObject({
    superPointsStatus: 2,
    refund: '8.91',
    refundState: 'PaymentSuccessful',
  })
  expect(await lab.notices('seller')).toContain('compute.lease-stopped')

  const sold = (await lab.call(listComputeProfit, { query: {} }, 'seller')).content.find((one) => one.id === orderId)
  expect(sold).toMatchObject({ refund: '8.91', income: { clearableAmount: '0.99' } })
  const body = { orderProductId: orderId, productType: 'superPoints' as const }
  expect(await lab.call(clear, { body }, 'seller')).toMatchObject({ totalClearedAmount: '0.99' })
  expect(await order(orderId, 'seller')).toMatchObject({ superPointsStatus: 3 })
  expect(await escrowFen(orderId)).toBe(0n)
  expect(await lab.call(getOffer, { params: { id } })).toMatchObject({ pastOrders: 1 })
})

it('is for its buyer alone, while it runs, and for the amount that was shown', async () => {
  const { orderId, buyer } = await serving()
  for (const who of ['seller', 'stranger']) {
    await expect(quote(orderId, who)).rejects.toMatchObject({ code: 'orders.not-found' })
    await expect(stop(orderId, who, '9.57')).rejects.toMatchObject({ code: 'orders.not-found' })
  }
  await expect(quote('no-such-order', buyer)).rejects.toMatchObject({ code: 'orders.not-found' })
  const { refundAmount, nextAt: firstAt } = await quote(orderId, buyer)
  expect(refundAmount).toBe('9.57')
  await expect(stop(orderId, buyer, '9.90')).rejects.toMatchObject({ code: 'compute.stop-changed' })
  // Another day begins while the buyer reads.
  await lab.advance(DAY)
  await expect(stop(orderId, buyer, refundAmount)).rejects.toMatchObject({ code: 'compute.stop-changed' })
  expect((await quote(orderId, buyer)).nextAt > firstAt).toBe(true)
  await lab.advance(30 * DAY)
  await expect(quote(orderId, buyer)).rejects.toMatchObject({ code: 'compute.lease-over' })
  await expect(stop(orderId, buyer, '0.00')).rejects.toMatchObject({ code: 'compute.lease-over' })
})

it('ends in the last day, too, with nothing back', async () => {
  const { orderId, buyer, machine } = await serving()
  await lab.advance(29.5 * DAY)
  expect(await quote(orderId, buyer)).toMatchObject({ refundAmount: '0.00', keptAmount: '9.90', unused: 0 })
  await stop(orderId, buyer, '0.00')
  await lab.settle()
  expect(machine.keys).toEqual([])
  expect(await order(orderId, buyer)).toMatchObject({ superPointsStatus: 2, refund: null })
})

it('gives back what is left when a part went back before, and never more than was not cleared', async () => {
  const { orderId, buyer } = await serving()
  await lab.db.transaction().execute(async (tx) => {
    await lab.orders.refund(tx, orderId, { key: 'outage', amountFen: 900n, reason: 'an outage' })
  })
  expect(await quote(orderId, buyer)).toMatchObject({ refundAmount: '0.90', keptAmount: '0.00' })
  await stop(orderId, buyer, '0.90')
  await lab.settle()
  expect(await escrowFen(orderId)).toBe(0n)
  expect(await order(orderId, buyer)).toMatchObject({ superPointsStatus: null, refund: '9.90' })
})

it('gives a day that a ruling gave a part of back only for what is left of it, and leaves begun days to the seller', async () => {
  const { orderId, buyer } = await serving()
  const body = { orderId, reason: 'slow', words: '只有一半的速度' } as const
  const { id } = await lab.call(reportFault, { body }, buyer)
  await lab.call(answerFault, { params: { id }, body: { isFixed: false, words: '正常' } }, 'seller')
  await lab.call(handFault, { params: { id }, body: { words: '请裁决' } }, buyer)
  const ruling = { refundAmount: '4.95', restAmount: '9.90', reason: '一半' }
  await lab.call(ruleFault, { params: { id }, body: ruling }, 'ann-of-the-desk')
  await lab.advance(2 * DAY + 5000)
  // 27 of 30 days at half the price: 4.455.
  expect(await quote(orderId, buyer)).toMatchObject({ refundAmount: '4.45', keptAmount: '0.50', unused: 27 })
  await stop(orderId, buyer, '4.45')
  await lab.settle()
  expect(await order(orderId, buyer)).toMatchObject({ superPointsStatus: 2, refund: '9.40' })
  expect(await escrowFen(orderId)).toBe(-50n)
})

it('brings what was shown although silent minutes take a part of the rest first', async () => {
  const { orderId, buyer } = await serving()
  await lab.db.transaction().execute(async (tx) => {
    await lab.orders.refund(tx, orderId, { key: 'ruled', amountFen: 900n, reason: 'a ruling' })
  })
  // 1,000 of 43,200 minutes for 9.90 are 22 fen; the machine is silent still.
  await sql`insert into compute_silences (order_id, first_minute, last_minute, minutes)
    values (${orderId}, business_now() - interval '1 hour', business_now(), 1000)`.execute(lab.db)
  const { refundAmount } = await quote(orderId, buyer)
  expect(refundAmount).toBe('0.90')
  await stop(orderId, buyer, refundAmount)
  await lab.settle()
  expect(await escrowFen(orderId)).toBe(0n)
  expect(await order(orderId, buyer)).toMatchObject({ refund: '9.90' })
  const { rows } = await sql`select amount_fen::int as fen from order_refunds where order_id = ${orderId}
    order by amount_fen`.execute(lab.db)
  expect(rows).toEqual([{ fen: 22 }, { fen: 68 }, { fen: 900 }])
})

it('ends once, of many clicks and the sweep at once', async () => {
  const { orderId, buyer } = await serving()
  const clicks = Array.from({ length: 20 }, () => stop(orderId, buyer, '9.57'))
  const results = await Promise.allSettled([...clicks, lab.sweep('orders.sweep')])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await lab.settle()
  expect(await order(orderId, buyer)).toMatchObject({ refund: '9.57' })
  expect(await escrowFen(orderId)).toBe(-33n)
})
