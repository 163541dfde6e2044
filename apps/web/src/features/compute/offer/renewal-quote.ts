import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { quoteRenewal } from '@trove/contract/compute/leases'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'

/** What renewing a running lease costs now; asked anew for each opening, for its seller may have changed it. */
export function useRenewalQuote(orderId: string, serveHours: number | undefined) {
  return useQuery({
    queryKey: ['lease-renewal', orderId, serveHours],
    queryFn: () => api(quoteRenewal, { params: { id: orderId }, query: { serveHours } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
}

/** The settlement desk of a renewal, for as many hours as the lease has where it is by the hour. */
export function renewPath(lease: { orderId: string; productId: string; serveHours: number | null }): string {
  const hours = lease.serveHours === null ? {} : { hours: String(lease.serveHours) }
  return paths.checkoutCompute({ id: lease.productId }, { renews: lease.orderId, ...hours })
}
