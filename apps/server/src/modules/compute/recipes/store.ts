import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { DUE_BATCH } from '../leases/store.ts'
import { type RecipeState, TURN_PAUSE_SECONDS } from '../model/rules.ts'
import type { ComputeTables, RecipeRunTable } from '../model/tables.ts'
import { lookPauseSeconds, NEXT_STATES, OPEN_STATES, type RecipeStep } from './rules.ts'

export type RunRow = Selectable<RecipeRunTable>
export type NewRun = Pick<RunRow, 'id' | 'order_id' | 'offer_id' | 'buyer_id' | 'recipe' | 'name' | 'script_sealed'>

/** Runs shown of one lease. */
const SHOWN_MOST = 50
/** Until a claimed run is looked at again, should its job be lost. */
const CLAIM_SECONDS = 60
const now = sql<Date>`business_now()`
const inSeconds = (seconds: number) => sql<Date>`business_now() + ${seconds} * interval '1 second'`

/** Runs of recipes as rows. Every change of state is guarded by the state it starts from. */
export function createRecipeRunStore(db: Db) {
  const on = (handle: Db | Tx) => handle.withTables<ComputeTables>()
  const inState = (id: string, state: RecipeState) =>
    on(db).updateTable('compute_recipe_runs').where('id', '=', id).where('state', '=', state)

  return {
    /** @param isRemoved its script is gone before it could begin */
    async insert(tx: Tx, run: NewRun, isRemoved = false): Promise<RunRow> {
      const over = { state: 'failed', failure: 'removed', ended_at: now, next_attempt_at: null } as const
      return on(tx)
        .insertInto('compute_recipe_runs')
        .values({ ...run, ...(isRemoved && over) })
        .returningAll()
        .executeTakeFirstOrThrow()
    },
    async find(id: string): Promise<RunRow | undefined> {
      return on(db).selectFrom('compute_recipe_runs').selectAll().where('id', '=', id).executeTakeFirst()
    },
    async list(orderId: string): Promise<RunRow[]> {
      return on(db)
        .selectFrom('compute_recipe_runs')
        .selectAll()
        .where('order_id', '=', orderId)
        .orderBy('seq', 'desc')
        .limit(SHOWN_MOST)
        .execute()
    },
    async hasRunning(tx: Tx, orderId: string): Promise<boolean> {
      const found = await on(tx)
        .selectFrom('compute_recipe_runs')
        .select('id')
        .where('order_id', '=', orderId)
        .where('state', 'in', ['waiting', 'running'])
        .executeTakeFirst()
      return found !== undefined
    },
    /** Notes one more look; undefined when the run has left the state, or its lease does not run. */
    async beginLook({ id, state, attempts }: RunRow): Promise<RunRow | undefined> {
      return inState(id, state)
        .where('order_id', 'in', on(db).selectFrom('compute_leases').select('order_id').where('state', '=', 'active'))
        .where('next_attempt_at', 'is not', null)
        .set({ attempts: attempts + 1, next_attempt_at: inSeconds(CLAIM_SECONDS) })
        .returningAll()
        .executeTakeFirst()
    },
    /** The machine answered, or did not; the next look is due after a pause. Nothing happens when the state was left. */
    async lookAgain(run: RunRow, { hasAnswered, installed }: { hasAnswered: boolean; installed?: string[] }) {
      const failures = hasAnswered ? 0 : run.failures + 1
      const pause = lookPauseSeconds({ attempts: run.attempts, failures })
      const shown = installed && { installed }
      await inState(run.id, run.state)
        .set({ failures, next_attempt_at: inSeconds(pause), ...shown })
        .execute()
    },
    /** Passes a run into its next state; false when another was faster, or the lease is over. */
    async step(
      run: RunRow,
      step: NonNullable<RecipeStep>,
      told: Partial<Pick<RunRow, 'exit_code' | 'missing' | 'installed'>>,
    ): Promise<boolean> {
      if (run.state === step.state) {
        await inState(run.id, run.state).set({ next_attempt_at: null }).execute()
        return true
      }
      if (!NEXT_STATES[run.state].includes(step.state))
        throw new Error(`a run that is ${run.state} cannot be ${step.state}`)
      const isOver = step.state === 'done' || step.state === 'failed'
      const isAsked = !isOver && !(step.state === 'unknown' && step.isFinal)
      const { numUpdatedRows } = await inState(run.id, run.state)
        .set({
          ...told,
          state: step.state,
          failure: step.state === 'failed' ? step.failure : null,
          attempts: 0,
          failures: 0,
          next_attempt_at: isAsked ? inSeconds(lookPauseSeconds({ attempts: 0, failures: 0 })) : null,
          ...(step.state !== 'unknown' && { started_at: sql<Date>`coalesce(started_at, business_now())` }),
          ...(isOver && { ended_at: now }),
        })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** No turn on the machine: another soon, behind those who wait already. */
    async waitForTurn({ id, state }: RunRow): Promise<void> {
      await inState(id, state)
        .set({ next_attempt_at: inSeconds(TURN_PAUSE_SECONDS) })
        .where('next_attempt_at', 'is not', null)
        .execute()
    },
    /** The lease is over: what had not ended is not asked about any more. */
    async endAll(tx: Tx, orderId: string): Promise<void> {
      await on(tx)
        .updateTable('compute_recipe_runs')
        .set({ state: 'failed', failure: 'lease-over', ended_at: now, next_attempt_at: null })
        .where('order_id', '=', orderId)
        .where('state', 'in', [...OPEN_STATES])
        .execute()
    },
    /** A renewal goes on with the lease. */
    async pass(tx: Tx, from: string, to: string): Promise<void> {
      await on(tx).updateTable('compute_recipe_runs').set({ order_id: to }).where('order_id', '=', from).execute()
    },
    /** Takes runs that are to be looked at, of leases that run. Nobody gets the same for a while. */
    async claimDue(tx: Tx): Promise<{ id: string }[]> {
      const { rows } = await sql<{ id: string }>`
        update compute_recipe_runs set next_attempt_at = ${inSeconds(CLAIM_SECONDS)}
        where id in (select r.id from compute_recipe_runs r
          join compute_leases l on l.order_id = r.order_id and l.state = 'active'
          where r.next_attempt_at <= business_now()
          order by r.next_attempt_at limit ${DUE_BATCH} for update of r skip locked)
        returning id`.execute(tx)
      return rows
    },
  }
}

export type RecipeRunStore = ReturnType<typeof createRecipeRunStore>
