import type { ProductType } from '@trove/contract/order-lists/kinds'
import type { Db } from '../../../platform/db/handle.ts'
import type { Markets } from '../model/needs.ts'
import { findNumbered, type Numbered } from '../model/queries.ts'
import { findOrders } from '../model/store.ts'

/** An order as a line of a bill says it. */
export type Billed = Numbered & { name: string | null }

/** The orders with these numbers and what was ordered, by number. */
export async function findBilled(
  db: Db,
  markets: Pick<Markets, 'require'>,
  numbers: readonly string[],
): Promise<Map<string, Billed>> {
  const numbered = await findNumbered(db, numbers)
  const orders = await findOrders(
    db,
    [...numbered.values()].map(({ id }) => id),
  )
  const names = new Map<string, string | null>()
  const nameAll = async (kind: ProductType) => {
    const own = orders.filter(({ productType }) => productType === kind)
    const found = await markets.require(kind).namesOf?.(own)
    own.forEach(({ id }, i) => void names.set(id, found?.[i] ?? null))
  }
  await Promise.all([...new Set(orders.map(({ productType }) => productType))].map(nameAll))
  return new Map([...numbered].map(([number, order]) => [number, { ...order, name: names.get(order.id) ?? null }]))
}
