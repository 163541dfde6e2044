import { useQuery } from '@tanstack/react-query'
import { siteInfoQuery } from './site-client.ts'

/** Public settings of this site; asked once. */
export function useSiteInfo() {
  return useQuery(siteInfoQuery).data
}
