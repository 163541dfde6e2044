import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/handle.ts'
import type { OrderRow } from './rules.ts'
import { announceOrder, findOrder } from './store.ts'

/** Refunds of orders as rows: each is written once, with its own number at payment, and once when it was given back. */

export type NewRefund = {
  orderId: string
  number: number
  /** What it is for; one refund for each key of an order. */
  key: string
  refundNumber: string
  amountFen: bigint
  reason: string
}

/** The refund an order has under a key, or undefined. */
export async function findRefund(
  tx: Tx,
  orderId: string,
  key: string,
): Promise<{ amountFen: bigint; refundNumber: string } | undefined> {
  const { rows } = await sql<{ amountFen: bigint; refundNumber: string }>`
    select amount_fen as "amountFen", refund_number as "refundNumber" from order_refunds
    where order_id = ${orderId} and key = ${key}`.execute(tx)
  return rows[0]
}

/** Adds a refund. The caller holds the order's lock; a number or key that is taken raises. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<void> {
  const { orderId, number, key, refundNumber, amountFen, reason } = refund
  await sql`insert into order_refunds (order_id, number, key, refund_number, amount_fen, reason, at)
    values (${orderId}, ${number}, ${key}, ${refundNumber}, ${amountFen}, ${reason.slice(0, 500)}, business_now())`.execute(
    tx,
  )
}

/**
 * The provider has given a refund back: marks its row, the order's row being locked before it, as whoever asks for a refund
 * does. Undefined when it was told before, or is none of the order's.
 */
export async function markReturned(
  tx: Tx,
  { orderId, refundNumber }: { orderId: string; refundNumber: string },
): Promise<bigint | undefined> {
  await sql`select from orders where id = ${orderId} for update`.execute(tx)
  const { rows } = await sql<{ amountFen: bigint }>`
    update order_refunds set returned_at = business_now()
    where order_id = ${orderId} and refund_number = ${refundNumber} and returned_at is null
    returning amount_fen as "amountFen"`.execute(tx)
  return rows[0]?.amountFen
}

/** Adds a part to what an order's buyer has back. The whole of it is told by the transition `refund` instead. */
export async function addReturned(tx: Tx, orderId: string, amountFen: bigint): Promise<OrderRow | undefined> {
  await sql`update orders set returned_fen = returned_fen + ${amountFen}::bigint where id = ${orderId}`.execute(tx)
  const order = await findOrder(tx, orderId)
  if (order) announceOrder(tx, order)
  return order
}
