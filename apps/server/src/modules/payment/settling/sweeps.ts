import type { Log } from '../../../platform/base/log.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { PaymentProvider } from '../model/provider.ts'
import { OVERDUE_MINUTES } from '../model/rules.ts'
import { claimRefunds } from '../stores/refunds.ts'
import { claimDue, countOverdue, type Overdue } from '../stores/store.ts'
import type { Asking } from './asking.ts'
import { drain } from './drain.ts'

const EVERY_SECONDS = 2
const MONEY = { lane: 'money' } as const
const ALARM_SECONDS = 60

type Deps = {
  db: Db
  jobs: Jobs
  log: Log
  provider: PaymentProvider
  asking: Asking
  onOverdue: (overdue: Overdue) => void
}

/** What falls due by business time: looks at attempts, refunds of unknown outcome, and the alarms. */
export function defineSweeps({ db, jobs, log, provider, asking, onOverdue }: Deps): void {
  const by = { provider, log }
  jobs.every('payment.look', EVERY_SECONDS, () => drain(by, (limit) => claimDue(db, limit), asking.look), MONEY)
  jobs.every(
    'payment.pursue',
    EVERY_SECONDS,
    () => drain(by, (limit) => claimRefunds(db, { limit }), asking.pursue),
    MONEY,
  )
  jobs.every('payment.alarms', ALARM_SECONDS, async () => {
    const overdue = await countOverdue(db, OVERDUE_MINUTES)
    onOverdue(overdue)
    if (Object.values(overdue).some((count) => count > 0)) {
      log.error({ ...overdue, alarm: 'payment' }, 'payments or refunds take longer than they may, or wait for a person')
    }
  })
}
