import type { Db } from '../../platform/db/handle.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Account } from './account/service.ts'
import { sweepCodes } from './codes/store.ts'
import { sweepSessions } from './sessions/store.ts'

const SWEEP_SECONDS = 600

const ERASE_SECONDS = 5

/** Removes codes, limits and sessions that nothing looks at any more, and erases who asked for it. */
export function identityJobs(db: Db, jobs: Jobs, account: Pick<Account, 'eraseClosing'>): void {
  jobs.every('identity.erase', ERASE_SECONDS, account.eraseClosing)
  jobs.every('identity.sweep', SWEEP_SECONDS, async () => {
    await sweepCodes(db)
    await sweepSessions(db)
  })
}
