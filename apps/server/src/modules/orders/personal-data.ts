import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'
import { UNDELIVERED, UNSERVED } from './model/rules.ts'

const OWN = (userId: string) => sql`(t.buyer_id = ${userId} or t.seller_id = ${userId})`
const ofOwnOrder = (userId: string) =>
  sql`t.order_id in (select id from orders where buyer_id = ${userId} or seller_id = ${userId})`

/** What stands where a person wrote why money went back. What the program itself wrote stays. */
const ERASED = sql`'erased'`
const isProgramWritten = (orderId: string) =>
  sql`exists (select from order_refunds r where r.order_id = ${sql.ref(orderId)} and r.key in (${UNSERVED}, ${UNDELIVERED}))`

/** What orders keep of buyers and sellers: ids and facts of the goods, which the law wants kept for years. */
export const ordersPersonalData: PersonalData = {
  part: 'orders',
  hindrances: [
    {
      error: 'identity.delete-orders',
      holds: ({ userId }) => sql`exists (select from orders t where ${OWN(userId)}
        and (state not in ('ended', 'finished', 'closed', 'refunded') or returned_fen < refunded_fen))`,
    },
    {
      error: 'identity.delete-income',
      holds: ({
        userId,
      }) => sql`exists (select from orders where seller_id = ${userId} and state in ('serving', 'ended')
        and order_earned_fen(release, state, amount_fen, refunded_fen, serve_start_at, serve_end_at, business_now())
          > cleared_fen)`,
    },
  ],
  tables: [
    { table: 'orders', rows: ({ userId }) => OWN(userId), leftOut: ['seq', 'search_text'], onErasure: 'keep' },
    {
      table: 'orders',
      name: 'choices',
      rows: ({ userId }) => sql`t.buyer_id = ${userId}`,
      leftOut: 'all',
      // What a buyer chose may be words of their own; a market keeps what the law wants of it.
      onErasure: { choice: sql`'{}'::jsonb` },
    },
    {
      table: 'orders',
      name: 'failures',
      rows: ({ userId }) => sql`${OWN(userId)} and t.fail_reason is not null and not ${isProgramWritten('t.id')}`,
      leftOut: 'all',
      onErasure: { fail_reason: ERASED },
    },
    {
      table: 'orders',
      name: 'searchTexts',
      rows: ({ userId }) => sql`t.seller_id = ${userId}`,
      leftOut: 'all',
      // By what a seller's goods were called; the order stays to be found by its number.
      onErasure: { search_text: sql`t.out_trade_no` },
    },
    { table: 'order_events', rows: ({ userId }) => ofOwnOrder(userId), leftOut: ['id', 'detail'], onErasure: 'keep' },
    {
      table: 'clearings',
      rows: ({ userId }) => sql`t.order_id in (select id from orders where seller_id = ${userId})`,
      onErasure: 'keep',
    },
    {
      table: 'order_refunds',
      rows: ({ userId }) => ofOwnOrder(userId),
      leftOut: ['key', 'refund_number'],
      onErasure: 'keep',
    },
    {
      table: 'order_refunds',
      name: 'reasons',
      rows: ({ userId }) => sql`${ofOwnOrder(userId)} and t.key not in (${UNSERVED}, ${UNDELIVERED})`,
      leftOut: 'all',
      onErasure: { reason: ERASED },
    },
    { table: 'order_counts', rows: ({ userId }) => sql`t.user_id = ${userId}`, leftOut: 'all', onErasure: 'keep' },
    { table: 'order_daily_clearings', rows: ({ userId }) => sql`t.user_id = ${userId}`, onErasure: 'delete' },
    {
      table: 'order_count_deltas',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: 'all',
      onErasure: 'keep',
    },
  ],
}
