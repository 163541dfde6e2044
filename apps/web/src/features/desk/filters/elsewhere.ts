import { useQueries } from '@tanstack/react-query'
import type { StaffRole } from '@trove/contract/kit/staff-roles'
import type { titles } from '@trove/messages/site/shell'
import { useLocation } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { waitingCounts } from './waiting-counts.ts'

const mine = { waitsFor: 'me' }

type WaitingList = {
  key: keyof typeof waitingCounts
  title: keyof typeof titles
  of: StaffRole
  path: (query?: Record<string, string>) => string
  query: Record<string, string>
}

/** Lists of the desk with cases that somebody has to decide about: whose they are, and how many wait. */
const LISTS: readonly WaitingList[] = [
  {
    ...{ key: 'certification', title: 'certificationDesk', of: 'reviewer' },
    ...{ path: paths.certificationDesk, query: mine },
  },
  {
    ...{ key: 'disputes', title: 'disputeDesk', of: 'cashier' },
    ...{ path: paths.disputeDesk, query: mine },
  },
  {
    ...{ key: 'faults', title: 'faultDesk', of: 'cashier' },
    ...{ path: paths.faultDesk, query: mine },
  },
  {
    ...{ key: 'payouts', title: 'payoutDesk', of: 'cashier' },
    ...{ path: paths.payoutDesk, query: mine },
  },
  {
    ...{ key: 'differences', title: 'billDesk', of: 'cashier' },
    ...{ path: paths.billDesk, query: {} },
  },
  {
    ...{ key: 'code-reports', title: 'reportDesk', of: 'reviewer' },
    ...{ path: paths.reportDesk, query: mine },
  },
  {
    ...{ key: 'review-reports', title: 'reviewDesk', of: 'reviewer' },
    ...{ path: paths.reviewDesk, query: mine },
  },
]

/** Other lists with cases that wait for the person signed in, those with the most first; asked for while a list is empty. */
export function useWaitingElsewhere() {
  const { user } = useSession()
  const { pathname } = useLocation()
  const roles = user?.staffRoles ?? []
  const lists = LISTS.filter(({ of, path }) => path() !== pathname && (roles.includes('owner') || roles.includes(of)))
  const counts = useQueries({
    queries: lists.map(({ key }) => ({
      queryKey: ['desk', key, 'count'],
      queryFn: async ({ signal }) => {
        const { waitingCounts } = await import('./waiting-counts.ts')
        // Whoever left the list meanwhile wants no count any more.
        signal.throwIfAborted()
        return waitingCounts[key]()
      },
      retry: false,
    })),
  })
  return lists
    .map(({ title, path, query }, i) => ({ title, href: path(query), count: counts[i]?.data?.totalElements ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
}
