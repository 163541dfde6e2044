import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Limiter } from '../../platform/rate-limit.ts'
import type { Identity } from '../identity/module.ts'

export type StorageNeeds = {
  db: Db
  blobs: Blobs
  jobs: Jobs
  limiter: Limiter
  identity: Pick<Identity, 'authenticate'>
  /** An address in the form of our chain. @throws ContractError `chain.address-invalid` */
  requireAddress(text: string): string
  /** Where the gateway is reached; undefined while there is none, and then nothing can be staged. */
  gatewayUrl: string | undefined
}
