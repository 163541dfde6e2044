import type { Log } from '../../../platform/base/log.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Figure } from '../../../platform/metrics.ts'
import { checkActs, readActCheck, readCheckAgeHours } from '../model/act-check.ts'

const CHECK_SECONDS = 600
/** Once a day the chain is followed from its first act. */
const WHOLE_HOURS = 23.5

/** Checks the chain of the staff's acts every ten minutes; what is broken is an alarm in the log, each time. */
export function watchActs({ db, jobs, log }: { db: Db; jobs: Jobs; log: Log }): Figure[] {
  jobs.every('staff.check-acts', CHECK_SECONDS, async () => {
    const brokenAt = await checkActs(db, WHOLE_HOURS)
    if (brokenAt !== null)
      log.error({ act: String(brokenAt), alarm: 'staff' }, 'the record of what the staff did was changed')
  })
  return [
    {
      name: 'trove_staff_acts_broken',
      help: 'Whether the last check found an act of the staff that was changed or is missing (1) or none (0)',
      read: async () => ((await readActCheck(db)).brokenAt === null ? 0 : 1),
    },
    {
      name: 'trove_staff_acts_check_age_hours',
      help: 'Hours since the record of what the staff did was checked',
      read: () => readCheckAgeHours(db),
    },
  ]
}
