import { useQuery } from '@tanstack/react-query'
import { CHAIN_PAGE_SIZE, listMinerOrders, listUserOrders } from '@trove/contract/chain/routes'
import { api } from '../../lib/calls/api.ts'

/**
 * Whether a chain account has storage orders: those it placed, or those it serves as a node.
 * @param account its address; undefined asks nothing, which counts as none, and so does a chain that is away
 */
export function useHasStorageOrders(side: 'consume' | 'profit', account: string | undefined) {
  const { data, isLoading } = useQuery({
    queryKey: ['storage', 'has-orders', side, account],
    queryFn: async () => {
      const query = { account: account!, current: 1, size: CHAIN_PAGE_SIZE, sort: 1 } as const
      const { total } = await (side === 'consume' ? api(listUserOrders, { query }) : api(listMinerOrders, { query }))
      return total > 0
    },
    enabled: account !== undefined,
  })
  return { hasOrders: data ?? false, isLoading }
}
