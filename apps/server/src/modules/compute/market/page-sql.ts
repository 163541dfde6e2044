import { offerConditions, type Values } from './count-sql.ts'
import type { MarketPlace, MarketSort } from './cursor.ts'
import type { MarketFilter } from './filter.ts'

/** How each order of the market sorts; one index each (0040-compute.sql), read forwards or backwards. */
const ORDERS = {
  newest: { key: '0', columns: ['seq'], direction: 'desc' },
  'price-asc': { key: 'price_fen', columns: ['price_fen', 'seq'], direction: 'asc' },
  'price-desc': { key: 'price_fen', columns: ['price_fen', 'seq'], direction: 'desc' },
  'speed-desc': { key: 'speed_score', columns: ['speed_score', 'seq'], direction: 'desc' },
} as const satisfies Record<MarketSort, { key: string; columns: readonly string[]; direction: 'asc' | 'desc' }>

const CARD_COLUMNS = `id, seq, seller_id, cpu_cores, ram_gb, disk_gb, bandwidth_mbps, os, period_days, price_fen,
  description, check_state, checked_at, nullif(differing, '{}') as differing, measured, speed_score, created_at`

export type PageAsk = {
  filter: MarketFilter
  sort: MarketSort
  after: MarketPlace | undefined
  skip: number
  /** Cards to read: a whole number, as it becomes part of the statement. */
  take: number
  /** Few offers match: find them by their facts and sort, instead of walking the order until enough were met. */
  isRare: boolean
}

/** A query for one page of cards. Rows are found in an index alone; only the cards shown are read from the table. */
export function pageQuery(ask: PageAsk, values: Values): string {
  const { columns, direction } = ORDERS[ask.sort]
  const conditions = ['is_open', ...offerConditions(ask.filter, values)]
  if (ask.after) conditions.push(afterCondition(ask.sort, ask.after, values))
  const order = (prefix: string) => columns.map((column) => `${prefix}${column} ${direction}`).join(', ')
  // The number of cards is part of the text: with an unknown limit no plan is ever kept, and planning costs more than
  // reading.
  const limits = ask.skip > 0 ? `limit ${ask.take} offset ${values.add(ask.skip)}` : `limit ${ask.take}`
  const matching = `select ${columns.join(', ')} from compute_offers where ${conditions.join(' and ')}`
  const seqs = ask.isRare
    ? `with matching as materialized (${matching}) select seq from matching order by ${order('')} ${limits}`
    : `select seq from (${matching} order by ${order('')} ${limits}) found`
  return `select ${CARD_COLUMNS} from (${seqs}) page join compute_offers o using (seq) order by ${order('o.')}`
}

/** A query for the place of the card at an offset: where a deep page begins. */
export function placeQuery(ask: PageAsk, values: Values): string {
  const { key, columns, direction } = ORDERS[ask.sort]
  const conditions = ['is_open', ...offerConditions(ask.filter, values)]
  if (ask.after) conditions.push(afterCondition(ask.sort, ask.after, values))
  const order = columns.map((column) => `${column} ${direction}`).join(', ')
  return `select ${key}::bigint as key, seq from compute_offers where ${conditions.join(' and ')}
    order by ${order} limit 1 offset ${values.add(ask.skip)}`
}

function afterCondition(sort: MarketSort, after: MarketPlace, values: Values): string {
  const { columns, direction } = ORDERS[sort]
  const places = columns.map((column) => values.add(column === 'seq' ? after.seq : after.key))
  return `(${columns.join(', ')}) ${direction === 'asc' ? '>' : '<'} (${places.join(', ')})`
}
