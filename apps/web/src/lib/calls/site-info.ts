import { useQuery } from '@tanstack/react-query'
import { siteInfo } from '@trove/contract/platform/routes'
import { api } from './api.ts'

/** Public settings of this site; asked once. */
export function useSiteInfo() {
  return useQuery({ queryKey: ['site-info'], queryFn: () => api(siteInfo, {}), staleTime: Number.POSITIVE_INFINITY })
    .data
}
