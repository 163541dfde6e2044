import { type CallExtras, createClient } from '@trove/contract/client'
import { sendSms, token } from '@trove/contract/identity/routes'
import type { RouteData, RouteInput, RouteSpec } from '@trove/contract/kit/route'

/** The site as people and programs use it: through HTTP, and the doors of the embedded world. */

export type Person = { userId: string; mobile: string; accessToken: string }
export type CallOptions = CallExtras & { as?: Person; language?: 'zh-CN' | 'en' }

const CLIENT = `Basic ${Buffer.from('trove:trove').toString('base64')}`

export type Site = ReturnType<typeof openSite>

export function openSite(site: string, cashier: string) {
  function call<R extends RouteSpec>(route: R, input: RouteInput<R>, options: CallOptions = {}): Promise<RouteData<R>> {
    const { as, language = 'zh-CN', ...extras } = options
    const client = createClient({
      baseUrl: site,
      product: 'trove',
      language: () => language,
      headers: as ? { 'x-forwarded-for': addressOf(as.mobile) } : {},
      authorization: ({ auth }) => (auth === 'client' ? CLIENT : as && `Bearer ${as.accessToken}`),
    })
    return client(route, input, extras)
  }

  /** Text messages to a phone, newest first. */
  function listMessages(mobile: string): Promise<{ code: string | null; at: string }[]> {
    return json(`${site}/dev/outbox.json?mobile=${mobile}`)
  }

  /** The newest code that went to a phone. */
  async function readCode(mobile: string): Promise<string> {
    const newest = (await listMessages(mobile)).find(({ code }) => code !== null)
    if (!newest?.code) throw new Error(`no code went to ${mobile}`)
    return newest.code
  }

  /** Signs a phone in with the code from the outbox; each phone comes from an address of its own. */
  async function signIn(mobile: string): Promise<Person> {
    const headers = { 'x-forwarded-for': addressOf(mobile) }
    const common = { baseUrl: site, product: 'trove', language: () => 'zh-CN' as const, headers }
    const client = createClient({ ...common, authorization: ({ auth }) => (auth === 'client' ? CLIENT : undefined) })
    await client(sendSms, { query: { mobile } } as RouteInput<typeof sendSms>)
    const smsCode = await readCode(mobile)
    const body = { grant_type: 'mobile', scope: 'server', mobile, smsCode, device: 'pc' as const }
    const pair = await client(token, { body })
    return { userId: pair.user_id, mobile, accessToken: pair.access_token }
  }

  /** Calls the simulator's control API. @throws Error when it refuses */
  function control<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    return json<T>(`${cashier}/control/${path}`, method, body)
  }

  /** Moves business time on, here and at the payment provider. */
  async function advance(ms: number): Promise<void> {
    // Ours first: a step that failed and is taken again must not put the provider ahead, where orders would expire early.
    await json(`${site}/dev/clock`, 'POST', { advanceMs: ms })
    await control('POST', 'clock', { advanceMs: ms })
  }

  return { site, call, signIn, listMessages, readCode, control, advance }
}

/** An address for each phone, so that limits by network do not meet. */
export function addressOf(mobile: string): string {
  const digits = mobile.slice(-8)
  return `10.${Number(digits.slice(0, 3)) % 256}.${Number(digits.slice(3, 6)) % 256}.${Number(digits.slice(6)) + 1}`
}

/** A JSON call that must be answered with 2xx. */
export async function json<T>(url: string, method = 'GET', body?: unknown): Promise<T> {
  const headers = body === undefined ? undefined : { 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`)
  return JSON.parse(text) as T
}
