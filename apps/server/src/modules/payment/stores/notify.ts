import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'
import type { Notification } from '../model/provider.ts'
import { CLAIM_HOLDS_MINUTES } from '../model/rules.ts'
import { ATTEMPT_COLUMNS, type Attempt } from './store.ts'

/** A kept notification with the attempt it names, as both stood when they were read. */
export type KeptNotify = {
  notifyId: string
  refundNumber: string | null
  /** It says that the money came. */
  claimsPaid: boolean
  receivedAt: Date
  attempt: Attempt
}

/** How a notification and the attempt it names fit together, and whether it was kept just now. */
export type Keeping = { isTradeNoRight: boolean; isAmountRight: boolean; isNew: boolean }

/** True of notifications `n` that say that the money came. */
const CLAIMS_PAID: RawBuilder<boolean> = sql`(n.refund_number is null and n.trade_status in ('TRADE_SUCCESS', 'TRADE_FINISHED'))`

/**
 * Keeps a verified notification if its attempt has that amount and no other trade_no, and only once; undefined when the
 * number is none of ours. One statement, so that a hundred copies at once cost one statement each.
 */
export async function keepNotify(db: Db, notification: Notification): Promise<Keeping | undefined> {
  const { notifyId, outTradeNo, tradeNo, amountFen, tradeStatus, refundNumber = null, hasUnknownKeys } = notification
  const { rows } = await sql<Keeping>`
    with attempt as (
      select trade_no is null or trade_no = ${tradeNo} as "isTradeNoRight", amount_fen = ${amountFen} as "isAmountRight"
      from payment_attempt where out_trade_no = ${outTradeNo}
    ), kept as (
      insert into payment_notify (notify_id, out_trade_no, trade_status, refund_number, has_unknown_keys)
      select ${notifyId}, ${outTradeNo}, ${tradeStatus}, ${refundNumber}, ${hasUnknownKeys}
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

/**
 * Notifications that are due, those due longest first, without those given. One of an attempt that another process began
 * to ask about within the last second waits: the buyer at the result page nearly always settles it, and two that settle
 * the same payment wait for each other's locks.
 */
export async function listUnhandled(db: Db, without: readonly string[], limit: number): Promise<KeptNotify[]> {
  type Row = Omit<KeptNotify, 'attempt'> & Attempt
  const { rows } = await sql<Row>`
    select n.notify_id as "notifyId", n.refund_number as "refundNumber", ${CLAIMS_PAID} as "claimsPaid",
      n.received_at as "receivedAt", ${ATTEMPT_COLUMNS}
    from payment_notify n join payment_attempt a on a.out_trade_no = n.out_trade_no
    where n.handled_at is null and n.next_ask_at <= business_now() and n.notify_id <> all(${without}::text[])
      and (n.refund_number is not null or a.state not in ('open', 'closed') or a.last_look_at is null
        or a.last_look_at <= business_now() - interval '1 second')
    order by n.next_ask_at limit ${limit}`.execute(db)
  return rows.map(({ notifyId, refundNumber, claimsPaid, receivedAt, ...attempt }) => ({
    notifyId,
    refundNumber,
    claimsPaid,
    receivedAt,
    attempt,
  }))
}

/** Whether a notification of the last minutes says that the trade was paid, and the provider did not agree so far. */
export async function hasPaidClaim(db: Db, outTradeNo: string): Promise<boolean> {
  const { rows } = await sql`select from payment_notify n where n.out_trade_no = ${outTradeNo} and n.handled_at is null
    and ${CLAIMS_PAID} and n.received_at > business_now() - make_interval(mins => ${CLAIM_HOLDS_MINUTES}::int)`.execute(
    db,
  )
  return rows.length > 0
}

export async function postponeNotify(db: Db, notifyId: string, afterMs: number): Promise<void> {
  await sql`update payment_notify set next_ask_at = business_now() + ${afterMs} * interval '1 millisecond'
    where notify_id = ${notifyId} and handled_at is null`.execute(db)
}

export async function markHandled(db: Db, handled: readonly { notifyId: string; outcome: string }[]): Promise<void> {
  await sql`update payment_notify n set handled_at = business_now(), outcome = h.outcome
    from unnest(${handled.map(({ notifyId }) => notifyId)}::text[], ${handled.map(({ outcome }) => outcome)}::text[])
      as h(notify_id, outcome)
    where n.notify_id = h.notify_id and n.handled_at is null`.execute(db)
}
