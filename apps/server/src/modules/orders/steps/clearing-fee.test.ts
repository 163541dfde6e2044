import { clear, createPayment } from '@trove/contract/order-lists/routes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { days, type OrdersLab, openOrdersLab } from '../../../../test/labs/orders-lab.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

/** What the books do with a fee of Trove's own, which is none today (decision 50): here it is three percent. */

const feeOf = (amountFen: bigint) => (amountFen * 30n) / 1000n
vi.mock('@trove/contract/payment/fee', () => ({ feeOn: (amountFen: bigint) => (amountFen * 30n) / 1000n }))

let base: TestDatabase
let lab: OrdersLab
beforeAll(async () => {
  base = await createTestDatabase()
  lab = await openOrdersLab(base.url)
})
afterAll(async () => {
  await lab.close()
  await base.drop()
})

test('a fee is kept of each part that is cleared, of all parts exactly that of the whole, and the bill names it', async () => {
  // A third of it has a fee of 72.87: rounded down for each part by itself, the parts would lack two.
  const priceFen = 7287n
  const productId = await lab.market.publish({ sellerId: 'seller', priceFen, periodDays: 3 })
  const bought = await lab.call(createPayment, { body: { productId, productType: 'superPoints' } }, 'buyer')
  const orderId = bought.split('/').at(-1)!
  await lab.payment.payAtCashier(orderId)
  await lab.payment.notify(orderId)
  await inTransaction(lab.db, (tx) => lab.orders.beginService(tx, orderId))
  const balance = (account: 'fee' | 'payable:seller') => lab.ledger.balance(lab.db, account)
  const clearIt = () => lab.call(clear, { body: { orderProductId: orderId, productType: 'superPoints' } }, 'seller')

  await lab.advance(days(1))
  await clearIt()
  const firstFen = -(await balance('payable:seller')) - (await balance('fee'))
  expect(-(await balance('fee'))).toBe(feeOf(firstFen))
  expect(firstFen).toBeLessThan(priceFen)

  for (const pause of [days(1), days(2)]) {
    await lab.advance(pause)
    await clearIt()
  }
  expect(-(await balance('fee'))).toBe(feeOf(priceFen))
  expect(-(await balance('payable:seller'))).toBe(priceFen - feeOf(priceFen))
  const { lines } = await lab.ledger.listBill('seller', { type: 'clearing', page: 0, size: 10 })
  expect(lines).toHaveLength(3)
  expect(lines.reduce((sum, { feeFen }) => sum + feeFen, 0n)).toBe(feeOf(priceFen))
  expect(lines.reduce((sum, { amountFen }) => sum + amountFen, 0n)).toBe(priceFen - feeOf(priceFen))
  expect(await lab.ledger.verify()).toEqual([])
})
