import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Limiter } from '../../../platform/rate-limit.ts'
import type { Identity } from '../../identity/module.ts'

export type CodeNeeds = {
  db: Db
  blobs: Blobs
  jobs: Jobs
  limiter: Limiter
  identity: Pick<Identity, 'findPeople'>
}
