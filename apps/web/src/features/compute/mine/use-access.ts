import { useQuery } from '@tanstack/react-query'
import { getAccess } from '@trove/contract/compute/routes'
import { api } from '../../../lib/calls/api.ts'

/**
 * Reads the login once for each place that shows it: every reading is logged and told to the seller, so nothing here
 * asks again by itself, and nothing is kept after the place is gone.
 */
export function useAccess(productId: string, { isEnabled = true }: { isEnabled?: boolean } = {}) {
  return useQuery({
    queryKey: ['machine-access', productId],
    queryFn: () => api(getAccess, { query: { productId } }),
    enabled: isEnabled,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
