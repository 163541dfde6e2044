import type { ProductType } from '@trove/contract/order-lists/kinds'
import { PURCHASE_STATES } from '@trove/contract/orders/states'
import type { Pool } from '../../../platform/db/pool/pool.ts'
import { prepared } from '../../../platform/db/statements/prepared.ts'
import type { OrderAt } from '../model/rules.ts'
import { AT_COLUMNS, ORDER_COLUMNS } from '../model/store.ts'

/**
 * The lists of orders: hot reads as named prepared statements. The count of a whole list is not counted but kept
 * (`order_counts` and what waits in `order_count_deltas`), so a page costs the same for a person with 10 orders and 10,000.
 */

/** Which list: what one bought, what one sold, or what one has (or had) in use. */
export type Facet = 'consume' | 'profit' | 'purchase'

export type ListAsk = {
  facet: Facet
  userId: string
  productType: ProductType
  isOldestFirst: boolean
  page: number
  size: number
  /** Order id the page starts after; the page number is not looked at then. */
  cursor?: string
  search?: { text: string; personIds: string[] }
}
export type OrderPage = { rows: OrderAt[]; total: number; nextCursor: string | null }

/** A search looks through this many of a person's newest orders. */
export const SEARCH_DEPTH = 20_000

const OWNER = { consume: 'buyer_id', profit: 'seller_id', purchase: 'buyer_id' } as const
const OTHER = { consume: 'seller_id', profit: 'buyer_id', purchase: 'seller_id' } as const

function scope(facet: Facet): string {
  const isPurchase = `and o.state in (${PURCHASE_STATES.map((state) => `'${state}'`).join(', ')})`
  return `o.${OWNER[facet]} = $1 and o.product_type = $2 ${facet === 'purchase' ? isPurchase : ''}`
}

/** One number: the kept count and its waiting changes, in one snapshot. */
function keptTotal(facet: Facet): string {
  const whose = `user_id = $1 and facet = '${facet}' and product_type = $2`
  return `coalesce((select total from order_counts where ${whose}), 0)
    + coalesce((select sum(delta) from order_count_deltas where ${whose}), 0)::bigint`
}

type Place = 'first' | 'deep' | 'after'
type Shape = { facet: Facet; isOldestFirst: boolean; place: Place; isSearch: boolean }

/** Values: owner, product type, limit, offset or cursor, then search text and people. */
function pageText({ facet, isOldestFirst, place, isSearch }: Shape): string {
  const order = isOldestFirst ? 'asc' : 'desc'
  const beyond =
    place === 'after'
      ? `o.seq ${isOldestFirst ? '>' : '<'} (select seq from orders where id = $4 and ${OWNER[facet]} = $1)`
      : ''
  const offset = place === 'after' ? '' : 'offset $4'
  const from = isSearch
    ? `with found as materialized (${searchText(facet)}) select ${ORDER_COLUMNS}, ${AT_COLUMNS},
        (select count(*) from found) as total
       from (select o.seq from found o ${beyond && `where ${beyond}`} order by o.seq ${order} limit $3 ${offset}) p`
    : `select ${ORDER_COLUMNS}, ${AT_COLUMNS}, (select ${keptTotal(facet)}) as total
       from (select o.seq from orders o where ${scope(facet)} ${beyond && `and ${beyond}`}
         order by o.seq ${order} limit $3 ${offset}) p`
  return `${from} join orders o using (seq) order by o.seq ${order}`
}

function searchText(facet: Facet): string {
  return `select m.seq from (
      select o.seq, o.search_text, o.${OTHER[facet]} as other from orders o where ${scope(facet)}
      order by o.seq desc limit ${SEARCH_DEPTH}) m
    where position($5 in m.search_text) > 0 or m.other = any ($6)`
}

/** The count alone, for a page without rows to carry it. */
function totalText(facet: Facet, isSearch: boolean): string {
  if (!isSearch) return `select ${keptTotal(facet)} as total`
  return `select count(*) as total from (${searchText(facet).replace('$5', '$3').replace('$6', '$4')}) found`
}

type Query = (pool: Pool, values: unknown[]) => Promise<(OrderAt & { total: bigint })[]>
const statements = new Map<string, Query>()

function statement(name: string, text: () => string): Query {
  let query = statements.get(name)
  if (!query) {
    query = prepared(`orders.list.${name}`, text())
    statements.set(name, query)
  }
  return query
}

/** One page of a person's orders with the count of all of them; a search counts what it found. */
export async function listOrders(pool: Pool, ask: ListAsk): Promise<OrderPage> {
  const { facet, userId, productType, isOldestFirst, page, size, cursor, search } = ask
  const place: Place = cursor !== undefined ? 'after' : page === 0 ? 'first' : 'deep'
  const shape: Shape = { facet, isOldestFirst, place, isSearch: search !== undefined }
  const name = [facet, isOldestFirst ? 'oldest' : 'newest', place, search ? 'search' : 'all'].join('.')
  const found = await statement(name, () => pageText(shape))(pool, [
    userId,
    productType,
    size + 1,
    cursor ?? page * size,
    ...(search ? [search.text, search.personIds] : []),
  ])
  const rows = found.slice(0, size)
  const nextCursor = found.length > size ? (rows.at(-1)?.id ?? null) : null
  const total = found[0]?.total ?? (place === 'first' && search ? 0n : await countAlone(pool, ask))
  return { rows, total: Number(total), nextCursor }
}

async function countAlone(pool: Pool, { facet, userId, productType, search }: ListAsk): Promise<bigint> {
  const name = `${facet}.total.${search ? 'search' : 'all'}`
  const values = [userId, productType, ...(search ? [search.text, search.personIds] : [])]
  const rows = await statement(name, () => totalText(facet, search !== undefined))(pool, values)
  return rows[0]?.total ?? 0n
}

export type KindCounts = { productType: ProductType; consume: number; profit: number; purchases: number }

const countsOf = prepared<{ kind: ProductType; facet: Facet; total: bigint }>(
  'orders.counts',
  `select product_type as kind, facet, sum(total)::bigint as total from (
      select product_type, facet, total from order_counts where user_id = $1
      union all select product_type, facet, delta from order_count_deltas where user_id = $1) parts
    group by 1, 2`,
)

/** How many orders a person has of each of these kinds, without counting orders. */
export async function countByKind(pool: Pool, userId: string, kinds: readonly ProductType[]): Promise<KindCounts[]> {
  const rows = await countsOf(pool, [userId])
  return kinds.map((productType) => {
    const of = (facet: Facet) =>
      Number(rows.find((row) => row.kind === productType && row.facet === facet)?.total ?? 0n)
    return { productType, consume: of('consume'), profit: of('profit'), purchases: of('purchase') }
  })
}
