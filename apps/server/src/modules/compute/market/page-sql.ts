import { offerConditions, PER_DAY, PER_HOUR, type Values } from '../facts/conditions.ts'
import type { MarketFilter } from '../facts/filter.ts'
import type { MarketPlace, MarketSort } from './cursor.ts'

/** How each order of the market sorts; one index each, read forwards or backwards. Offers of equal keys go by seq. */
const ORDERS = {
  newest: { key: null, direction: 'desc' },
  'price-asc': { key: 'price_fen', direction: 'asc' },
  'price-desc': { key: 'price_fen', direction: 'desc' },
  'per-day-asc': { key: PER_DAY, direction: 'asc' },
  'per-day-desc': { key: PER_DAY, direction: 'desc' },
  'per-hour-asc': { key: PER_HOUR, direction: 'asc' },
  'speed-desc': { key: 'speed_score', direction: 'desc' },
} as const satisfies Record<MarketSort, { key: string | null; direction: 'asc' | 'desc' }>

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
  const key = ORDERS[ask.sort].key
  const conditions = ['is_open', ...offerConditions(ask.filter, values)]
  if (ask.after) conditions.push(afterCondition(ask.sort, ask.after, values))
  // The number of cards is part of the text: with an unknown limit no plan is ever kept, and planning costs more than
  // reading.
  const limits = ask.skip > 0 ? `limit ${ask.take} offset ${values.add(ask.skip)}` : `limit ${ask.take}`
  const matching = `select seq, card_version, ${key ?? 0} as key from compute_offers where ${conditions.join(' and ')}`
  const page = ask.isRare
    ? `with matching as materialized (${matching}) select * from matching order by ${orderBy(ask.sort, key && 'key')} ${limits}`
    : `${matching} order by ${orderBy(ask.sort)} ${limits}`
  // One text instead of twenty rows: less to write, send and read.
  return `select string_agg(seq || '.' || card_version || '.' || key, ',') from (${page}) page`
}

/** A query for the place of the card at an offset: where a deep page begins. */
export function placeQuery(ask: PageAsk, values: Values): string {
  const conditions = ['is_open', ...offerConditions(ask.filter, values)]
  if (ask.after) conditions.push(afterCondition(ask.sort, ask.after, values))
  return `select (${ORDERS[ask.sort].key ?? 0})::bigint as key, seq from compute_offers where ${conditions.join(' and ')}
    order by ${orderBy(ask.sort)} limit 1 offset ${values.add(ask.skip)}`
}

/** `key` names the sort key where it has another name than in the table. */
function orderBy(sort: MarketSort, key: string | null = ORDERS[sort].key): string {
  const { direction } = ORDERS[sort]
  return `${key ? `${key} ${direction}, ` : ''}seq ${direction}`
}

function afterCondition(sort: MarketSort, after: MarketPlace, values: Values): string {
  const { key, direction } = ORDERS[sort]
  const sign = direction === 'asc' ? '>' : '<'
  if (!key) return `seq ${sign} ${values.add(after.seq)}`
  return `(${key}, seq) ${sign} (${values.add(after.key, 'bigint')}, ${values.add(after.seq)})`
}
