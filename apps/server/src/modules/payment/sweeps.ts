import type { Db } from '../../platform/db/handle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Asking } from './asking.ts'
import type { PaymentProvider } from './provider.ts'
import { OVERDUE_MINUTES } from './rules.ts'
import { claimDue, countOverdue } from './store.ts'
import { claimRefunds } from './store-refunds.ts'

export type Overdue = { attempts: number; refunds: number; parked: number; notifies: number }

const EVERY_SECONDS = 2
const ALARM_SECONDS = 60
const BATCH = 64
const AT_ONCE = 8
/** A sweep ends after this long even if more is due: the next one goes on. */
const LONGEST_MS = 20_000

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
  async function drain<T>(claim: (limit: number) => Promise<T[]>, work: (item: T) => Promise<void>): Promise<void> {
    const end = performance.now() + LONGEST_MS
    while (provider.isUp() && performance.now() < end) {
      const items = await claim(BATCH)
      await eachAtOnce(items, AT_ONCE, (item) =>
        work(item).catch((error: unknown) => log.error({ err: error }, 'a sweep item failed and stays due')),
      )
      if (items.length < BATCH) return
    }
  }
  jobs.every('payment.look', EVERY_SECONDS, () => drain((limit) => claimDue(db, limit), asking.look))
  jobs.every('payment.pursue', EVERY_SECONDS, () => drain((limit) => claimRefunds(db, { limit }), asking.pursue))
  jobs.every('payment.alarms', ALARM_SECONDS, async () => {
    const overdue = await countOverdue(db, OVERDUE_MINUTES)
    onOverdue(overdue)
    if (Object.values(overdue).some((count) => count > 0)) {
      log.error({ ...overdue, alarm: 'payment' }, 'payments or refunds take longer than they may')
    }
  })
}

/** Runs the work for all items, at most so many at a time. */
async function eachAtOnce<T>(items: T[], limit: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  const lane = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane))
}
