import type { DIFFERENCE_KINDS } from '@trove/contract/payment/reconciliation'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'

export type Difference = {
  id: string
  day: string
  kind: (typeof DIFFERENCE_KINDS)[number]
  movement: 'payment' | 'refund' | 'payout' | 'payout-return' | null
  number: string
  reference: string
  ourFen: bigint | null
  billFen: bigint | null
  foundAt: Date
  settledAt: Date | null
  settledBy: string | null
  note: string | null
}

export type Day = {
  day: string
  state: 'waiting' | 'parked' | 'done' | 'absent'
  lineCount: number | null
  reason: string | null
  openCount: number
  differenceCount: number
}

const columns = sql<Difference>`id, day::text, kind, movement, number, reference, our_fen as "ourFen",
  bill_fen as "billFen", found_at as "foundAt", settled_at as "settledAt", settled_by as "settledBy", note`

/** Differences, newest first; `isOpen` leaves out what is settled. */
export async function listDifferences(
  db: Db,
  { day, isOpen, page, size }: { day: string | undefined; isOpen: boolean; page: number; size: number },
): Promise<{ differences: Difference[]; total: number }> {
  const wanted = sql`(${day ?? null}::date is null or day = ${day ?? null}::date) and (not ${isOpen} or settled_at is null)`
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Difference>`select ${columns} from payment_difference where ${wanted}
      order by seq desc limit ${size} offset ${page * size}`.execute(db),
    sql<{ count: bigint }>`select count(*) from payment_difference where ${wanted}`.execute(db),
  ])
  return { differences: rows, total: Number(counts[0]!.count) }
}

/** Days, newest first. */
export async function listDays(db: Db, { page, size }: { page: number; size: number }) {
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Day>`select r.day::text, case when r.is_parked then 'parked' else r.state end as state, r.line_count as "lineCount", r.reason,
        count(d.id) filter (where d.settled_at is null)::int as "openCount", count(d.id)::int as "differenceCount"
      from payment_reconciliation r left join payment_difference d on d.day = r.day
      group by r.day order by r.day desc limit ${size} offset ${page * size}`.execute(db),
    sql<{ count: bigint }>`select count(*) from payment_reconciliation`.execute(db),
  ])
  return { days: rows, total: Number(counts[0]!.count) }
}

export async function findDifference(tx: Db | Tx, id: string): Promise<Difference | undefined> {
  const { rows } = await sql<Difference>`select ${columns} from payment_difference where id = ${id}`.execute(tx)
  return rows[0]
}

/** The numbers of these differences, by id: ours, or where there is none the provider's. */
export async function findDifferenceNumbers(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; number: string }>`
    select id, coalesce(nullif(number, ''), reference) as number from payment_difference where id = any(${ids})`.execute(
    db,
  )
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** The guarded step; undefined when there is no such difference, `false` when it was settled before. */
export async function settleDifference(
  db: Db | Tx,
  { id, operatorId, note }: { id: string; operatorId: string; note: string },
): Promise<Difference | false | undefined> {
  const { rows } = await sql<Difference>`
    update payment_difference set settled_at = business_now(), settled_by = ${operatorId}, note = ${note}
    where id = ${id} and settled_at is null returning ${columns}`.execute(db)
  if (rows[0]) return rows[0]
  const { rows: known } = await sql`select 1 from payment_difference where id = ${id}`.execute(db)
  return known.length > 0 ? false : undefined
}

export async function countOpen(db: Db): Promise<{ open: number; waitingDays: number; parkedDays: number }> {
  const { rows } = await sql<{ open: bigint; waiting: bigint; parked: bigint }>`select
    (select count(*) from payment_reconciliation where is_parked) as parked,
    (select count(*) from payment_difference where settled_at is null) as open,
    (select count(*) from payment_reconciliation where state = 'waiting' and next_try_at < business_now() + interval '1 day'
      and (day + 2)::timestamp at time zone 'Asia/Shanghai' < business_now()) as waiting`.execute(db)
  return { open: Number(rows[0]!.open), waitingDays: Number(rows[0]!.waiting), parkedDays: Number(rows[0]!.parked) }
}
