import { timingSafeEqual } from 'node:crypto'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import type { RouteSpec } from '@trove/contract/kit/route'
import type { FastifyRequest } from 'fastify'
import type { Caller } from './serve.ts'

/** What the kit asks of the modules above it. */
export type AuthNeeds = {
  authenticate(accessToken: string): Promise<Caller | undefined>
  isWalletBound(userId: string): Promise<boolean>
  /** Whether the caller has a second factor, and showed one in this session lately. */
  factorOf(caller: Caller): Promise<'missing' | 'needed' | 'fresh'>
  /** The sign-in client as `name:secret`. */
  ssoClient: string
}

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]{1,4000})$/i

/**
 * The bearer token of the Authorization header; no cookie ever counts as one. A query does on routes that are marked
 * (`takesQueryToken`), and there only where the header is missing.
 */
function bearerOf(request: FastifyRequest, route: RouteSpec): string | undefined {
  const header = request.headers.authorization
  if (header) return BEARER.exec(header)?.[1]
  const given = route.takesQueryToken ? (request.query as Record<string, unknown>).access_token : undefined
  return typeof given === 'string' ? BEARER.exec(`Bearer ${given}`)?.[1] : undefined
}

/**
 * Finds who calls and whether they may.
 * @throws ContractError `session.expired`, `session.forbidden`, `session.client-unknown`, `wallet.not-bound`, `factor.missing`
 * or `factor.needed`
 */
export async function authorize(
  route: RouteSpec,
  request: FastifyRequest,
  needs: AuthNeeds,
): Promise<Caller | undefined> {
  if (route.isUnsafeGet) refuseForeign(request)
  if (route.auth === 'none') return undefined
  if (route.auth === 'client') return requireClient(request, needs.ssoClient)
  const token = bearerOf(request, route)
  const caller = token === undefined ? undefined : await needs.authenticate(token)
  if (route.auth === 'optional') return caller
  if (!caller) throw new ContractError('session.expired')
  if (route.auth === 'operator') requireThat(isAllowed(caller, route), 'session.forbidden')
  if (route.auth === 'wallet-bound') requireThat(await needs.isWalletBound(caller.userId), 'wallet.not-bound')
  if (route.needsFactor) {
    const factor = await needs.factorOf(caller)
    const isEnough = factor === 'fresh' || (factor === 'missing' && route.needsFactor === 'if-any')
    if (!isEnough) throw new ContractError(`factor.${factor}`)
  }
  return caller
}

/** Whether one of the caller's roles may call a route of the staff; an owner may call all. */
function isAllowed({ staff }: Caller, route: RouteSpec): boolean {
  return staff.some((role) => role === 'owner' || route.staff === undefined || route.staff.includes(role))
}

/** Old GETs that change something are not for other sites' images, links or prefetching (decision 16). */
function refuseForeign(request: FastifyRequest): void {
  const { headers } = request
  requireThat(headers['sec-fetch-site'] !== 'cross-site', 'session.forbidden')
  requireThat(!headers['sec-purpose'] && headers.purpose !== 'prefetch', 'session.forbidden')
}

function requireClient(request: FastifyRequest, client: string): undefined {
  const header = request.headers.authorization ?? ''
  const given = Buffer.from(/^Basic +([A-Za-z0-9+/=_-]{1,400})$/i.exec(header)?.[1] ?? '', 'base64')
  const wanted = Buffer.from(client)
  // Equal lengths for the comparison; the length of a public client's name is no secret.
  const isSame = given.length === wanted.length && timingSafeEqual(given, wanted)
  requireThat(isSame, 'session.client-unknown')
  return undefined
}
