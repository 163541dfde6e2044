import { useQuery } from '@tanstack/react-query'
import { listNotices } from '@trove/contract/notices/routes'
import { api } from '../calls/api.ts'
import { useSession } from '../session/session.ts'

/** How many unread notices the signed-in person has; asked again every minute while the page is in view. */
export function useUnreadCount(): number {
  const isSignedIn = useSession().state === 'signed-in'
  const { data } = useQuery({
    queryKey: ['notices', 'unread'],
    queryFn: () => api(listNotices, { query: { page: 0, size: 1 } }),
    enabled: isSignedIn,
    refetchInterval: 60_000,
    select: (page) => page.unread,
  })
  return isSignedIn ? (data ?? 0) : 0
}
