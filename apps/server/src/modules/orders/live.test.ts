import { cancelOrder, createPayment } from '@trove/contract/order-lists/routes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrdersLab, openOrdersLab } from '../../../test/labs/orders-lab.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/world/database.ts'
import { openLog } from '../../platform/base/log.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { LIVE_CHANNEL, openAnnouncer } from '../../platform/live/announce.ts'
import { createLiveListener } from '../../platform/live/listen.ts'

let base: TestDatabase
let lab: OrdersLab
let listener: ReturnType<typeof createLiveListener>
const heard: string[] = []

beforeAll(async () => {
  base = await createTestDatabase()
  lab = await openOrdersLab(base.url)
  openAnnouncer(lab.db, openLog('silent'))
  listener = createLiveListener(lab.pool, openLog('silent'), {
    event: ({ userId, message }) => heard.push(`${userId} ${message.type} ${'id' in message ? message.id : ''}`),
    missed: () => heard.push('missed'),
  })
  await listener.start()
})
afterAll(async () => {
  listener.stop()
  await lab.close()
  await base.drop()
})

/** What both sides of an order hear of one change, whatever notices come with it. */
async function bothHear(orderId: string, change: () => Promise<unknown>) {
  heard.length = 0
  await change()
  const wanted = [`buyer order ${orderId}`, `seller order ${orderId}`]
  await expect.poll(() => heard.filter((line) => wanted.includes(line)).toSorted()).toEqual(wanted)
}

const offer = () => lab.market.publish({ sellerId: 'seller', priceFen: 7200n, periodDays: 3 })
async function buy(): Promise<string> {
  const productId = await offer()
  const url = await lab.call(createPayment, { body: { productId, productType: 'superPoints' } }, 'buyer')
  const orderId = url.split('/').at(-1)!
  await expect.poll(() => heard).toContain(`seller order ${orderId}`)
  return orderId
}

test('the open pages of buyer and seller hear of each change of an order', async () => {
  const orderId = await buy()
  await bothHear(orderId, async () => {
    await lab.payment.payAtCashier(orderId)
    await lab.payment.notify(orderId)
  })
  await bothHear(orderId, () => inTransaction(lab.db, (tx) => lab.orders.beginService(tx, orderId)))
  const other = await buy()
  await bothHear(other, () => lab.call(cancelOrder, { params: { id: other } }, 'buyer'))
})

test('what a page cannot read is passed over, and the next is heard', async () => {
  heard.length = 0
  for (const payload of ['', 'no json', '{}', '[{"userId":1}]'])
    await lab.pool.query('select pg_notify($1, $2)', [LIVE_CHANNEL, payload])
  const orderId = await buy()
  expect(heard.every((line) => line.endsWith(` order ${orderId}`))).toBe(true)
})
