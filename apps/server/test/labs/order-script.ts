import { clearCompute } from '@trove/contract/compute/orders'
import { ContractError } from '@trove/contract/errors/codes'
import { setDailyClearing } from '@trove/contract/order-lists/income'
import type { ProductType } from '@trove/contract/order-lists/kinds'
import { cancelOrder, clear, createPayment } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { inTransaction } from '../../src/platform/db/transaction.ts'
import { days, minutes, type OrdersLab, openOrdersLab } from './orders-lab.ts'

/** The lives of an order that kill tests cut off anywhere. Each may be run again from the start and goes on by itself. */
export type OrderLife = (typeof MACHINE_LIVES)[number] | keyof typeof GOODS_LIVES
const MACHINE_LIVES = [
  'served',
  'collected-daily',
  'stopped',
  'renewed',
  'unservable',
  'cancelled',
  'expired',
  'paid-late',
] as const
/** Lives of the made-up kinds: whose they are, and what is done after the payment. */
const GOODS_LIVES = {
  accepted: {
    type: 'manpower',
    run: (lab, id, p) => deliver(lab, id).then(() => clearOr(lab, id, 'manpower', `buyer-of-${p}`)),
  },
  silent: { type: 'manpower', run: (lab, id) => deliver(lab, id).then(() => passDays(lab, [4, 2, 1])) },
  'never-begun': { type: 'manpower', run: (lab) => passDays(lab, [3]) },
  'refunded-in-part': { type: 'manpower', run: refundedInPart },
  provided: {
    type: 'code',
    run: (lab, id) => inTransaction(lab.db, (tx) => lab.orders.provide(tx, id)).then(() => passDays(lab, [7])),
  },
} satisfies Record<
  string,
  { type: 'manpower' | 'code'; run: (lab: OrdersLab, orderId: string, productId: string) => Promise<void> }
>
export const isGoodsLife = (life: OrderLife): life is keyof typeof GOODS_LIVES => life in GOODS_LIVES

type Standing = { id: string; state: string; closeReason: string | null; start: Date | null; created: Date }

/** What the product's first order is; a renewal comes after it. */
async function first(lab: OrdersLab, productId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`select id, state, close_reason as "closeReason", serve_start_at as start,
    created_at as created from orders where product_id = ${productId} order by seq limit 1`.execute(lab.db)
  return rows[0]
}

