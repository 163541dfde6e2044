import type { OrderLifeState } from '@trove/contract/orders/states'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { namedLock } from '../../../platform/db/named-lock.ts'
import type { Choice } from './sellable.ts'

/** Orders that hold a product, as the next one who asks for it meets them. */

export type LiveOrder = {
  id: string
  buyerId: string
  state: OrderLifeState
  amountFen: bigint
  choice: Choice
  periodDays: number | null
  snapshot: Record<string, unknown>
  isPayable: boolean
}

/** The live order of a one-of product, of any buyer. */
export async function findLiveOrder(
  db: Db | Tx,
  product: { productType: string; productId: string },
): Promise<LiveOrder | undefined> {
  const { rows } = await sql<LiveOrder>`
    select id, buyer_id as "buyerId", state, amount_fen as "amountFen", choice, period_days as "periodDays", snapshot,
      state = 'to-be-paid' and expires_at > business_now() as "isPayable"
    from orders
    where product_type = ${product.productType} and product_id = ${product.productId}
      and is_one_of and state in ('to-be-paid', 'paid', 'serving', 'delivered')`.execute(db)
  return rows[0]
}

/** The buyer of an unpaid order chose anew; false when it waits for its payment no more. */
export async function changeChoice(db: Db, orderId: string, choice: Choice): Promise<boolean> {
  const { numAffectedRows } = await sql`update orders set choice = ${JSON.stringify(choice)}::jsonb
    where id = ${orderId} and state = 'to-be-paid'`.execute(db)
  return numAffectedRows === 1n
}

/** Lets the orders one buyer makes take turns until the transaction ends, so that two equal ones see each other. */
export async function takeTurn(tx: Tx, buyerId: string): Promise<void> {
  await namedLock(`orders-of-buyer:${buyerId}`).execute(tx)
}

/** The buyer's newest order of the product with that choice that can still be paid: at that price, in fen, where one is given. */
export async function findTwin(
  db: Db | Tx,
  it: { buyerId: string; productType: string; productId: string; choice: Choice; amountFen: bigint | undefined },
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`select id from orders
    where buyer_id = ${it.buyerId} and state = 'to-be-paid' and expires_at > business_now()
      and product_type = ${it.productType} and product_id = ${it.productId} and choice = ${JSON.stringify(it.choice)}::jsonb
      and amount_fen = coalesce(${it.amountFen ?? null}::bigint, amount_fen)
    order by seq desc limit 1`.execute(db)
  return rows[0]
}
