import { isRecipeKey, RECIPE_LOG_PIECE_BYTES, type RecipeRun } from '@trove/contract/compute/recipes/recipes'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import type { z } from 'zod'
import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Limiter } from '../../../platform/rate-limit.ts'
import type { LeaseKeyStore } from '../keys/lease-store.ts'
import type { LeaseRow, LeaseStore } from '../leases/store.ts'
import { type MachineDriver, type MachineLogin, type MachineTarget, MachineUnreachable } from '../machine/machine.ts'
import type { OwnRecipes } from './scripts.ts'
import type { RecipeRunStore, RunRow } from './store.ts'

/** Runs that a buyer begins, and pieces of logs they read: more is a program. */
const RUNS = { limit: 30, windowSeconds: 3600 }
const PIECES = { limit: 60, windowSeconds: 60 }

type Deps = {
  db: Db
  leases: Pick<LeaseStore, 'find'>
  leaseKeys: Pick<LeaseKeyStore, 'lock'>
  store: RecipeRunStore
  scripts: OwnRecipes
  access: { useForCockpit(orderId: string, userId: string): Promise<{ target: MachineTarget; login: MachineLogin }> }
  machine: Pick<MachineDriver, 'readRecipeLog'>
  limiter: Limiter
  jobs: Pick<Jobs, 'soon'>
}

/** What a leased machine was made ready with: its runs, another one, and the log of each, for the buyer of the lease. */
export function createLeaseRecipes(deps: Deps) {
  const { db, leases, store } = deps

  async function insert(tx: Tx, lease: Pick<RunRow, 'order_id' | 'offer_id' | 'buyer_id'>, recipe: string) {
    const id = newId()
    const { order_id, offer_id, buyer_id } = lease
    const run = { id, order_id, offer_id, buyer_id, recipe }
    if (isRecipeKey(recipe)) return store.insert(tx, { ...run, name: null, script_sealed: null })
    const own = await deps.scripts.forRun(tx, recipe, id)
    return store.insert(tx, { ...run, ...(own ?? { name: null, script_sealed: null }) }, !own)
  }

  return {
    /** The run that was chosen with the order; it begins once the machine is handed over. */
    async choose(tx: Tx, lease: Pick<RunRow, 'order_id' | 'offer_id' | 'buyer_id'>, recipe: string): Promise<void> {
      await insert(tx, lease, recipe)
    },
    /** @throws ContractError `orders.not-found` */
    async list(buyerId: string, orderId: string) {
      requireThat((await leases.find(orderId))?.buyer_id === buyerId, 'orders.not-found')
      return (await store.list(orderId)).map(viewOf)
    },
    /**
     * Runs another recipe, or the same once more, by hand.
     * @throws ContractError `orders.not-found`, `compute.lease-over`, `compute.not-provisioned`, `compute.recipe-unknown`,
     * `compute.recipe-running` while another has not ended
     */
    async run(buyerId: string, orderId: string, recipe: string) {
      await deps.limiter.require('compute.recipes', buyerId, RUNS)
      return inTransaction(db, async (tx) => {
        const lease = requireRunning(await deps.leaseKeys.lock(tx, orderId), buyerId)
        requireThat(!(await store.hasRunning(tx, orderId)), 'compute.recipe-running')
        await deps.scripts.requireKnown(tx, recipe)
        const run = await insert(tx, lease, recipe)
        deps.jobs.soon('compute.due-recipes', tx)
        return viewOf(run)
      })
    },
    /**
     * A piece of a log, read from the machine. It may hold what the script printed for its buyer alone.
     * @throws ContractError `compute.recipe-run-unknown`, `compute.lease-over`, `compute.not-provisioned`,
     * `compute.recipe-log-silent`
     */
    async readLog(buyerId: string, runId: string, from: number) {
      const run = await store.find(runId)
      requireThat(run?.buyer_id === buyerId, 'compute.recipe-run-unknown')
      requireRunning(await leases.find(run.order_id), buyerId)
      await deps.limiter.require('compute.recipe-log', buyerId, PIECES)
      const { target, login } = await deps.access.useForCockpit(run.order_id, buyerId)
      const piece = { number: run.id, from, most: RECIPE_LOG_PIECE_BYTES }
      const read = await deps.machine.readRecipeLog(target, login, piece).catch((error) => {
        throw error instanceof MachineUnreachable ? new ContractError('compute.recipe-log-silent') : error
      })
      if (!read) return { text: '', next: from, total: 0 }
      const whole = wholeSigns(read.piece)
      return { text: shownText(whole.toString('utf8')), next: from + whole.length, total: read.total }
    },
  }
}

export type LeaseRecipes = ReturnType<typeof createLeaseRecipes>

/** Another's lease is as unknown as none. */
function requireRunning(lease: LeaseRow | undefined, buyerId: string): LeaseRow {
  requireThat(lease?.buyer_id === buyerId, 'orders.not-found')
  if (lease.state === 'active') return lease
  throw new ContractError(lease.state === 'provisioning' ? 'compute.not-provisioned' : 'compute.lease-over')
}

const LONGEST_SIGN = 4

/** A piece without the beginning of a sign (UTF-8) at its end, which the next piece brings whole; never nothing of one. */
export function wholeSigns(piece: Buffer): Buffer {
  for (let back = 1; back <= Math.min(LONGEST_SIGN - 1, piece.length - 1); back++) {
    const byte = piece[piece.length - back]!
    if (byte < 0x80) return piece
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? piece.subarray(0, piece.length - back) : piece
  }
  return piece
}

/** Without the marks by which programs colour a terminal, and whatever else is no sign. */
function shownText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replaceAll(/\u001b\[[0-9;?]*[ -/]*[@-~]|\r(?=\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}

function viewOf(run: RunRow): z.input<typeof RecipeRun> {
  return {
    id: run.id,
    recipe: run.recipe,
    name: run.name,
    state: run.state,
    failure: run.failure,
    exitCode: run.exit_code,
    missing: run.missing,
    installed: run.installed,
    createdAt: run.created_at.toISOString(),
    startedAt: run.started_at?.toISOString() ?? null,
    endedAt: run.ended_at?.toISOString() ?? null,
  }
}
