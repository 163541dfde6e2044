import { getOffer, publishOffer } from '@trove/contract/compute/routes'
import { sendAccountCode } from '@trove/contract/identity/account'
import type { RouteInput } from '@trove/contract/kit/route'
import { createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { getHomepage } from '@trove/contract/talent/experts'
import { getAgreement, startHire } from '@trove/contract/talent/hours'
import { alipayUserInfo, bindAlipay, pcAuthorizeUrl } from '@trove/contract/wallet/routes'
import { until } from './until.ts'
import type { Person, Site } from './world/site.ts'

/** Steps that several journeys take through the API. */

export const DAY_MS = 86_400_000

/** Test people of the provider: short name and real name (the simulator's README). */
export const PAYEES = {
  seller: '陈嘉木',
  expert: '周以宁',
  student: '何小满',
  grace: '李格蕾',
  buyer: '林晚',
  author: '沈知秋',
} as const
export type Payee = keyof typeof PAYEES

/** Binds a receiving account through the provider's authorisation, as the page would. */
export async function bindAccount({ call, control, advance, readCode }: Site, as: Person, payee: Payee): Promise<void> {
  const { url } = await call(pcAuthorizeUrl, {}, { as })
  const asked = new URL(url).searchParams
  const wish = { redirect_uri: asked.get('redirect_uri'), state: asked.get('state'), user: payee }
  const { location } = await control<{ location: string }>('POST', 'authorize', wish)
  const back = new URL(location).searchParams
  const query = { auth_code: back.get('auth_code') ?? '', state: back.get('state') ?? '' }
  const { id } = await call(alipayUserInfo, { query }, { as })
  // A number gets one code a minute, and the last may have been for signing in.
  await advance(61_000)
  await call(sendAccountCode, { body: { purpose: 'receiving-account' } }, { as })
  const body = { wallerId: id, wallerRealName: PAYEES[payee], smsCode: await readCode(as.mobile) }
  await call(bindAlipay, { body }, { as })
}

/** Binds the first of the test people who receives for nobody yet: each account is one person's. */
export async function bindFreeAccount(site: Site, as: Person): Promise<void> {
  for (const payee of Object.keys(PAYEES) as Payee[]) {
    try {
      return await bindAccount(site, as, payee)
    } catch (error) {
      if ((error as { code?: string }).code !== 'wallet.account-taken') throw error
    }
  }
  throw new Error('every test person receives for somebody')
}

export type MachineLogin = { host: string; port: number; username: string; password: string }

/** What every machine can keep: small enough for the computer the journeys run on. */
export const SMALL_MACHINE = { cpuCores: 1, ramSize: 1, diskSize: 1, bandwidth: 1, operationSystem: '13' } as const

export type Terms = {
  price: string
  servePeriod: number
  hourPrice?: string
  description?: string
  /** Where it is more than every machine has. */
  size?: { cpuCores: number; ramSize: number; diskSize: number }
}

/** Publishes a machine and waits until its check says verified. */
export async function publishVerified(
  site: Site,
  as: Person,
  machine: MachineLogin,
  { size, ...terms }: Terms,
): Promise<string> {
  const { id } = await site.call(
    publishOffer,
    {
      body: {
        ...SMALL_MACHINE,
        ...size,
        ...terms,
        serverIPv4: machine.host,
        serverPort: machine.port,
        defaultUsername: machine.username,
        defaultPassword: machine.password,
      },
    },
    { as },
  )
  await untilVerified(site, id)
  return id
}

export function untilVerified({ call }: Site, id: string) {
  return until(
    'a verified machine',
    () => call(getOffer, { params: { id } }),
    (offer) => offer.verification.state === 'verified',
    180_000,
  )
}

/** Orders something: the order's id, its number at the provider, and the signed cashier address. */
async function order({ call }: Site, as: Person, body: RouteInput<typeof createPayment>['body']) {
  let orderId = ''
  const onResponse = (response: Response) => {
    orderId = response.headers.get('x-order-id') ?? ''
  }
  const payUrl = await call(createPayment, { body }, { as, onResponse })
  const content = JSON.parse(new URL(payUrl).searchParams.get('biz_content') ?? '{}') as { out_trade_no?: string }
  return { orderId, payUrl, outTradeNo: content.out_trade_no ?? '' }
}

export const orderMachine = (site: Site, as: Person, productId: string) =>
  order(site, as, { productId, productType: 'superPoints', payMethod: 'alipay', device: 'pc', confirmed: true })

/** Hires an expert for 8 hours, pays, and has the expert start. */
export async function hireStarted(site: Site, buyer: Person, expert: Person, requirement: string): Promise<Ordered> {
  const { call } = site
  const { productId } = await call(getHomepage, { query: {} }, { as: expert })
  const { hash } = await call(getAgreement, { query: {} })
  const hours = { manWorkingHourId: '8', manWorkingRequire: requirement, manAgreement: hash }
  const hire = { productId, productType: 'manpower', payMethod: 'alipay', device: 'pc', confirmed: true } as const
  const ordered = await order(site, buyer, { ...hire, ...hours })
  await payAtProvider(site, ordered)
  const paid = () => call(getOrder, { params: { id: ordered.orderId } }, { as: buyer })
  await until('a paid hire', paid, ({ orderState }) => orderState === 'PaymentSuccessful')
  await call(startHire, { params: { id: ordered.orderId } }, { as: expert })
  return ordered
}

export type Ordered = Awaited<ReturnType<typeof orderMachine>>

/** Pays at the provider as its test buyer. */
export function payAtProvider({ control }: Site, { outTradeNo, payUrl }: Ordered): Promise<{ location: string }> {
  return control('POST', `trades/${outTradeNo}/pay`, { payUrl, user: 'buyer' })
}
