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

/**
 * A query for one page: seq, version and place of each card, found in an index alone. What the cards say is not read
 * here: most are known (cards.ts).
 */
export function pageQuery(ask: PageAsk, values: Values): string {
  const { key, columns, direction } = ORDERS[ask.sort]
  const conditions = ['is_open', ...offerConditions(ask.filter, values)]
  if (ask.after) conditions.push(afterCondition(ask.sort, ask.after, values))
  const order = columns.map((column) => `${column} ${direction}`).join(', ')
  // The number of cards is part of the text: with an unknown limit no plan is ever kept, and planning costs more than
  // reading.
  const limits = ask.skip > 0 ? `limit ${ask.take} offset ${values.add(ask.skip)}` : `limit ${ask.take}`
  const matching = `select seq, card_version${key === '0' ? '' : `, ${key}`} from compute_offers where ${conditions.join(' and ')}`
  const page = ask.isRare
    ? `with matching as materialized (${matching}) select * from matching order by ${order} ${limits}`
    : `${matching} order by ${order} ${limits}`
  // One text instead of twenty rows: less to write, send and read.
  return `select string_agg(seq || '.' || card_version || '.' || ${key}, ',') from (${page}) page`
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
