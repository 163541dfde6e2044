import { useQueries } from '@tanstack/react-query'
import { listApplications } from '@trove/contract/certification/desk'
import { listReportedWorks } from '@trove/contract/code/reports'
import { pageFaults } from '@trove/contract/compute/faults'
import type { StaffRole } from '@trove/contract/kit/staff-roles'
import { listDifferences } from '@trove/contract/payment/reconciliation'
import { listReviewReports } from '@trove/contract/reviews/desk'
import { listDisputes } from '@trove/contract/talent/disputes'
import { listPayoutsToDecide } from '@trove/contract/wallet/payout-approvals'
import type { titles } from '@trove/messages/site/shell'
import { useLocation } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { useSession } from '../../../lib/session/session.ts'

const MINE = { query: { waitsFor: 'me', size: 1 } } as const
const FIRST = { query: { size: 1 } } as const
const mine = { waitsFor: 'me' }

type WaitingList = {
  key: string
  title: keyof typeof titles
  of: StaffRole
  path: (query?: Record<string, string>) => string
  query: Record<string, string>
  count: () => Promise<{ totalElements: number }>
}

/** Lists of the desk with cases that somebody has to decide about: whose they are, and how many wait. */
const LISTS: readonly WaitingList[] = [
  {
    ...{ key: 'certification', title: 'certificationDesk', of: 'reviewer' },
    ...{ path: paths.certificationDesk, query: mine, count: () => api(listApplications, MINE) },
  },
  {
    ...{ key: 'disputes', title: 'disputeDesk', of: 'cashier' },
    ...{ path: paths.disputeDesk, query: mine, count: () => api(listDisputes, MINE) },
  },
  {
    ...{ key: 'faults', title: 'faultDesk', of: 'cashier' },
    ...{ path: paths.faultDesk, query: mine, count: () => api(pageFaults, MINE) },
  },
  {
    ...{ key: 'payouts', title: 'payoutDesk', of: 'cashier' },
    ...{ path: paths.payoutDesk, query: mine, count: () => api(listPayoutsToDecide, MINE) },
  },
  {
    ...{ key: 'differences', title: 'billDesk', of: 'cashier' },
    ...{ path: paths.billDesk, query: {}, count: () => api(listDifferences, FIRST) },
  },
  {
    ...{ key: 'code-reports', title: 'reportDesk', of: 'reviewer' },
    ...{ path: paths.reportDesk, query: {}, count: () => api(listReportedWorks, FIRST) },
  },
  {
    ...{ key: 'review-reports', title: 'reviewDesk', of: 'reviewer' },
    ...{ path: paths.reviewDesk, query: {}, count: () => api(listReviewReports, FIRST) },
  },
]

/** Other lists with cases that wait for the person signed in, those with the most first; asked for while a list is empty. */
export function useWaitingElsewhere() {
  const { user } = useSession()
  const { pathname } = useLocation()
  const roles = user?.staffRoles ?? []
  const lists = LISTS.filter(({ of, path }) => path() !== pathname && (roles.includes('owner') || roles.includes(of)))
  const counts = useQueries({
    queries: lists.map(({ key, count }) => ({ queryKey: ['desk', key, 'count'], queryFn: count, retry: false })),
  })
  return lists
    .map(({ title, path, query }, i) => ({ title, href: path(query), count: counts[i]?.data?.totalElements ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
}
