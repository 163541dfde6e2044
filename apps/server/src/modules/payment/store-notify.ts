import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/handle.ts'
import type { Notification } from './provider.ts'

export type KeptNotify = { notifyId: string; outTradeNo: string; refundNumber: string | null; isHandled: boolean }

/** Keeps a verified notification; false when its notify_id is known. */
export async function insertNotify(tx: Tx, notification: Notification, raw: Buffer): Promise<boolean> {
  const { notifyId, outTradeNo, tradeStatus, refundNumber = null, hasUnknownKeys } = notification
  const { numAffectedRows } = await sql`
    insert into payment_notify (notify_id, raw, out_trade_no, trade_status, refund_number, has_unknown_keys)
    values (${notifyId}, ${raw}, ${outTradeNo}, ${tradeStatus}, ${refundNumber}, ${hasUnknownKeys})
    on conflict (notify_id) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function findNotify(db: Db, notifyId: string): Promise<KeptNotify | undefined> {
  const { rows } = await sql<KeptNotify>`select notify_id as "notifyId", out_trade_no as "outTradeNo",
    refund_number as "refundNumber", handled_at is not null as "isHandled"
    from payment_notify where notify_id = ${notifyId}`.execute(db)
  return rows[0]
}

export async function markHandled(db: Db, notifyId: string, outcome: string): Promise<void> {
  await sql`update payment_notify set handled_at = business_now(), outcome = ${outcome}
    where notify_id = ${notifyId} and handled_at is null`.execute(db)
}
