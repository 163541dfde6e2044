import { listDifferences, listReconciliationDays, settleDifference } from '@trove/contract/reconciliation'
import type { Db } from '../../../platform/db/handle.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Log } from '../../../platform/log.ts'
import type { Identity } from '../../identity/module.ts'
import type { BillProvider, PayoutBook } from './bill-provider.ts'
import { createReconcile } from './reconcile.ts'
import { createReport } from './report.ts'
import { KEPT_DAYS } from './rules.ts'
import { deleteOldLines } from './store.ts'
import { countOpen } from './store-report.ts'

export type ReconciliationDeps = {
  db: Db
  jobs: Jobs
  log: Log
  /** Absent while no provider is configured: nothing is compared then. */
  provider: BillProvider | undefined
  payouts: PayoutBook
  findPeople: Identity['findPeople']
  onCounted?: (counts: { open: number; waitingDays: number; parkedDays: number }) => void
}

const EVERY_SECONDS = 20
const ALARM_SECONDS = 60
const CLEAN_SECONDS = 86_400

/** Door of reconciliation: the daily comparison with the provider's bill, and its report for the staff. */
export function createReconciliation(deps: ReconciliationDeps): { routes: ServedRoute[]; runDue(): Promise<void> } {
  const { db, jobs, log, provider, payouts, findPeople, onCounted } = deps
  const reconcile = provider && createReconcile({ db, log, provider, payouts })
  const runDue = reconcile?.runDue ?? (async () => {})
  const report = createReport({ db, log, findPeople })
  if (reconcile) {
    jobs.every('payment.reconcile', EVERY_SECONDS, runDue)
    jobs.every('payment.forget-bills', CLEAN_SECONDS, () => deleteOldLines(db, KEPT_DAYS))
  }
  jobs.every('payment.count-differences', ALARM_SECONDS, async () => onCounted?.(await countOpen(db)))
  return {
    runDue,
    routes: [
      serve(listReconciliationDays, ({ query }) => report.days(query)),
      serve(listDifferences, ({ query }) => report.differences(query)),
      serve(settleDifference, ({ params, body }, { caller }) => report.settle(params.id, caller.userId, body.note)),
    ],
  }
}
