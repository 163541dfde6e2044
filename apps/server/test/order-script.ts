import { clearCompute } from '@trove/contract/compute-orders'
import { ContractError } from '@trove/contract/errors'
import { cancelOrder, createPayment } from '@trove/contract/orders'
import { sql } from 'kysely'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { days, minutes, type OrdersLab, openOrdersLab } from './orders-lab.ts'

/** The lives of an order that kill tests cut off anywhere. Each may be run again from the start and goes on by itself. */
export const ORDER_LIVES = ['served', 'unservable', 'cancelled', 'expired', 'paid-late'] as const
export type OrderLife = (typeof ORDER_LIVES)[number]

type Standing = { id: string; state: string; closeReason: string | null; start: Date | null; created: Date }

/** What the machine's newest order is. */
async function newest(lab: OrdersLab, productId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`select id, state, close_reason as "closeReason", serve_start_at as start,
    created_at as created from orders where product_id = ${productId} order by seq desc limit 1`.execute(lab.db)
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
  const order = (await newest(lab, productId)) ?? (await make(lab, productId, buyer))
  if (life === 'cancelled' || life === 'paid-late')
    await orRefused(lab.call(cancelOrder, { params: { id: order.id } }, buyer), 'orders.not-cancelable')
  if (life === 'expired') await passTo(lab, order.created.getTime() + minutes(16))
  else if (life !== 'cancelled') await lab.payment.payAtCashier(order.id)
  await lab.payment.notify(order.id)
  if (life === 'served') await serve(lab, order.id, productId)
  if (life === 'unservable') await inTransaction(lab.db, (tx) => lab.orders.failService(tx, order.id, 'unreachable'))
  await lab.payment.work()
  await lab.payment.work()
}

async function make(lab: OrdersLab, productId: string, buyer: string): Promise<Standing> {
  await lab.call(createPayment, { body: { productId, productType: 'superPoints' } }, buyer)
  return (await newest(lab, productId))!
}

async function serve(lab: OrdersLab, orderId: string, productId: string): Promise<void> {
  if ((await newest(lab, productId))!.state === 'paid')
    await inTransaction(lab.db, (tx) => lab.orders.beginService(tx, orderId))
  const start = (await newest(lab, productId))!.start!.getTime()
  const clear = () => lab.call(clearCompute, { body: { superPointsProductId: orderId } }, `seller-of-${productId}`)
  await passTo(lab, start + days(1))
  await orRefused(clear(), 'orders.nothing-to-clear')
  await passTo(lab, start + days(3))
  await lab.sweep()
  await orRefused(clear(), 'orders.nothing-to-clear')
}

/** As a process of its own: database address, life and machine come as arguments, the crash point as TROVE_CRASH_AT. */
if (import.meta.main) {
  const [url, life, productId] = process.argv.slice(2)
  const lab = await openOrdersLab(url!)
  await runOrderLife(lab, life as OrderLife, productId!)
  await lab.close()
}
