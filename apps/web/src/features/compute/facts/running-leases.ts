import { useQuery } from '@tanstack/react-query'
import { listPurchases } from '@trove/contract/compute/orders'
import type { RouteData } from '@trove/contract/kit/route'
import { api } from '../../../lib/calls/api.ts'

export type RunningLease = RouteData<typeof listPurchases>['content'][number]

/** Purchases that are looked at for the leases that run. */
const LEASES_LOOKED_AT = 100

/** The leases one has now, newest first. */
export function useRunningLeases() {
  return useQuery({
    queryKey: ['compute', 'running-leases'],
    queryFn: async () => {
      const { content } = await api(listPurchases, { query: { page: 0, size: LEASES_LOOKED_AT } })
      return content.filter(({ superPointsStatus }) => superPointsStatus === 1)
    },
  })
}

/** The lease one has of a machine now. */
export function useLeasedMachine(productId: string): RunningLease | undefined {
  return useRunningLeases().data?.find(({ fkProductId }) => fkProductId === productId)
}
