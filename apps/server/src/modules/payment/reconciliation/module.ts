import {
  agreeAdjustment,
  declineAdjustment,
  listAdjustments,
  openAdjustment,
  proposeAdjustment,
} from '@trove/contract/payment/adjustments'
import {
  listDifferences,
  listReconciliationDays,
  openDifference,
  settleDifference,
} from '@trove/contract/payment/reconciliation'
import { formatYuan } from '@trove/units/money'
import type { Log } from '../../../platform/base/log.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { ActSubject, Identity } from '../../identity/module.ts'
import type { Ledger } from '../../ledger/module.ts'
import { createAdjustments } from './adjustments.ts'
import type { BillProvider, PayoutBook } from './bill-provider.ts'
import { RECONCILIATION_INVARIANTS } from './invariants.ts'
import { createReconcile } from './reconcile.ts'
import { createReport } from './report.ts'
import { KEPT_DAYS } from './rules.ts'
import { deleteOldLines } from './store.ts'
import { listSums } from './store-adjustments.ts'
import { countOpen, findDifferenceNumbers } from './store-report.ts'

export type ReconciliationDeps = {
  db: Db
  jobs: Jobs
  log: Log
  ledger: Pick<Ledger, 'post' | 'addInvariant'>
  /** Absent while no provider is configured: nothing is compared then. */
  provider: BillProvider | undefined
  payouts: PayoutBook
  findPeople: Identity['findPeople']
  findStaff: Identity['findStaff']
  onCounted?: (counts: { open: number; waitingDays: number; parkedDays: number }) => void
}

const EVERY_SECONDS = 20
const ALARM_SECONDS = 60
const CLEAN_SECONDS = 86_400

/** Door of reconciliation: the daily comparison with the provider's bill, and its report for the staff. */
export function createReconciliation(deps: ReconciliationDeps): {
  routes: ServedRoute[]
  /** What of it the staff acts on; app.ts registers it with identity. */
  actSubjects: ActSubject[]
  runDue(): Promise<void>
} {
  const { db, jobs, log, ledger, provider, payouts, findPeople, findStaff, onCounted } = deps
  const reconcile = provider && createReconcile({ db, log, ledger, provider, payouts })
  const runDue = reconcile?.runDue ?? (async () => {})
  const report = createReport({ db, log, findPeople })
  const adjustments = createAdjustments({ db, log, ledger, findPeople, findStaff })
  for (const invariant of RECONCILIATION_INVARIANTS) ledger.addInvariant(invariant)
  if (reconcile) {
    jobs.every('payment.reconcile', EVERY_SECONDS, runDue)
    jobs.every('payment.forget-bills', CLEAN_SECONDS, () => deleteOldLines(db, KEPT_DAYS))
  }
  jobs.every('payment.count-differences', ALARM_SECONDS, async () => onCounted?.(await countOpen(db)))
  return {
    actSubjects: actSubjects(db),
    runDue,
    routes: [
      serve(listReconciliationDays, ({ query }) => report.days(query)),
      serve(listDifferences, ({ query }) => report.differences(query)),
      serve(openDifference, ({ params }) => report.difference(params.id)),
      serve(settleDifference, ({ params, body }, { caller }) => report.settle(params.id, caller.userId, body.note)),
      serve(listAdjustments, ({ query }, { caller }) => adjustments.list(query, caller.userId)),
      serve(openAdjustment, ({ params }, { caller }) => adjustments.open(params.id, caller.userId)),
      serve(proposeAdjustment, ({ body }, { caller }) => {
        const { amount, reference = null, differenceId = null, ...rest } = body
        return adjustments.propose({ ...rest, amountFen: amount, reference, differenceId }, caller.userId)
      }),
      serve(agreeAdjustment, ({ params }, { caller }) => adjustments.agree(params.id, caller.userId)),
      serve(declineAdjustment, ({ params, body }, { caller }) =>
        adjustments.decline(params.id, caller.userId, body.reason),
      ),
    ],
  }
}

/** What the record of acts calls adjustments, by sum and reference, and differences, by their numbers. */
const actSubjects = (db: Db): ActSubject[] => [
  {
    kind: 'adjustment',
    async findNames(ids) {
      const sums = await listSums(db, ids)
      return new Map(
        sums.map(({ id, amountFen, reference }) => [
          id,
          [formatYuan(amountFen), reference].filter(Boolean).join(' · '),
        ]),
      )
    },
  },
  { kind: 'difference', findNames: (ids) => findDifferenceNumbers(db, ids) },
]
