import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Platform } from './platform.ts'

/** How the parts of the program are: `ok`, or why not. */
export type Readiness = { ready: boolean; parts: Record<string, string>; addresses: Record<string, string> }

export type ReadinessNeeds = {
  platform: Platform
  /** Asks payment whether the provider answers: `ok`, or why not. */
  paymentState: () => Promise<string>
  /** Asks how the chain is, and how far behind it we are: `ok`, or why not. Absent while no chain is configured. */
  chainState?: () => Promise<string>
  /** Asks the storage gateway for a sign of life. Absent while none is configured. */
  storageState?: () => Promise<unknown>
  addresses: () => Record<string, string>
}

const CHECK_LIMIT_MS = 2500
const FRESH_MS = 1000
/** Of parts that are not there; they never hinder. */
const NOT_GIVEN = 'not given'

/** Looks at every part, at most once a second however often it is asked. */
export function createReadiness(needs: ReadinessNeeds): () => Promise<Readiness> {
  const { platform, paymentState, chainState, storageState, addresses } = needs
  let kept: { at: number; looking: Promise<Readiness> } | undefined
  async function look(): Promise<Readiness> {
    const [database, jobs, blobs, payment, chain, storage] = await Promise.all([
      stateOf(() => sql`select 1`.execute(platform.db)),
      stateOf(() => requireJobs(platform)),
      stateOf(() => platform.blobs.check()),
      stateOf(paymentState),
      chainState ? stateOf(chainState) : NOT_GIVEN,
      storageState ? stateOf(storageState) : NOT_GIVEN,
    ])
    const parts = { database, jobs, blobs, payment, chain, storage }
    const ready = Object.values(parts).every((state) => isServing(state))
    return { ready, parts, addresses: addresses() }
  }
  return () => {
    const now = performance.now()
    if (!kept || now - kept.at > FRESH_MS) kept = { at: now, looking: look() }
    return kept.looking
  }
}

/** `ok` may be followed by what is worth knowing: `ok, 120 blocks behind`. */
function isServing(state: string): boolean {
  return state === 'ok' || state.startsWith('ok, ') || state === NOT_GIVEN
}

/** Jobs run here, or in another living process of the same database. */
async function requireJobs({ jobs, db }: Platform): Promise<void> {
  if (jobs.isRunning()) return
  const { rows } = await sql`select from platform_worker where platform_is_alive(process_key) limit 1`.execute(db)
  if (rows.length === 0) throw new Error('no process runs jobs')
}

async function stateOf(check: () => Promise<unknown>): Promise<string> {
  const late = sleep(CHECK_LIMIT_MS, undefined, { ref: false }).then(() => {
    throw new Error('no answer in time')
  })
  try {
    const said = await Promise.race([check(), late])
    return typeof said === 'string' ? said : 'ok'
  } catch (error) {
    // The first line only, and no addresses: readiness is public.
    const code = (error as NodeJS.ErrnoException).code
    return `not serving: ${code ?? (error as Error).message.split('\n')[0]?.slice(0, 80)}`
  }
}
