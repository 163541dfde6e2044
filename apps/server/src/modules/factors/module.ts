import type { Tx } from '../../platform/db/handle.ts'
import type { Caller, ServedRoute } from '../../platform/http/call/serve.ts'
import type { FactorsNeeds } from './needs.ts'
import { factorOf } from './proving.ts'
import { factorRoutes } from './routes.ts'
import * as store from './store.ts'

const SWEEP_SECONDS = 600

/** Door of second factors: the kit asks it before papers and money. */
export type Factors = {
  /** Whether the caller has a factor, and showed one in this session within ten minutes. */
  factorOf(caller: Caller): Promise<'missing' | 'needed' | 'fresh'>
  /** Removes all factors of a person. */
  removeAll(tx: Tx, userId: string): Promise<void>
}

/** Builds second factors: codes of an app, passkeys, recovery codes. */
export function createFactors(needs: FactorsNeeds): Factors & { routes: ServedRoute[] } {
  needs.jobs.every('factors.sweep', SWEEP_SECONDS, () => store.sweep(needs.db))
  return {
    factorOf: (caller) => factorOf(needs, caller),
    removeAll: store.removeAll,
    routes: factorRoutes(needs),
  }
}
