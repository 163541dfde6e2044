import type { Log } from '../../platform/base/log.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Liveness } from '../../platform/db/pool/liveness.ts'
import type { Pool } from '../../platform/db/pool/pool.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Limiter } from '../../platform/rate-limit.ts'
import type { Sealer } from '../../platform/sealing/sealing.ts'
import type { Dictionary } from '../dictionary/module.ts'
import type { Identity } from '../identity/module.ts'
import type { Notices } from '../notices/module.ts'
import type { Orders } from '../orders/module.ts'
import type { MachineAddress, MachineDriver } from './machine/machine.ts'
import type { RelaySettings } from './relay/agents.ts'

/** What the compute market is built of. */
export type ComputeDeps = {
  db: Db
  pool: Pool
  jobs: Jobs
  log: Log
  limiter: Limiter
  sealer: Sealer
  liveness: Pick<Liveness, 'processKey'>
  dictionary: Pick<Dictionary, 'hasOption' | 'listOptions'>
  identity: Pick<Identity, 'findPeople' | 'isSessionOpen' | 'findStaff' | 'listStaff'>
  notices: Notices
  orders: Orders
  machine: MachineDriver
  /** Addresses that may be published although they are not global. */
  allowList: readonly MachineAddress[]
  /** Where machines without a public address are reached. */
  relay?: RelaySettings & { bind: string }
  /** The agent's program, packed into one file. */
  agentFile: string
}
