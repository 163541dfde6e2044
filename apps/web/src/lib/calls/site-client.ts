import { type Call, createClient } from '@trove/contract/client'
import type { RouteSpec } from '@trove/contract/kit/route'
import { siteInfo } from '@trove/contract/platform/routes'
import { currentLanguage } from '../session/language.ts'
import { queryClient } from './query.ts'

type How = {
  /** `Authorization` of a call that is a person's; undefined sends none. */
  authorization: () => string | undefined
  fetch: typeof fetch
}

/** The site's public settings as a query: every caller and every screen shares one answer. */
export const siteInfoQuery = {
  queryKey: ['site-info'],
  queryFn: () => plainly(siteInfo, {}),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
}

/**
 * Makes a caller of this site's own server. A call that has the product code in its address or shows the sign-in client waits
 * for the server's settings first (docs/wire.md, Sign-in), and fails as they fail.
 */
export function createSiteClient({ authorization, fetch }: How): Call {
  return async (route, input, extras) => {
    const site = isConfigured(route)
      ? await queryClient.ensureQueryData({ ...siteInfoQuery, retry: false })
      : { product: '', ssoClient: '' }
    const call = createClient({
      ...{ baseUrl: '', product: site.product, language: currentLanguage, fetch },
      headers: { 'x-trove-client': 'web' },
      authorization: () => (route.auth === 'client' ? `Basic ${btoa(site.ssoClient)}` : authorization()),
    })
    return call(route, input, extras)
  }
}

const isConfigured = (route: RouteSpec) => route.auth === 'client' || route.path.includes('{product}')

const plainly = createSiteClient({
  authorization: () => undefined,
  fetch: (input, init) => fetch(input, init),
})
