import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { listPurchases, type Purchase as PurchaseShape } from '@trove/contract/compute/orders'
import { listAccessReads, listShares } from '@trove/contract/compute/routes'
import type { ComputeAccess, ComputeShare } from '@trove/contract/compute/shapes'
import type { z } from 'zod'
import { pageAfter } from '../../../lib/addresses/pages.ts'
import { api } from '../../../lib/calls/api.ts'

/** What one rented and what one shares. */

export type Share = z.output<typeof ComputeShare>
export type Purchase = z.output<typeof PurchaseShape>
export type AccessFacts = z.output<typeof ComputeAccess>

const PAGE_SIZE = 20
/** How often a list with something under way (a machine being prepared, checked, cleaned) is looked at again. */
const MOVING_POLL_MS = 4_000
const CALM_POLL_MS = 60_000

/** Renewals that are paid and wait for the end of a lease that is listed, too: they are shown with it. */
export function renewalsOf(purchases: readonly Purchase[]): Purchase[] {
  const running = new Set(purchases.filter((it) => it.superPointsStatus === 1).map((it) => it.orderId))
  return purchases.filter((it) => it.superPointsStatus === 0 && running.has(it.renewsOrderId ?? ''))
}

/** Machines one has on lease or had, newest first. */
export function usePurchases(name: string) {
  return useInfiniteQuery({
    queryKey: ['compute', 'purchases', name],
    queryFn: ({ pageParam }) =>
      api(listPurchases, { query: { name: name || undefined, cursor: pageParam, page: 0, size: PAGE_SIZE } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) => {
      const isMoving = state.data?.pages.some((page) =>
        page.content.some((it) => it.superPointsStatus === 0 && it.renewsOrderId === null),
      )
      return isMoving ? MOVING_POLL_MS : CALM_POLL_MS
    },
  })
}

/** Something goes on at the machine by itself. */
export function isMoving(share: Share): boolean {
  return share.verification.state === 'pending' || share.cleaning === 'running' || share.isReserved
}

/** Machines one shares. */
export function useShares(name: string) {
  return useInfiniteQuery({
    queryKey: ['compute', 'shares', name],
    queryFn: ({ pageParam }) =>
      api(listShares, { query: { name: name || undefined, page: pageParam, size: PAGE_SIZE } }),
    initialPageParam: 0,
    getNextPageParam: pageAfter(PAGE_SIZE),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.content.some(isMoving)) ? MOVING_POLL_MS : CALM_POLL_MS,
  })
}

/** One shared machine by its resource id, for the form that changes it. */
export function useShare(authId: string | undefined) {
  return useQuery({
    queryKey: ['compute', 'share', authId],
    queryFn: async () => {
      const page = await api(listShares, { query: { name: authId, page: 0, size: 100 } })
      return page.content.find((share) => share.authId === authId) ?? null
    },
    enabled: authId !== undefined,
    staleTime: 0,
  })
}

/** When the buyer read the login of a shared machine. */
export function useAccessReads(id: string) {
  return useQuery({
    queryKey: ['compute', 'access-reads', id],
    queryFn: () => api(listAccessReads, { params: { id } }),
  })
}
