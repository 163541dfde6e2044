import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'

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

/** As people see a payout: what arrived first and came back is no failure like another. */
export type ShownState = PayoutState | 'returned'
const shownState = sql<ShownState>`case when state = 'failed' and paid_at is not null then 'returned' else state end`

/** States of payouts by number, for the bill. */
export async function listStates(db: Db, numbers: string[]): Promise<Map<string, ShownState>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ number: string; state: ShownState }>`
    select number, ${shownState} as state from wallet_payout where number = any(${numbers})`.execute(db)
  return new Map(rows.map((row) => [row.number, row.state]))
}

/** Numbers of a person's payouts whose money is back in the purse. */
export async function listUndone(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`select number from wallet_payout
    where user_id = ${userId} and state in ('failed', 'declined')`.execute(db)
  return rows.map(({ number }) => number)
}

/** Why nothing is paid out by itself to a person's account any more; undefined while all is well. */
export async function findHalt(db: Db, userId: string): Promise<'returned' | 'failed' | 'declined' | undefined> {
  const { rows } = await sql<{ halt: 'returned' | 'failed' | 'declined' }>`select case
      when b.failed_reason = 'declined' then 'declined'
      else coalesce((select ${shownState} from wallet_payout where binding_id = b.id and state = 'failed'
        order by ended_at desc limit 1), 'failed') end as halt
    from wallet_binding b where user_id = ${userId} and unbound_at is null and failed_reason is not null
      and not exists (select from wallet_payout where user_id = ${userId} and state in ('awaiting-approval', 'in-flight'))`.execute(
    db,
  )
  return rows[0]?.halt
}

/**
 * What became of the income a person cleared at these moments, in their order. A payout takes everything there is, so it is
 * the first that began then or later; if that one did not arrive, the first that began after it had come back.
 */
export async function traceCleared(db: Db, userId: string, at: Date[]): Promise<(ShownState | 'waiting')[]> {
  if (at.length === 0) return []
  const { rows } = await sql<{ state: ShownState | null }>`
    with recursive walk(no, step, since, payout_id, state) as (
      select c.no, 0, c.at, null::text, null::text
        from unnest(${at.map((each) => each.toISOString())}::timestamptz[]) with ordinality c(at, no)
      union all
      select walk.no, step + 1, next.ended_at, next.id, next.state from walk cross join lateral (
        select id, ended_at, ${shownState} as state from wallet_payout
        where user_id = ${userId} and created_at >= walk.since and id is distinct from walk.payout_id
        order by created_at limit 1) next
      where walk.state is null or walk.state in ('returned', 'failed', 'declined'))
    select distinct on (no) state from walk order by no, step desc`.execute(db)
  return rows.map((row) => row.state ?? 'waiting')
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
