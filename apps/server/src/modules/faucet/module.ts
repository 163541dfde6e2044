import type { Log } from '../../platform/base/log.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Identity } from '../identity/module.ts'
import { createGrants, type NodeGrants } from './grants.ts'
import { faucetRoutes } from './routes.ts'
import { sendWaiting } from './sending.ts'
import { SEND_JOB } from './service.ts'
import type { TokenSender } from './token-sender.ts'

export type { NodeGrants } from './grants.ts'

const SWEEP_SECONDS = 30

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

/** The faucet: its route, the grant to storage nodes, the job that sends, and a sweep for what a lost job left behind. */
export function createFaucet({ sender, ...deps }: FaucetDeps): { routes: ServedRoute[]; grants: NodeGrants } {
  if (sender) {
    const send = () => sendWaiting({ ...deps, sender })
    deps.jobs.define(SEND_JOB, send)
    deps.jobs.every('faucet.sweep', SWEEP_SECONDS, send)
  }
  return { routes: faucetRoutes(sender && { ...deps, sender }), grants: createGrants(deps) }
}