async function passTo(lab: OrdersLab, moment: number): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select business_now() as now`.execute(lab.db)
  const aheadMs = moment - rows[0]!.now.getTime()
  if (aheadMs > 0) await lab.advance(aheadMs)
}

/** Done again after a crash, a step may find that it was done. */
async function orRefused(work: Promise<unknown>, ...codes: string[]): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof ContractError && codes.includes(error.code))) throw error
  })
}

/** Runs one life of one machine's order to its end, from wherever it stands. */
export async function runOrderLife(lab: OrdersLab, life: OrderLife, productId: string): Promise<void> {
  const buyer = `buyer-of-${productId}`
  const goods = isGoodsLife(life) ? GOODS_LIVES[life] : undefined
  const order = (await first(lab, productId)) ?? (await make(lab, productId, buyer, goods?.type))
  if (life === 'cancelled' || life === 'paid-late')
    await orRefused(lab.call(cancelOrder, { params: { id: order.id } }, buyer), 'orders.not-cancelable')
  if (life === 'expired') await passTo(lab, order.created.getTime() + minutes(16))
  else if (life !== 'cancelled') await lab.payment.payAtCashier(order.id)
  await lab.payment.notify(order.id)
  if (life === 'served') await serve(lab, order.id, productId)
  if (life === 'collected-daily') await collectDaily(lab, order.id, productId)
  if (life === 'renewed') await renew(lab, order.id, productId)
  if (life === 'stopped') await stop(lab, order.id, productId)
  if (life === 'unservable') await inTransaction(lab.db, (tx) => lab.orders.failService(tx, order.id, 'unreachable'))
  await goods?.run(lab, order.id, productId)
  await lab.payment.work()
  await lab.payment.work()
}

async function deliver(lab: OrdersLab, orderId: string): Promise<void> {
  await inTransaction(lab.db, (tx) => lab.orders.start(tx, orderId))
  await inTransaction(lab.db, (tx) => lab.orders.deliver(tx, orderId))
}

async function clearOr(lab: OrdersLab, id: string, productType: 'manpower' | 'code', userId: string): Promise<void> {
  await orRefused(lab.call(clear, { body: { orderProductId: id, productType } }, userId), 'orders.nothing-to-clear')
}

async function refundedInPart(lab: OrdersLab, id: string, productId: string): Promise<void> {
  await deliver(lab, id)
  const ask = { key: 'an hour', amountFen: 1200n, reason: 'an hour less' }
  await inTransaction(lab.db, (tx) => lab.orders.refund(tx, id, ask))
  await lab.payment.work()
  await clearOr(lab, id, 'manpower', `buyer-of-${productId}`)
}

async function passDays(lab: OrdersLab, steps: number[]): Promise<void> {
  for (const step of steps) {
    await lab.advance(days(step) + minutes(1))
    await lab.sweep()
  }
}

async function make(
  lab: OrdersLab,
  productId: string,
  buyer: string,
  productType: ProductType = 'superPoints',
): Promise<Standing> {
  await lab.call(createPayment, { body: { productId, productType } }, buyer)
  return (await first(lab, productId))!
}

/** Ended in its first day of three, before anything was cleared. */
async function stop(lab: OrdersLab, orderId: string, productId: string): Promise<void> {
  if ((await first(lab, productId))!.state === 'paid')
    await inTransaction(lab.db, (tx) => lab.orders.beginService(tx, orderId))
  const ask = { key: 'stopped', amountFen: 4800n, reason: 'ended early' }
  await inTransaction(lab.db, (tx) => lab.orders.stop(tx, orderId, ask))
  const clearing = lab.call(clearCompute, { body: { superPointsProductId: orderId } }, `seller-of-${productId}`)
  await orRefused(clearing, 'orders.nothing-to-clear')
}

/** Renewed once and cleared at its end: two orders of three days each. */
async function renew(lab: OrdersLab, orderId: string, productId: string): Promise<void> {
  if ((await first(lab, productId))!.state === 'paid')
    await inTransaction(lab.db, (tx) => lab.orders.beginService(tx, orderId))
  const body = { productId, productType: 'superPoints' as const, renews: orderId }
  const renewing = lab.call(createPayment, { body }, `buyer-of-${productId}`)
  await orRefused(renewing, 'orders.already-renewed', 'orders.not-renewable')
  const { rows } = await sql<{ id: string }>`select id from orders where renews = ${orderId}`.execute(lab.db)
  const renewalId = rows[0]!.id
  await lab.payment.payAtCashier(renewalId)
  await lab.payment.notify(renewalId)
  const start = (await first(lab, productId))!.start!.getTime()
  for (const end of [days(3), days(6)]) {
    await passTo(lab, start + end)
    await lab.sweep()
  }
  for (const superPointsProductId of [orderId, renewalId]) {
    const clearing = lab.call(clearCompute, { body: { superPointsProductId } }, `seller-of-${productId}`)
    await orRefused(clearing, 'orders.nothing-to-clear')
  }
}

async function serve(lab: OrdersLab, orderId: string, productId: string): Promise<void> {
  if ((await first(lab, productId))!.state === 'paid')
    await inTransaction(lab.db, (tx) => lab.orders.beginService(tx, orderId))
  const start = (await first(lab, productId))!.start!.getTime()
  const clearLease = () => lab.call(clearCompute, { body: { superPointsProductId: orderId } }, `seller-of-${productId}`)
  await passTo(lab, start + days(1))
  await orRefused(clearLease(), 'orders.nothing-to-clear')
  await passTo(lab, start + days(3))
  await lab.sweep()
  await orRefused(clearLease(), 'orders.nothing-to-clear')
}

/** Collected once in its second day and once after its end, by the sweep. */
async function collectDaily(lab: OrdersLab, orderId: string, productId: string): Promise<void> {
  if ((await first(lab, productId))!.state === 'paid')
    await inTransaction(lab.db, (tx) => lab.orders.beginService(tx, orderId))
  const start = (await first(lab, productId))!.start!.getTime()
  await lab.call(setDailyClearing, { body: { isDaily: true } }, `seller-of-${productId}`)
  for (const passed of [days(1.5), days(3)]) {
    await passTo(lab, start + passed)
    await lab.sweep()
    await lab.runSweep('orders.clear-daily')
  }
}

/** As a process of its own: database address, life and machine come as arguments, the crash point as TROVE_CRASH_AT. */
if (import.meta.main) {
  const [url, life, productId] = process.argv.slice(2)
  const lab = await openOrdersLab(url!, { hasMadeUpKinds: true })
  await runOrderLife(lab, life as OrderLife, productId!)
  await lab.close()
}
