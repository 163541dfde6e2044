import { useQuery } from '@tanstack/react-query'
import { quoteRenewal } from '@trove/contract/compute/leases'
import { api } from '../../../lib/calls/api.ts'

/** What renewing a running lease costs now; asked anew for each opening, for its seller may have changed it. */
export function useRenewalQuote(orderId: string) {
  return useQuery({
    queryKey: ['lease-renewal', orderId],
    queryFn: () => api(quoteRenewal, { params: { id: orderId } }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
}
