import { isRecipeKey } from '@trove/contract/compute/recipes/recipes'
import { RECIPE_SCRIPTS } from '@trove/contract/compute/recipes/scripts'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { DUE_BATCH } from '../leases/store.ts'
import { type MachineDriver, MachineUnreachable } from '../machine/machine.ts'
import type { WithMachine } from '../machine/use.ts'
import type { MachineLogins } from '../offers/logins.ts'
import type { Secrets } from '../offers/secrets.ts'
import type { OfferStore } from '../offers/store.ts'
import { silentStepOf, stepOf } from './rules.ts'
import type { RecipeRunStore, RunRow } from './store.ts'

export type RecipeRunDeps = {
  db: Db
  store: RecipeRunStore
  offers: Pick<OfferStore, 'find'>
  logins: Pick<MachineLogins, 'current' | 'target'>
  secrets: Secrets
  machine: Pick<MachineDriver, 'runRecipe'>
  jobs: Pick<Jobs, 'enqueueAll'>
  log: Log
  withMachine: WithMachine
}

/**
 * Begins the runs of recipes on leased machines and looks how they stand. The machine knows each run by its number, so a
 * run that may have begun is asked about and begun only where the machine knows nothing of it.
 */
export function createRecipeRuns(deps: RecipeRunDeps) {
  const { db, store } = deps

  /** What the machine is told to run; null where it is only asked, because the run has begun. */
  async function scriptOf(run: RunRow): Promise<string | null> {
    if (run.started_at !== null || run.state === 'running') return null
    if (isRecipeKey(run.recipe)) return RECIPE_SCRIPTS[run.recipe]
    return run.script_sealed && deps.secrets.open('compute_recipe_runs.script_sealed', run.id, run.script_sealed)
  }

  async function look(run: RunRow): Promise<void> {
    const offer = await deps.offers.find(run.offer_id)
    if (!offer) return
    const script = await scriptOf(run)
    const login = await deps.logins.current(offer)
    crashPoint('compute.run-recipe.before-machine')
    const report = await deps.machine.runRecipe(deps.logins.target(offer), login, { number: run.id, script })
    crashPoint('compute.run-recipe.after-machine')
    const step = stepOf(report, { state: run.state, hasBegun: run.started_at !== null, attempts: run.attempts })
    const { installed } = report
    if (!step) await store.lookAgain(run, { hasAnswered: true, installed })
    else
      await store.step(run, step, {
        installed,
        exit_code: report.code,
        missing: report.isMissing ? report.missing : null,
      })
    crashPoint('compute.run-recipe.after-commit')
  }

  async function noteSilence(run: RunRow, error: unknown): Promise<void> {
    const isSilent = error instanceof MachineUnreachable
    if (isSilent) deps.log.info({ runId: run.id, reason: error.reason }, 'a machine did not say how a recipe stands')
    else deps.log.error({ err: error, runId: run.id }, 'looking at a recipe failed')
    const step = isSilent ? silentStepOf(error.reason, run) : undefined
    if (step) await store.step(run, step, {})
    else await store.lookAgain(run, { hasAnswered: false })
  }

  async function enqueueBatch(tx: Tx): Promise<number> {
    const due = await store.claimDue(tx)
    const name = 'compute.run-recipe'
    await deps.jobs.enqueueAll(
      tx,
      due.map(({ id }) => ({ name, payload: { runId: id }, key: `${name}:${id}` })),
    )
    return due.length
  }

  return {
    async enqueueDue(): Promise<void> {
      for (let claimed = DUE_BATCH; claimed === DUE_BATCH; ) claimed = await inTransaction(db, enqueueBatch)
    },
    /** One look; safe to repeat. */
    async run(runId: string): Promise<void> {
      const found = await store.find(runId)
      if (!found || found.next_attempt_at === null) return
      const hadTurn = await deps.withMachine(found.offer_id, async () => {
        const run = await store.beginLook(found)
        if (run) await look(run).catch((error) => noteSilence(run, error))
      })
      if (!hadTurn) await store.waitForTurn(found)
    },
  }
}

export type RecipeRuns = ReturnType<typeof createRecipeRuns>
