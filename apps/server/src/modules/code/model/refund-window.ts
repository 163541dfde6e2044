import { CODE_REFUND_DAYS } from '@trove/contract/code/orders'
import { sql } from 'kysely'

/** SQL: when the refund window of a sale `s` of `code_sales` ends; what it stood still is added. */
export const WINDOW_END = sql`s.handed_over_at + make_interval(hours => ${24 * CODE_REFUND_DAYS})
  + (s.held_ms + coalesce(extract(epoch from business_now() - s.held_at) * 1000, 0)) * interval '1 millisecond'`
