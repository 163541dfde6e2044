import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/handle.ts'

export type LiveState = 'awaiting-approval' | 'in-flight'
export type PayoutState = LiveState | 'paid' | 'failed' | 'declined'

export type Payout = {
  id: string
  number: string
  userId: string
  bindingId: string
  amountFen: bigint
  state: PayoutState
  /** How often the provider was asked, this time included. */
  asks: number
  endedAt: Date | null
  now: Date
}

const columns = sql<Payout>`id, number, user_id as "userId", binding_id as "bindingId", amount_fen as "amountFen",
  state, asks, ended_at as "endedAt", business_now() as now`

/** Until a process that died meanwhile is replaced. Should a call take longer, the same number is sent twice: no harm. */
const CLAIM = sql`interval '20 seconds'`

/** Raises the unique violation `wallet_payout_one_live`. */
export async function insertPayout(
  tx: Tx,
  payout: {
    id: string
    number: string
    userId: string
    bindingId: string
    amountFen: bigint
    state: LiveState
  },
): Promise<void> {
  const { id, number, userId, bindingId, amountFen, state } = payout
  const nextAskAt = state === 'in-flight' ? sql`business_now()` : null
  await sql`insert into wallet_payout (id, number, user_id, binding_id, amount_fen, state, next_ask_at)
    values (${id}, ${number}, ${userId}, ${bindingId}, ${amountFen}, ${state}, ${nextAskAt})`.execute(tx)
}

/** What left or is leaving today (Shanghai) to this person without the agreement of two people. */
export async function sumSentAlone(tx: Tx, userId: string): Promise<bigint> {
  const { rows } = await sql<{ fen: bigint }>`select wallet_sent_alone_fen(${userId}, business_now()) as fen`.execute(
    tx,
  )
  return rows[0]!.fen
}

/** A person's payout that has not ended: under way, or waiting for approval. There is one at most. */
export async function findLive(db: Db | Tx, userId: string): Promise<(Payout & { state: LiveState }) | undefined> {
  const { rows } = await sql<Payout & { state: LiveState }>`select ${columns} from wallet_payout
    where user_id = ${userId} and state in ('awaiting-approval', 'in-flight')`.execute(db)
  return rows[0]
}

/** Takes payouts that are due, or the one of that id; nobody else gets the same for a while. */
export async function claimPayouts(db: Db, by: { limit: number } | { id: string }): Promise<Payout[]> {
  const due: RawBuilder<unknown> =
    'id' in by
      ? sql`select id from wallet_payout where id = ${by.id} and next_ask_at <= business_now() for update skip locked`
      : sql`select id from wallet_payout where next_ask_at <= business_now()
          order by next_ask_at limit ${by.limit} for update skip locked`
  const { rows } = await sql<Payout>`
    update wallet_payout set next_ask_at = business_now() + ${CLAIM}, asks = asks + 1
    where id in (${due}) returning ${columns}`.execute(db)
  return rows
}

export async function planAsk(db: Db, id: string, afterMs: number, reason: string): Promise<void> {
  await sql`update wallet_payout set next_ask_at = business_now() + ${afterMs} * interval '1 millisecond', reason = ${reason}
    where id = ${id} and state = 'in-flight'`.execute(db)
}

export async function planWatch(db: Db, id: string, at: Date | null): Promise<void> {
  await sql`update wallet_payout set next_ask_at = ${at} where id = ${id} and state = 'paid'`.execute(db)
}

/** The guarded step; false when the payout was not in that state any more. */
export async function movePayout(
  tx: Tx,
  id: string,
  from: PayoutState,
  to: { state: 'paid'; providerOrderId: string } | { state: 'failed'; reason: string; isUnclaimed?: boolean },
): Promise<boolean> {
  const isPaid = to.state === 'paid'
  const { numAffectedRows } = await sql`
    update wallet_payout set state = ${to.state}, ended_at = business_now(),
      paid_at = ${isPaid ? sql`business_now()` : sql`paid_at`},
      provider_order_id = coalesce(${isPaid ? to.providerOrderId : null}, provider_order_id),
      reason = ${isPaid ? null : to.reason}, is_unclaimed = ${!isPaid && to.isUnclaimed === true},
      next_ask_at = ${isPaid ? sql`business_now() + interval '10 minutes'` : null}
    where id = ${id} and state = ${from}`.execute(tx)
  return numAffectedRows === 1n
}

export type PayoutSums = { awaitingFen: bigint; inFlightFen: bigint; paidFen: bigint }

export async function sumPayouts(db: Db, userId: string): Promise<PayoutSums> {
  const { rows } = await sql<PayoutSums>`select
    coalesce(sum(amount_fen) filter (where state = 'awaiting-approval'), 0)::bigint as "awaitingFen",
    coalesce(sum(amount_fen) filter (where state = 'in-flight'), 0)::bigint as "inFlightFen",
    coalesce(sum(amount_fen) filter (where state = 'paid'), 0)::bigint as "paidFen"
    from wallet_payout where user_id = ${userId}`.execute(db)
  return rows[0]!
}

/** States of payouts by number, for the bill. */
export async function listStates(db: Db, numbers: string[]): Promise<Map<string, PayoutState>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ number: string; state: PayoutState }>`
    select number, state from wallet_payout where number = any(${numbers})`.execute(db)
  return new Map(rows.map((row) => [row.number, row.state]))
}

export async function countOverdue(db: Db, minutes: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) from wallet_payout
    where state = 'in-flight' and created_at < business_now() - ${minutes} * interval '1 minute'`.execute(db)
  return Number(rows[0]!.count)
}

/**
 * Payouts that left us, for the comparison with the provider's bill; `returnedAt` when the money came back later,
 * `isUnclaimed` when its payee was gone by then.
 */
export type SentPayout = {
  number: string
  amountFen: bigint
  paidAt: Date
  returnedAt: Date | null
  isUnclaimed: boolean
}

const sentColumns = sql<SentPayout>`number, amount_fen as "amountFen", paid_at as "paidAt",
  case when state = 'failed' then ended_at end as "returnedAt", is_unclaimed as "isUnclaimed"`

export async function findSent(db: Db, numbers: string[]): Promise<SentPayout[]> {
  const { rows } = await sql<SentPayout>`select ${sentColumns} from wallet_payout
    where number = any(${numbers}) and paid_at is not null`.execute(db)
  return rows
}

/** Paid or come back within [from, until). */
export async function listSent(db: Db, from: Date, until: Date): Promise<SentPayout[]> {
  const { rows } = await sql<SentPayout>`select ${sentColumns} from wallet_payout
    where paid_at >= ${from} and paid_at < ${until}
    union select ${sentColumns} from wallet_payout
    where paid_at is not null and state = 'failed' and ended_at >= ${from} and ended_at < ${until}`.execute(db)
  return rows
}
