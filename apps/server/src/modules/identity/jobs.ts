import type { Db } from '../../platform/db/handle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { sweepCodes } from './codes/store.ts'
import { sweepSessions } from './sessions/store.ts'

const SWEEP_SECONDS = 600

/** Removes codes, limits and sessions that nothing looks at any more. */
export function identityJobs(db: Db, jobs: Jobs): void {
  jobs.every('identity.sweep', SWEEP_SECONDS, async () => {
    await sweepCodes(db)
    await sweepSessions(db)
  })
}
