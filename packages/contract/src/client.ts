import { ContractError, type ErrorCode, type Refusal } from './errors/codes.ts'
import type { FieldError } from './errors/define.ts'
import { fetchCodes, knownStatus } from './errors/known/known.ts'
import { LONG_CALL_MS, type RouteData, type RouteInput, type RouteSpec } from './kit/route.ts'

type CallFailure = 'network' | 'timeout' | 'status' | 'unreadable'

/** How a call may fail apart from a contract refusal. */
export class CallError extends Error {
  /** `unreadable`: an answer of another shape than the contract's, as an open page meets after a new release. */
  readonly kind: CallFailure
  readonly status: number | undefined
  constructor(kind: CallFailure, status?: number, cause?: unknown) {
    super(kind, { cause })
    this.name = 'CallError'
    this.kind = kind
    this.status = status
  }
}

/** A refusal that names no code of the contract, in the words it came with (another gateway, decision 49). */
export class AnswerError extends Error {
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.name = 'AnswerError'
    this.status = status
  }
}

export type ClientOptions = {
  baseUrl: string
  product: string
  /** `Authorization` of a call; undefined sends none. */
  authorization: (route: RouteSpec) => string | undefined
  language: () => 'zh-CN' | 'en'
  fetch?: typeof fetch
  headers?: Record<string, string>
}

export type CallExtras = {
  idempotencyKey?: string
  signal?: AbortSignal
  onResponse?: (response: Response) => void
  /** Sends this call in the place of the client's own. */
  fetch?: typeof fetch
}

/** Milliseconds until a call is given up (specification: 60 s). */
export const CALL_TIMEOUT_MS = 60_000

/**
 * Makes a typed caller for the contract's routes: method, path, parsing, and every failure as ContractError or CallError.
 */
export function createClient(options: ClientOptions) {
  const doFetch = options.fetch ?? fetch
  return async function call<R extends RouteSpec>(
    route: R,
    input: RouteInput<R>,
    extras: CallExtras = {},
  ): Promise<RouteData<R>> {
    const response = await send(extras.fetch ?? doFetch, options, route, input as AnyInput, extras)
    extras.onResponse?.(response)
    const answer = await readJson(response)
    if (response.ok && isSuccess(route, answer)) {
      const data = route.envelope === 'token' ? answer : (answer as { data: unknown }).data
      return readData(route, data, response.status)
    }
    throw await refusal(response.status, answer)
  }
}

/** By `parse`, which is all of a shape that the site's build keeps. */
function readData<R extends RouteSpec>(route: R, data: unknown, status: number): RouteData<R> {
  try {
    return route.ok.parse(data) as RouteData<R>
  } catch (error) {
    throw new CallError('unreadable', status, error)
  }
}

type AnyInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** Fills a route's path: `{product}`, `{name}` parameters, and the query. */
export function routePath(
  route: RouteSpec,
  product: string,
  input: { params?: Record<string, unknown>; query?: Record<string, unknown> } = {},
): string {
  const path = route.path
    .replace('{product}', product)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== '') query.set(key, String(value))
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

async function send(
  doFetch: typeof fetch,
  options: ClientOptions,
  route: RouteSpec,
  input: AnyInput,
  extras: CallExtras,
): Promise<Response> {
  const headers: Record<string, string> = {
    'accept-language': options.language(),
    'cache-control': 'no-cache',
    ...options.headers,
  }
  const authorization = options.authorization(route)
  if (authorization) headers.authorization = authorization
  if (extras.idempotencyKey) headers['idempotency-key'] = extras.idempotencyKey
  let body: string | FormData | undefined
  if (input.body instanceof FormData) body = input.body
  else if (input.body !== undefined) {
    const isForm = route.bodyKind === 'form-or-query'
    headers['content-type'] = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    body = isForm
      ? new URLSearchParams(definedOnly(input.body as Record<string, unknown>)).toString()
      : JSON.stringify(input.body)
  }
  const timeout = AbortSignal.timeout(route.isLong ? LONG_CALL_MS : CALL_TIMEOUT_MS)
  const signal = extras.signal ? AbortSignal.any([timeout, extras.signal]) : timeout
  try {
    return await doFetch(options.baseUrl + routePath(route, options.product, input), {
      method: route.method,
      headers,
      body,
      signal,
      credentials: 'same-origin',
    })
  } catch (error) {
    if (extras.signal?.aborted) throw error
    throw new CallError(timeout.aborted ? 'timeout' : 'network', undefined, error)
  }
}

function definedOnly(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, v]) => v !== undefined)
      .map(([k, v]) => [k, String(v)]),
  )
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw new CallError('status', response.status)
  }
}

/** Success is HTTP 2xx with code 0 or 200 (decision 14); the token answer has no code. */
function isSuccess(route: RouteSpec, answer: unknown): boolean {
  if (route.envelope === 'token') return true
  const code = (answer as { code?: unknown }).code
  return code === 0 || code === 200
}

type Refused = {
  code?: unknown
  message?: unknown
  error_description?: unknown
  error?: string
  params?: object
  fields?: FieldError[]
}

/** What a code of the contract looks like. */
const CODE = /^[a-z-]+\.[a-z0-9-]+$/

/** A refusal waits so long for the table of codes. */
const TABLE_LIMIT_MS = 5_000

function codesInTime(): ReturnType<typeof fetchCodes> {
  const limit = AbortSignal.timeout(TABLE_LIMIT_MS)
  const late = new Promise<undefined>((resolve) => limit.addEventListener('abort', () => resolve(undefined)))
  return Promise.race([fetchCodes(), late])
}

/**
 * Whether the contract has such a code. Where the table cannot be had, what looks like a code is one if it is among those known
 * by their name, or the server gave no words of its own.
 */
async function isCode(error: string, hasWords: boolean): Promise<boolean> {
  // A session that ran out is met by many calls at once, and renewed at once.
  if (error === 'session.expired') return true
  const table = await codesInTime()
  if (table) return error in table.allErrors
  return CODE.test(error) && (!hasWords || knownStatus(error as ErrorCode) !== undefined)
}

async function refusal(httpStatus: number, answer: unknown): Promise<Error> {
  const { error, params, fields, ...rest } = answer as Refused
  const words = [rest.error_description, rest.message].find((text) => typeof text === 'string' && text !== '')
  // What the server gave with the code is taken as it is.
  if (error && (await isCode(error, words !== undefined)))
    return new ContractError(...([error, params ?? {}, fields] as Refusal))
  const status = meantStatus(httpStatus, rest.code)
  if (status === 401) return new ContractError('session.expired')
  if (words !== undefined) return new AnswerError(String(words), status)
  const code = BY_STATUS[status]
  return code ? new ContractError(...([code] as unknown as Refusal)) : new CallError('status', status)
}

/** Statuses that say enough by themselves (specification: error catalogue of both parts). */
const BY_STATUS: Record<number, ErrorCode | undefined> = {
  403: 'session.forbidden',
  404: 'resource.not-found',
  417: 'account.not-bound',
  423: 'demo.not-allowed',
  426: 'session.credentials-wrong',
  428: 'identity.code-wrong',
  429: 'request.too-frequent',
  479: 'demo.not-permitted',
}

/** A body's code stands for the status where all answers come with 200; "000" is too frequent (decision 49). */
function meantStatus(httpStatus: number, code: unknown): number {
  if (code === '000') return 429
  return httpStatus === 200 && Number(code) >= 400 ? Number(code) : httpStatus
}

export type Call = ReturnType<typeof createClient>
