import type { Log } from '../../../platform/base/log.ts'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Limiter } from '../../../platform/rate-limit.ts'
import type { Sealer } from '../../../platform/sealing/sealing.ts'
import type { ChainModule } from '../../chain/module.ts'
import type { NodeGrants } from '../../faucet/module.ts'
import type { Identity } from '../../identity/module.ts'
import type { Notices } from '../../notices/module.ts'

export type StorageNeeds = {
  db: Db
  blobs: Blobs
  jobs: Jobs
  limiter: Limiter
  sealer: Sealer
  identity: Pick<Identity, 'authenticate'>
  notices: Notices
  chain: Pick<
    ChainModule,
    | 'requireAddress'
    | 'state'
    | 'findHead'
    | 'listOrdersChangedSince'
    | 'listLiveOrders'
    | 'listOrdersEnding'
    | 'listKeepers'
    | 'isKeeper'
    | 'listNodes'
    | 'pickKept'
    | 'countProofs'
  >
  grants: NodeGrants
  log: Log
  /** Where the gateway is reached; undefined while there is none, and then nothing can be staged. */
  gatewayUrl: string | undefined
  /** Where the archives of the storage agent lie. */
  packsDir: string
}
