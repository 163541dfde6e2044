import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

async function ask() {
  const { siteInfo } = await import('@trove/contract/platform')
  return api(siteInfo, {})
}

/** Public settings of this site; asked once. */
export function useSiteInfo() {
  return useQuery({ queryKey: ['site-info'], queryFn: ask, staleTime: Number.POSITIVE_INFINITY }).data
}
