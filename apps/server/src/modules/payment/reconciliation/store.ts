import { sql } from 'kysely'
import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { BillLine, SentPayout } from './bill-provider.ts'

export type DayState = 'waiting' | 'done' | 'absent'
/** `now` is business time. */
export type DueDay = { day: string; tries: number; fromAt: Date; untilAt: Date; readyAt: Date; now: Date }

const ZONE = sql`'Asia/Shanghai'`
/** Until a process that died meanwhile is replaced. Should a day take longer, whoever ends it first counts. */
const CLAIM = sql`interval '20 seconds'`
const INSERT_SIZE = 5000

/**
 * Adds a row for every day of Shanghai that is over, from the first on which money of ours may have moved. Days without a
 * movement count as well: what we learn late has its line in an earlier bill.
 */
export async function addDays(db: Db): Promise<void> {
  await sql`
    with span as (select coalesce((select max(day) + 1 from payment_reconciliation),
        (select min(created_at at time zone ${ZONE})::date from payment_attempt)) as first,
      (business_now() at time zone ${ZONE})::date - 1 as last)
    insert into payment_reconciliation (day, next_try_at)
    select first + n, (first + n + 1 + time '10:00') at time zone ${ZONE}
    from span, generate_series(0, last - first) n where first is not null
    on conflict (day) do nothing`.execute(db)
}

/**
 * Takes the oldest day that is due; nobody else gets it for a while. One day after the other, but for those parked: they
 * keep no later day waiting.
 */
export async function claimDay(db: Db): Promise<DueDay | undefined> {
  const { rows } = await sql<DueDay>`
    update payment_reconciliation r set tries = tries + 1, next_try_at = business_now() + ${CLAIM}
    where day = (
        select day from payment_reconciliation w where state = 'waiting' and next_try_at <= business_now()
          and (is_parked or not exists (select from payment_reconciliation e
            where e.state = 'waiting' and not e.is_parked and e.day < w.day))
        order by day limit 1)
      and state = 'waiting' and next_try_at <= business_now()
    returning day::text, tries, day::timestamp at time zone ${ZONE} as "fromAt",
      (day + 1)::timestamp at time zone ${ZONE} as "untilAt",
      (day + 1 + time '10:00') at time zone ${ZONE} as "readyAt", business_now() as now`.execute(db)
  return rows[0]
}

/**
 * A day that is parked once stays so: it has shown that it can keep the others waiting. `hasFailed` is false when the
 * provider answered that the bill is not there yet: that is no try that went wrong.
 */
export async function planTry(
  db: Db,
  day: string,
  { afterMs, reason, isParked, hasFailed }: { afterMs: number; reason: string; isParked: boolean; hasFailed: boolean },
): Promise<void> {
  await sql`update payment_reconciliation set next_try_at = business_now() + ${afterMs} * interval '1 millisecond',
    reason = ${reason}, is_parked = is_parked or ${isParked}, tries = tries - ${hasFailed ? 0 : 1}
    where day = ${day}::date and state = 'waiting'`.execute(db)
}

/** The guarded step out of waiting; false when another caller made it. */
export async function endDay(
  tx: Tx,
  day: string,
  { state, lineCount, feeFen }: { state: 'done' | 'absent'; lineCount: number; feeFen: bigint },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment_reconciliation set state = ${state}, line_count = ${lineCount}, fee_fen = ${feeFen}, reason = null, is_parked = false, ended_at = business_now()
    where day = ${day}::date and state = 'waiting'`.execute(tx)
  return numAffectedRows === 1n
}

export async function insertLines(tx: Tx, day: string, lines: readonly BillLine[]): Promise<void> {
  for (let from = 0; from < lines.length; from += INSERT_SIZE) {
    const some = lines.slice(from, from + INSERT_SIZE)
    await sql`
      insert into payment_bill_line (day, line, kind, number, reference, amount_fen, fee_fen, moved_at)
      select ${day}::date, l.line + ${from}, l.kind, l.number, l.reference, l.amount, l.fee, l.at
      from unnest(${some.map((line) => line.movement)}::text[], ${some.map((line) => line.number)}::text[],
        ${some.map((line) => line.reference)}::text[], ${some.map((line) => String(line.amountFen))}::bigint[],
        ${some.map((line) => String(line.feeFen))}::bigint[], ${some.map((line) => line.movedAt.toISOString())}::timestamptz[])
        with ordinality l(kind, number, reference, amount, fee, at, line)`.execute(tx)
  }
}

/** What our books say of payouts, as rows of (kind, number, reference, amount_fen, moved_at). */
function payoutRows(payouts: readonly SentPayout[]) {
  const rows = payouts.flatMap(({ number, amountFen, paidAt, returnedAt }) => [
    { kind: 'payout', number, amountFen, at: paidAt },
    ...(returnedAt ? [{ kind: 'payout-return', number, amountFen, at: returnedAt }] : []),
  ])
  return sql`select u.kind, u.number, '' as reference, u.amount_fen, u.moved_at
    from unnest(${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.number)}::text[],
      ${rows.map((row) => String(row.amountFen))}::bigint[], ${rows.map((row) => row.at.toISOString())}::timestamptz[])
      u(kind, number, amount_fen, moved_at)`
}

const OURS = sql`select 'payment' as kind, out_trade_no as number, '' as reference, amount_fen, paid_at as moved_at
    from payment_attempt where paid_at is not null
  union all select 'refund', r.number, a.out_trade_no, r.amount_fen, r.done_at
    from payment_refund r join payment_attempt a on a.id = r.attempt_id where r.state = 'done' and r.outside_id is null`

/**
 * Lines of the day's bill that our books do not have, have with another amount, or have once while the bill has them
 * twice. `known` are the payouts whose numbers the bill names.
 */
export async function findBillSide(tx: Tx, day: string, known: readonly SentPayout[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with ours as materialized (
      select o.* from (${OURS}) o where exists (select from payment_bill_line l
        where l.day = ${day}::date and l.number = o.number and l.kind = o.kind)
      union all ${payoutRows(known)}),
    lines as materialized (
      select l.*, (select count(*) from payment_bill_line e where e.number = l.number and e.kind = l.kind
          and e.reference = l.reference and (e.day <> l.day or e.line < l.line)) as before
      from payment_bill_line l where l.day = ${day}::date)
    select case when before > 0 and l.kind = 'refund' then 'duplicate-refund'
        when l.kind = 'payout' and (before > 0 or o.number is null) then 'unknown-payout'
        when before > 0 or o.number is null then 'missing-here' else 'amount' end as kind,
      l.kind as movement, l.number, l.reference,
      case when before = 0 then o.amount_fen end as "ourFen", l.amount_fen as "billFen"
    from lines l left join ours o on o.kind = l.kind and o.number = l.number and o.reference = l.reference
    where before > 0 or o.number is null or o.amount_fen <> l.amount_fen
    order by l.line`.execute(tx)
  return rows
}

