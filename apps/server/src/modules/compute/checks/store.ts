import { type Selectable, sql } from 'kysely'
import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { CheckResult, CheckTrigger, Measured, MeasuredFact } from '../model/rules.ts'
import type { CheckTable, ComputeTables } from '../model/tables.ts'

export type CheckRow = Selectable<CheckTable>
export type CheckOutcome = { result: CheckResult; differing: MeasuredFact[]; measured: Measured | null }

/** What a check says of a machine that could not be measured. */
export const UNREACHABLE: CheckOutcome = { result: 'unreachable', differing: [], measured: null }

const LISTED = 20
/** A run that is not done by then: nobody seems to work on it, or it fails again and again. */
const isStale = sql<boolean>`started_at < business_now() - interval '5 minutes'`

/** Runs of the machine check as rows. */
export function createCheckStore(db: Db) {
  const on = (handle: Db | Tx) => handle.withTables<ComputeTables>()
  return {
    /** Undefined when the offer has a run that is not done. */
    async insert(tx: Tx, offerId: string, trigger: CheckTrigger): Promise<CheckRow | undefined> {
      return on(tx)
        .insertInto('compute_checks')
        .values({ id: newId(), offer_id: offerId, trigger })
        .onConflict((conflict) =>
          // Written out, not a parameter: a plan kept for any parameter could not prove that this is the partial index.
          conflict.column('offer_id').where(sql<boolean>`state <> 'done'`).doNothing(),
        )
        .returningAll()
        .executeTakeFirst()
    },
    /** A run that was made at once, as part of a hand-over. */
    async insertDone(tx: Tx, offerId: string, trigger: CheckTrigger, outcome: CheckOutcome): Promise<void> {
      await on(tx)
        .insertInto('compute_checks')
        .values({
          id: newId(),
          offer_id: offerId,
          trigger,
          state: 'done',
          done_at: sql`business_now()`,
          ...json(outcome),
        })
        .execute()
    },
    async find(id: string): Promise<CheckRow | undefined> {
      return on(db).selectFrom('compute_checks').selectAll().where('id', '=', id).executeTakeFirst()
    },
    async hasOpen(offerId: string): Promise<boolean> {
      const found = await on(db)
        .selectFrom('compute_checks')
        .select('id')
        .where('offer_id', '=', offerId)
        .where('state', '<>', 'done')
        .executeTakeFirst()
      return found !== undefined
    },
    async markRunning(id: string): Promise<void> {
      await on(db)
        .updateTable('compute_checks')
        .set({ state: 'running' })
        .where('id', '=', id)
        .where('state', '=', 'queued')
        .execute()
    },
    /** False when the run was done already. */
    async finish(tx: Tx, id: string, outcome: CheckOutcome): Promise<boolean> {
      const { numUpdatedRows } = await on(tx)
        .updateTable('compute_checks')
        .set({ state: 'done', done_at: sql`business_now()`, ...json(outcome) })
        .where('id', '=', id)
        .where('state', '<>', 'done')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** For a run whose question has no point any more. */
    async drop(handle: Db | Tx, id: string): Promise<void> {
      await on(handle).deleteFrom('compute_checks').where('id', '=', id).where('state', '<>', 'done').execute()
    },
    /** What the last checks within the hour found, newest first, and whether each ended so many minutes ago or earlier. */
    async findLatest(tx: Tx, offerId: string, minutes: number) {
      return on(tx)
        .selectFrom('compute_checks')
        .select([
          'result',
          'differing',
          sql<boolean>`done_at <= business_now() - make_interval(mins => ${minutes}::int)`.as('is_earlier'),
        ])
        .where('offer_id', '=', offerId)
        .where('state', '=', 'done')
        .where('done_at', '>', sql<Date>`business_now() - interval '1 hour'`)
        .orderBy('seq', 'desc')
        .limit(LISTED)
        .execute()
    },
    async list(offerId: string): Promise<CheckRow[]> {
      return on(db)
        .selectFrom('compute_checks')
        .selectAll()
        .where('offer_id', '=', offerId)
        .orderBy('seq', 'desc')
        .limit(LISTED)
        .execute()
    },
    /** Offers whose daily check is due and whose machine is at rest. */
    async findDue(limit: number): Promise<string[]> {
      const rows = await on(db)
        .selectFrom('compute_offers as o')
        .select('o.id')
        .where('o.next_check_at', '<=', sql<Date>`business_now()`)
        .where('o.deleted_at', 'is', null)
        .where('o.listing', '=', 'online')
        .where('o.slot', 'in', ['free', 'ended'])
        .where('o.cleaning', '=', 'none')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('compute_checks as c')
                .select('c.id')
                .whereRef('c.offer_id', '=', 'o.id')
                .where('c.state', '<>', 'done'),
            ),
          ),
        )
        .orderBy('o.next_check_at')
        .limit(limit)
        .execute()
      return rows.map((row) => row.id)
    },
    async isStale(id: string): Promise<boolean> {
      const found = await on(db)
        .selectFrom('compute_checks')
        .select('id')
        .where('id', '=', id)
        .where(isStale)
        .executeTakeFirst()
      return found !== undefined
    },
    /** Whether our own network was out of order in the last minutes, by the rounds that probe leased machines. */
    async hadOutage(): Promise<boolean> {
      const { rows } = await sql<{ had: boolean }>`select exists (select from compute_probe_rounds
        where verdict = 'unknown' and minute > business_now() - interval '3 minutes') as had`.execute(db)
      return rows[0]!.had
    },
    /** Runs that nobody seems to work on. */
    async findStale(): Promise<string[]> {
      const rows = await on(db)
        .selectFrom('compute_checks')
        .select('id')
        .where('state', '<>', 'done')
        .where(isStale)
        .limit(100)
        .execute()
      return rows.map((row) => row.id)
    },
  }
}

export type CheckStore = ReturnType<typeof createCheckStore>

function json({ result, differing, measured }: CheckOutcome) {
  return { result, differing: differing as string[], measured: measured && JSON.stringify(measured) }
}
