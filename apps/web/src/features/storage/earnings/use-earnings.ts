import { useInfiniteQuery } from '@tanstack/react-query'
import { CHAIN_PAGE_SIZE, listMinerOrders } from '@trove/contract/chain/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import { api } from '../../../lib/calls/api.ts'

export type EarningOrder = RouteResult<typeof listMinerOrders>['content'][number]

/** Income grows with the blocks, so a page that stays looks again. */
const AGAIN_MS = 30_000
export const earningsKey = ['storage', 'earnings']

/** Storage orders that an account keeps or kept as a node, newest first, with the block they were read at. */
export function useEarnings(account: string) {
  return useInfiniteQuery({
    queryKey: [...earningsKey, account],
    queryFn: ({ pageParam }) =>
      api(listMinerOrders, { query: { account, current: pageParam, size: CHAIN_PAGE_SIZE, sort: 1 } }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * CHAIN_PAGE_SIZE < total ? pages.length + 1 : undefined),
    refetchInterval: AGAIN_MS,
  })
}
