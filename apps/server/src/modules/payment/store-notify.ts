import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import type { Notification } from './provider.ts'

export type KeptNotify = { notifyId: string; outTradeNo: string; refundNumber: string | null }

/** How a notification and the attempt it names fit together, and whether it was kept just now. */
export type Keeping = { isTradeNoRight: boolean; isAmountRight: boolean; isNew: boolean }

/**
 * Keeps a verified notification if its attempt has that amount and no other trade_no, and only once; undefined when the
 * number is none of ours. One statement, so that a hundred copies at once cost one statement each.
 */
export async function keepNotify(db: Db, notification: Notification, raw: Buffer): Promise<Keeping | undefined> {
  const { notifyId, outTradeNo, tradeNo, amountFen, tradeStatus, refundNumber = null, hasUnknownKeys } = notification
  const { rows } = await sql<Keeping>`
    with attempt as (
      select trade_no is null or trade_no = ${tradeNo} as "isTradeNoRight", amount_fen = ${amountFen} as "isAmountRight"
      from payment_attempt where out_trade_no = ${outTradeNo}
    ), kept as (
      insert into payment_notify (notify_id, raw, out_trade_no, trade_status, refund_number, has_unknown_keys)
      select ${notifyId}, ${raw}::bytea, ${outTradeNo}, ${tradeStatus}, ${refundNumber}, ${hasUnknownKeys}
      from attempt where "isTradeNoRight" and "isAmountRight"
      on conflict (notify_id) do nothing returning 1
    )
    select attempt.*, exists (select from kept) as "isNew" from attempt`.execute(db)
  return rows[0]
}

/** Marks those whose payment was settled without them: nothing has to be asked any more. */
export async function markSettled(db: Db): Promise<void> {
  await sql`update payment_notify n set handled_at = business_now(), outcome = 'nothing to do'
    from payment_attempt a where n.handled_at is null and n.refund_number is null
      and a.out_trade_no = n.out_trade_no and a.state not in ('open', 'closed')`.execute(db)
}

/** Notifications nobody acted on yet, oldest first, without those given. */
export async function listUnhandled(db: Db, without: readonly string[], limit: number): Promise<KeptNotify[]> {
  const { rows } = await sql<KeptNotify>`
    select notify_id as "notifyId", out_trade_no as "outTradeNo", refund_number as "refundNumber"
    from payment_notify where handled_at is null and notify_id <> all(${without}::text[])
    order by received_at limit ${limit}`.execute(db)
  return rows
}

export async function markHandled(db: Db, notifyId: string, outcome: string): Promise<void> {
  await sql`update payment_notify set handled_at = business_now(), outcome = ${outcome}
    where notify_id = ${notifyId} and handled_at is null`.execute(db)
}
