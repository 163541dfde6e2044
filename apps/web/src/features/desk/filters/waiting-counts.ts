import { listApplications } from '@trove/contract/certification/desk'
import { listReportedWorks } from '@trove/contract/code/reports'
import { pageFaults } from '@trove/contract/compute/faults'
import { listDifferences } from '@trove/contract/payment/reconciliation'
import { listReviewReports } from '@trove/contract/reviews/desk'
import { listDisputes } from '@trove/contract/talent/disputes'
import { listPayoutsToDecide } from '@trove/contract/wallet/payout-approvals'
import { api } from '../../../lib/calls/api.ts'

const MINE = { query: { waitsFor: 'me', size: 1 } } as const
const FIRST = { query: { size: 1 } } as const

/** How many cases wait in each list of the desk. Its routes are many, and only an empty list asks: it comes with the first one. */
export const waitingCounts = {
  certification: () => api(listApplications, MINE),
  disputes: () => api(listDisputes, MINE),
  faults: () => api(pageFaults, MINE),
  payouts: () => api(listPayoutsToDecide, MINE),
  differences: () => api(listDifferences, FIRST),
  'code-reports': () => api(listReportedWorks, MINE),
  'review-reports': () => api(listReviewReports, MINE),
} satisfies Record<string, () => Promise<{ totalElements: number }>>