/** Movements of ours within [from, until) that no bill up to that day has. `sent` are the payouts of that time. */
export async function findOurSide(
  tx: Tx,
  { day, from, until, sent }: { day: string; from: Date; until: Date; sent: readonly SentPayout[] },
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select 'missing-there' as kind, o.kind as movement, o.number, o.reference, o.amount_fen as "ourFen", null as "billFen"
    from (${OURS} union all ${payoutRows(sent)}) o
    where o.moved_at >= ${from} and o.moved_at < ${until}
      and not exists (select from payment_bill_line l where l.number = o.number and l.kind = o.kind and l.day <= ${day}::date)
    order by o.moved_at, o.number`.execute(tx)
  return rows
}

export type Found = {
  kind: string
  movement: BillLine['movement'] | null
  number: string
  reference: string
  ourFen: bigint | null
  billFen: bigint | null
}

export async function insertDifferences(tx: Tx, day: string, found: readonly Found[]): Promise<void> {
  for (let from = 0; from < found.length; from += INSERT_SIZE) {
    const some = found.slice(from, from + INSERT_SIZE)
    const fen = (value: bigint | null) => (value === null ? null : String(value))
    await sql`
      insert into payment_difference (id, day, kind, movement, number, reference, our_fen, bill_fen)
      select u.id, ${day}::date, u.kind, u.movement, u.number, u.reference, u.our_fen, u.bill_fen
      from unnest(${some.map(() => newId())}::text[], ${some.map((each) => each.kind)}::text[],
        ${some.map((each) => each.movement)}::text[], ${some.map((each) => each.number)}::text[],
        ${some.map((each) => each.reference)}::text[], ${some.map((each) => fen(each.ourFen))}::bigint[],
        ${some.map((each) => fen(each.billFen))}::bigint[])
        with ordinality u(id, kind, movement, number, reference, our_fen, bill_fen, no)
      order by u.no`.execute(tx)
  }
}

/** Payouts that came back to nobody, each told once: the money lies in suspense until the staff settles it. */
export async function findUnclaimed(tx: Tx, payouts: readonly SentPayout[]): Promise<Found[]> {
  const amounts = new Map(payouts.filter((each) => each.isUnclaimed).map((each) => [each.number, each.amountFen]))
  if (amounts.size === 0) return []
  const { rows } = await sql<{ number: string }>`select number from payment_difference
    where kind = 'unclaimed-return' and number = any(${[...amounts.keys()]})`.execute(tx)
  for (const { number } of rows) amounts.delete(number)
  return [...amounts].map(([number, fen]) => ({
    kind: 'unclaimed-return',
    movement: 'payout-return',
    number,
    reference: '',
    ourFen: fen,
    billFen: null,
  }))
}

/** Settles what agrees by now: we learnt of a movement late, or its line came with a later bill. */
export async function settleLater(tx: Tx, known: readonly SentPayout[]): Promise<void> {
  await sql`
    update payment_difference d set settled_at = business_now(), settled_by = 'later'
    where settled_at is null and (
      (d.kind in ('missing-here', 'unknown-payout') and exists (
        select from (${OURS} union all ${payoutRows(known)}) o where o.kind = d.movement and o.number = d.number
          and o.reference = d.reference and o.amount_fen = d.bill_fen)
        and not exists (select from payment_difference e where e.seq < d.seq and e.movement = d.movement and e.number = d.number)
        and (select count(*) from payment_bill_line l where l.kind = d.movement and l.number = d.number) = 1)
      or (d.kind = 'missing-there' and exists (
        select from payment_bill_line l where l.kind = d.movement and l.number = d.number and l.amount_fen = d.our_fen)))`.execute(
    tx,
  )
}

/** Numbers of payouts the day's bill names, and those of open differences: what is asked of the wallet. */
export async function listPayoutNumbers(tx: Tx, day: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from payment_bill_line where day = ${day}::date and kind in ('payout', 'payout-return')
    union select number from payment_difference where settled_at is null and movement in ('payout', 'payout-return')`.execute(
    tx,
  )
  return rows.map((row) => row.number)
}

/** Forgets lines no late news can need any more; the differences stay. */
export async function deleteOldLines(db: Db, keptDays: number): Promise<void> {
  await sql`delete from payment_bill_line where day < (business_now() at time zone ${ZONE})::date - ${keptDays}::int`.execute(
    db,
  )
}
