import type { Log } from '../../platform/base/log.ts'
import type { Db, Tx } from '../../platform/db/handle.ts'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Identity } from '../identity/module.ts'
import { createGrants, type NodeGrants } from './grants.ts'
import { faucetRoutes } from './routes.ts'
import { sendWaiting } from './sending.ts'
import { SEND_SWEEP } from './service.ts'
import type { TokenSender } from './token-sender.ts'

export type { NodeGrants } from './grants.ts'

const SWEEP_SECONDS = 30
/** How long one run may wait for blocks; what is left is begun anew, after whatever else waits in its lane. */
const RUN_MS = 20_000

/** What the faucet needs; without a sender (no chain) every claim is answered that the chain is away. */
export type FaucetDeps = {
  db: Db
  jobs: Jobs
  identity: Pick<Identity, 'markOfPhone'>
  log: Log
  sender: TokenSender | undefined
  networkOf(ip: string): string | null
  /** Called with what is left when the faucet cannot give any more. */
  onLow?: (units: bigint) => void
}

/** The faucet: its route, the grant to storage nodes, and the one loop over all processes that sends. */
export function createFaucet({ sender, ...deps }: FaucetDeps): { routes: ServedRoute[]; grants: NodeGrants } {
  if (sender) {
    const send = async () => {
      const isDone = await sendWaiting({ ...deps, sender }, RUN_MS)
      if (!isDone) deps.jobs.soon(SEND_SWEEP)
    }
    deps.jobs.every(SEND_SWEEP, SWEEP_SECONDS, send, { lane: 'slow' })
  }
  const sendAfter = (tx: Tx) => {
    if (sender) deps.jobs.soon(SEND_SWEEP, tx)
  }
  return { routes: faucetRoutes(sender && { ...deps, sender }), grants: createGrants({ ...deps, sendAfter }) }
}
