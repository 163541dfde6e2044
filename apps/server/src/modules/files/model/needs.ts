import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Limiter } from '../../../platform/rate-limit.ts'
import type { Sealer } from '../../../platform/sealing/sealing.ts'

export type FilesNeeds = {
  db: Db
  blobs: Blobs
  jobs: Jobs
  sealer: Sealer
  limiter: Limiter
  /** Whether that person's account is still there; then it is not erased before the transaction ends. */
  holdPerson(tx: Tx, userId: string): Promise<boolean>
  /** Reports to identity, in the same transaction, which file is a person's avatar now. */
  setAvatar(tx: Tx, userId: string, fileName: string): Promise<void>
}
