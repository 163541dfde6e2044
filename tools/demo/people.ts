import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@trove/contract/client'
import { ContractError } from '@trove/contract/errors/codes'
import { sendSms, token } from '@trove/contract/identity/routes'
import type { RouteData, RouteInput, RouteSpec } from '@trove/contract/kit/route'
import { alipayUserInfo, bindAlipay, listBoundAccounts, pcAuthorizeUrl } from '@trove/contract/wallet/routes'
import type { DemoPerson } from './goods.ts'

const CODE_TRIES = 20
const CODE_PAUSE_MS = 5000

/** People of the demo market as they use the site: through HTTP, with codes from the outbox and test people of the cashier. */

export type Places = { site: string; cashier: string }
export type Call = <R extends RouteSpec>(
  route: R,
  input: RouteInput<R>,
  onResponse?: (response: Response) => void,
) => Promise<RouteData<R>>

/** A way to call the site with this authorisation, or with none. */
export function clientOf({ site }: Places, authorization: string): Call {
  const client = createClient({
    baseUrl: site,
    product: process.env.PRODUCT || 'trove',
    language: () => 'zh-CN',
    authorization: () => authorization || undefined,
  })
  return (route, input, onResponse) => client(route, input, onResponse ? { onResponse } : {})
}

/** A JSON call of the embedded world's own doors. @throws Error unless it is answered with 2xx */
export async function json<T>(url: string, body?: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** A number gets a code a minute: after a quick restart the next one has to be waited for. */
async function sendCode(program: Call, mobile: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return void (await program(sendSms, { query: { mobile } } as RouteInput<typeof sendSms>))
    } catch (error) {
      if (tries === CODE_TRIES || !(error instanceof ContractError && error.code === 'identity.sms-too-soon'))
        throw error
      await sleep(CODE_PAUSE_MS)
    }
  }
}

/** Signs a person in with the code from the outbox; answers their way to call the site. */
export async function signIn(places: Places, person: DemoPerson): Promise<Call> {
  return clientOf(places, await authorize(places, person))
}

/** Signs a person in; answers what every call of theirs carries. */
export async function authorize(places: Places, { mobile }: DemoPerson): Promise<string> {
  const program = clientOf(places, `Basic ${Buffer.from(process.env.SSO_CLIENT || 'trove:trove').toString('base64')}`)
  await sendCode(program, mobile)
  const messages = await json<{ code: string | null }[]>(`${places.site}/dev/outbox.json?mobile=${mobile}`)
  const smsCode = messages.find(({ code }) => code !== null)?.code
  if (!smsCode) throw new Error(`no code went to ${mobile}`)
  const body = { grant_type: 'mobile', scope: 'server', mobile, smsCode, device: 'pc' as const }
  const { access_token } = await program(token, { body })
  return `Bearer ${access_token}`
}

type TestPerson = { userKey: string; realName: string }

/** Binds a receiving account through the provider's authorisation, as the page would; once. */
export async function bindAccount(places: Places, call: Call, person: DemoPerson, known: TestPerson[]): Promise<void> {
  if ((await call(listBoundAccounts, {})).length > 0) return
  const payee = known.find(({ userKey }) => userKey === person.payee)
  if (!payee) throw new Error(`the cashier does not know ${person.payee}`)
  const { url } = await call(pcAuthorizeUrl, {})
  const asked = new URL(url).searchParams
  const wish = { redirect_uri: asked.get('redirect_uri'), state: asked.get('state'), user: person.payee }
  const { location } = await json<{ location: string }>(`${places.cashier}/control/authorize`, wish)
  const back = new URL(location).searchParams
  const query = { auth_code: back.get('auth_code') ?? '', state: back.get('state') ?? '' }
  const { id } = await call(alipayUserInfo, { query })
  await call(bindAlipay, { body: { wallerId: id, wallerRealName: payee.realName } })
}
