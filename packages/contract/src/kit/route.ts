import type { z } from 'zod'
import type { ErrorCode } from '../errors/codes.ts'
import type { StaffRole } from './staff-roles.ts'

/**
 * Who may call a route.
 * - `none`: anyone; `optional`: anyone, the session is read when there is one
 * - `client`: the sign-in client's Basic authorisation; `user`: a signed-in person
 * - `wallet-bound`: a signed-in person with a bound receiving account (walletFlag); `operator`: Trove's own staff
 */
export type Auth = 'none' | 'optional' | 'client' | 'user' | 'wallet-bound' | 'operator'

/**
 * How the answer is wrapped (docs/wire.md): `business` {code: 200, message, data}, `gateway` the same with code 0,
 * `token` the OAuth answer at the top level, `raw` whatever the handler sends (files, redirects, provider callbacks).
 */
export type Envelope = 'business' | 'gateway' | 'token' | 'raw'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The longest that a call of a long route, or a request with a large body, may take: files on slow lines. */
export const LONG_CALL_MS = 6 * 3_600_000

export type RouteSpec = {
  /** `domain.action`, unique over all routes. */
  id: string
  method: Method
  /** Path with `{name}` parameters; `{product}` stands for the configured product code. */
  path: string
  /** One English sentence for the OpenAPI document. */
  summary: string
  auth: Auth
  /** Of operator routes: which roles may call besides owners; without them, anyone of the staff. */
  staff?: readonly StaffRole[]
  /**
   * Papers and money: a second factor must have been shown in this session within the last ten minutes. `if-any`: of those who
   * have one, so that a code to the phone alone cannot take over an account that a factor guards.
   */
  needsFactor?: true | 'if-any'
  envelope?: Envelope
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** What the body is: JSON unless said otherwise. `form-or-query`: a form body, a JSON body or the query, merged. */
  bodyKind?: 'json' | 'form-or-query' | 'multipart'
  ok: z.ZodType
  errors?: readonly ErrorCode[]
  /** A GET that changes state, kept for old clients (decision 16): bearer header only, `no-store`, safe to repeat. */
  isUnsafeGet?: boolean
  /** The access token may come as `access_token` in the query: for image addresses of the specification, and nothing else. */
  takesQueryToken?: true
  /** The answer holds a secret that is shown once: it is not kept for an Idempotency-Key. */
  keepsNoAnswer?: true
  /** A large file on a slow line, or work of minutes: no call of it is given up after the usual minute. */
  isLong?: true
  /** A provider calls it, from few addresses and often: its signature guards it, not a count of calls. */
  isCallback?: boolean
}

/** Declares a route; the value serves the server, the client, forms, OpenAPI and tests alike. */
export function route<const R extends RouteSpec>(spec: R): R {
  return spec
}

/** What may be an Idempotency-Key. */
export const IDEMPOTENCY_KEY = /^[!-~]{1,200}$/

/** Reading needs no key; sign-in answers hold secrets that must not be kept; uploads are streams. */
export function takesKey({ method, auth, bodyKind, envelope, keepsNoAnswer }: RouteSpec): boolean {
  if (keepsNoAnswer) return false
  return method !== 'GET' && auth !== 'client' && bodyKind !== 'multipart' && envelope !== 'raw'
}

type In<T> = T extends z.ZodType ? z.input<T> : undefined
type Out<T> = T extends z.ZodType ? z.output<T> : undefined

/** What a caller gives: before parsing. */
export type RouteInput<R extends RouteSpec> = {
  [K in 'params' | 'query' | 'body' as R[K] extends z.ZodType ? K : never]: In<R[K]>
}
/** What a handler gets: after parsing. */
export type RouteParsed<R extends RouteSpec> = {
  params: Out<R['params']>
  query: Out<R['query']>
  body: Out<R['body']>
}
/** What a handler returns: parsed and stripped to the declared shape before it leaves. */
export type RouteResult<R extends RouteSpec> = z.input<R['ok']>
/** What a caller receives as `data`. */
export type RouteData<R extends RouteSpec> = z.output<R['ok']>
