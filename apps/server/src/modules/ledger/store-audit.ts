import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/handle.ts'
import type { Invariant, Violation } from './posting.ts'

/** A place in the hash chain: the seal of that number has that hash. Number 0 is before the first. */
export type Place = { no: bigint; hash: Buffer }

/** Where the last audit left off. `hoursSinceWhole`: since everything was found sound, the whole chain too; null when never. */
export type LastAudit = { verified: Place; hoursSinceWhole: number | null }

/** A rule that could not be checked. */
export type Failure = { invariant: string; reason: string }

export type AuditScope = 'whole' | 'since'

const MOST_BREACHES = 100
const LONGEST = '120s'

export async function findLastAudit(db: Db | Tx): Promise<LastAudit> {
  const { rows } = await sql<{ no: bigint; hash: Buffer; hours: number | null }>`select
    coalesce((select through_no from ledger_audit order by no desc limit 1), 0::bigint) as no,
    coalesce((select through_hash from ledger_audit order by no desc limit 1), ''::bytea) as hash,
    (select (extract(epoch from clock_timestamp() - max(started_at)) / 3600)::float8 from ledger_audit
      where scope = 'whole' and failed = 0 and violations = 0) as hours`.execute(db)
  const { no, hash, hours } = rows[0]!
  return { verified: { no, hash }, hoursSinceWhole: hours }
}

export async function insertAudit(
  db: Db,
  audit: { scope: AuditScope; through: Place; violations: number; failed: number; startedAt: Date },
): Promise<void> {
  const { scope, through, violations, failed, startedAt } = audit
  await sql`insert into ledger_audit (scope, through_no, through_hash, violations, failed, started_at)
    values (${scope}, ${through.no}, ${through.hash}, ${violations}, ${failed}, ${startedAt})`.execute(db)
}

export async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]!.now
}

/** What the last audit found, and for how many hours now every rule has not been checked; of a new ledger nothing. */
export type AuditFigures = { violations: number; failed: number; ageHours: number }

export async function readAuditFigures(db: Db): Promise<AuditFigures> {
  const { rows } = await sql<AuditFigures>`select coalesce(last.violations, 0) as violations,
      coalesce(last.failed, 0) as failed,
      coalesce((extract(epoch from clock_timestamp() - coalesce(
        (select max(ended_at) from ledger_audit where failed = 0),
        (select recorded_at from ledger_posting order by seq limit 1))) / 3600)::float8, 0) as "ageHours"
    from (select) one left join lateral
      (select violations, failed from ledger_audit order by no desc limit 1) last on true`.execute(db)
  return rows[0]!
}

/**
 * Runs the rules over one snapshot, so that postings made meanwhile are not taken for breaches. A rule that throws keeps
 * no other from being checked.
 */
export async function checkInvariants(
  db: Db,
  invariants: readonly Invariant[],
): Promise<{ violations: Violation[]; failures: Failure[]; head: Place }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(LONGEST)}`.execute(tx)
      const head = await findHead(tx)
      const violations: Violation[] = []
      const failures: Failure[] = []
      for (const invariant of invariants) {
        await sql`savepoint checked`.execute(tx)
        try {
          violations.push(...(await breachesOf(tx, invariant)))
        } catch (error) {
          // A lost connection throws here as well, and with it goes the whole audit.
          await sql`rollback to savepoint checked`.execute(tx)
          failures.push({ invariant: invariant.name, reason: (error as Error).message })
        }
      }
      return { violations, failures, head }
    })
}

async function breachesOf(tx: Tx, { name, sql: text }: Invariant): Promise<Violation[]> {
  const { rows } = await sql<{ detail: string }>`${sql.raw(text)} limit ${sql.lit(MOST_BREACHES)}`.execute(tx)
  return rows.map((row) => ({ invariant: name, detail: row.detail }))
}

async function findHead(tx: Tx): Promise<Place> {
  const { rows } = await sql<Place>`select no, hash from ledger_seal order by no desc limit 1`.execute(tx)
  return rows[0] ?? { no: 0n, hash: Buffer.alloc(0) }
}
