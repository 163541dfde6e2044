import { APP_ID } from '../accounts/accounts.ts'
import { grantCode } from '../world/sign-in.ts'
import type { World } from '../world/world.ts'

export interface AuthorizeRequest {
  redirectUri: string
  state: string
  scope: string
}

/** Where the browser goes after the person agreed: the merchant's address with a single-use auth_code and the state. */
export function authorizeLocation(world: World, request: AuthorizeRequest, userId: string): string {
  const address = startOf(request)
  address.searchParams.set('auth_code', grantCode(world, userId, request.scope))
  return address.toString()
}

/** Where the browser goes after the person declined: the scope is named as failed and there is no auth_code. */
export function declineLocation(request: AuthorizeRequest): string {
  const address = startOf(request)
  address.searchParams.set('error_scope', request.scope)
  return address.toString()
}

function startOf(request: AuthorizeRequest): URL {
  const address = new URL(request.redirectUri)
  address.searchParams.set('app_id', APP_ID)
  address.searchParams.set('source', 'alipay_wallet')
  address.searchParams.set('scope', request.scope)
  if (request.state !== '') address.searchParams.set('state', request.state)
  return address
}
