import { ComputeOrderDetail } from '@trove/contract/compute/orders'
import {
  bringOnline,
  deleteOffer,
  getAccess,
  listChecks,
  listOffers,
  listShares,
  openTerminal,
} from '@trove/contract/compute/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { getOrder } from '@trove/contract/order-lists/routes'
import { payUrl } from '@trove/contract/payment/routes'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { inOrder } from '../support/in-order.ts'
import { countViolations } from '../support/ledger.ts'
import { runOverSsh } from '../support/machine-login.ts'
import {
  DAY_MS,
  type MachineLogin,
  type Ordered,
  orderMachine,
  payAtProvider,
  publishVerified,
} from '../support/steps.ts'
import { openTerminalSocket } from '../support/terminal-client.ts'
import { until } from '../support/until.ts'
import { deafen, kill, readiness } from '../support/world/parts.ts'
import { json, type Person } from '../support/world/site.ts'
import { facts, site } from '../support/world/world.ts'

/** Database, simulator and machine away and back: a clear word meanwhile, recovery without help (issue 3, Bad input and faults). */

const { call } = site
/** Only ends what would never come. */
const RECOVERY_MS = 120_000
const HOUR_MS = 3_600_000

let seller: Person
let buyer: Person
let productId: string
let order: Ordered

beforeEach(inOrder)
beforeAll(async () => {
  await site.advance(DAY_MS)
  seller = await site.signIn('13800000001')
  buyer = await site.signIn('13900060002')
  const machine = await json<MachineLogin>(`${facts.site}/dev/machine.json`)
  productId = await publishVerified(site, seller, machine, { price: '30.00', servePeriod: 30 })
})

const detail = () =>
  call(getOrder, { params: { id: order.orderId } }, { as: buyer }).then((found) => ComputeOrderDetail.parse(found))
const untilReady = async () => {
  await until(
    'a cashier',
    () => fetch(`${facts.cashier}/healthz`),
    ({ ok }) => ok,
    RECOVERY_MS,
  )
  await until('everything serves', readiness, ({ status }) => status === 200, RECOVERY_MS)
}

/** Answers of a plain and of a signed-in call, over and over until the program is well again. */
async function statusesUntilWell(): Promise<{ statuses: Set<number>; words: Set<string> }> {
  const statuses = new Set<number>()
  const words = new Set<string>()
  const headers = { authorization: `Bearer ${buyer.accessToken}`, 'accept-language': 'en' }
  // From before the database is missed until everything has been well for a while.
  for (let inARow = 0; inARow < 20 || !statuses.has(503); ) {
    const answers = await Promise.all([
      fetch(`${facts.site}/api/computing/product/all`),
      fetch(`${facts.site}/api/order/order/super/points/consume/page`, { headers }),
    ])
    for (const answer of answers) {
      statuses.add(answer.status)
      if (!answer.ok) words.add(((await answer.json()) as { message: string }).message)
    }
    inARow = answers.every((answer) => answer.ok) && (await readiness()).status === 200 ? inARow + 1 : 0
  }
  return { statuses, words }
}

test('while the database is away every call says so, and all goes on by itself when it is back', async () => {
  const before = await call(listOffers, { query: {} })
  kill('database')
  const { statuses, words } = await statusesUntilWell()
  expect([...statuses].toSorted()).toEqual([200, 503])
  expect([...words].join()).not.toMatch(/postgres|ECONN|socket|sql/i)
  expect((await call(listOffers, { query: {} })).productCount).toBe(before.productCount)
  expect(await call(memberInfo, {}, { as: buyer })).toMatchObject({ userId: buyer.userId })
})

test('a payment whose notification never comes and whose provider dies is learnt of by asking', async () => {
  await site.control('POST', 'faults', { on: 'notify', kind: 'never', times: 100 })
  order = await orderMachine(site, buyer, productId)
  await payAtProvider(site, order)
  kill('cashier')
  expect(await detail()).toMatchObject({ orderState: 'ToBePaid' })
  await untilReady()
  await site.advance(31_000)
  await until('a machine in service', detail, (found) => found.superPointsStatus === 1)
})

test('while the machine does not answer the terminal says so; afterwards it opens', async () => {
  const open = async () => {
    const { ticket, path } = await call(openTerminal, { body: { productId } }, { as: buyer })
    return openTerminalSocket(facts.site, path, ticket)
  }
  const refused = await deafen('machine', open)
  expect(refused.messages).toEqual([{ type: 'closed', reason: 'unreachable' }])
  kill('machine')
  const opened = await until('a terminal again', open, ({ messages }) => messages[0]?.type === 'ready', RECOVERY_MS)
  opened.close()
  const access = await call(getAccess, { query: { productId } }, { as: buyer })
  const login = { host: access.IPv4, port: access.port, username: access.username, password: access.password ?? '' }
  expect(await runOverSsh(login, 'echo here')).toBe('here\n')
})

test('a lease that ends while the machine is away is cleaned up once it is back', async () => {
  await deafen('machine', async () => {
    await site.advance(31 * DAY_MS)
    await until('an uncleared order', detail, (found) => found.superPointsStatus === 2)
    expect(await shareOf()).toMatchObject({ cleaning: 'running' })
  })
  await until(
    'a clean machine',
    async () => {
      await site.advance(60_000)
      return shareOf()
    },
    (share) => share?.cleaning === 'none',
    RECOVERY_MS,
  )
})

test('a machine that misses its daily check cannot be bought, and can again once a check reaches it', async () => {
  await call(bringOnline, { params: { id: productId } }, { as: seller })
  await until('a verified machine', shareOf, (share) => share?.verification.state === 'verified', 180_000)
  const checks = () => call(listChecks, { params: { id: productId } }, { as: seller })
  await until('no check under way', checks, (all) => all.every(({ state }) => state === 'done'))
  await deafen('machine', async () => {
    await site.advance(DAY_MS)
    await until('an unreachable machine', shareOf, (share) => share?.verification.state === 'unreachable', 180_000)
    await expect(orderMachine(site, buyer, productId)).rejects.toMatchObject({ code: 'orders.product-unavailable' })
  })
  await site.advance(3 * HOUR_MS)
  await until('a verified machine', shareOf, (share) => share?.verification.state === 'verified', 180_000)
})

test('a machine that goes away between payment and hand-over is waited for', async () => {
  order = await orderMachine(site, buyer, productId)
  await deafen('machine', async () => {
    await payAtProvider(site, order)
    await until('an order in preparation', detail, (found) => found.superPointsStatus === 0)
  })
  await until(
    'a machine in service',
    async () => {
      // Slow enough that each try has its real seconds before the order's time is up.
      await site.advance(2_000)
      return detail()
    },
    (found) => found.superPointsStatus === 1,
  )
})

test('once the provider is seen to be away nobody is sent to a dead cashier; paying works again after', async () => {
  await site.advance(31 * DAY_MS)
  await until('a machine that is clean', shareOf, (share) => share?.status === 2 && share.cleaning === 'none')
  await call(bringOnline, { params: { id: productId } }, { as: seller })
  await deafen('cashier', async () => {
    // Noticing takes a few calls that were not answered; readiness makes such calls.
    const refusal = async () => {
      const { parts } = await readiness()
      const code = await orderMachine(site, buyer, productId).catch((error: { code?: string }) => error.code)
      return { code, parts }
    }
    const refused = await until('a refusal', refusal, ({ code }) => code === 'payment.unavailable', 180_000)
    // Not answered in time, or not asked any more.
    expect(refused.parts.payment).toMatch(/^(not serving|gateway down)/)
  })
  await untilReady()
  order = await until('a new order', () => orderMachine(site, buyer, productId), Boolean, RECOVERY_MS)
  expect(await call(payUrl, { query: { orderId: order.orderId } }, { as: buyer })).toContain(order.outTradeNo)
  await payAtProvider(site, order)
  await until('a machine in service', detail, (found) => found.superPointsStatus === 1)
})

test('nothing was lost or doubled by all this', async () => {
  await site.advance(31 * DAY_MS)
  await until(
    'a machine that can be deleted',
    () => call(deleteOffer, { params: { id: productId } }, { as: seller }),
    () => true,
  )
  expect(await countViolations(facts.site, site.advance)).toBe(0)
})

async function shareOf() {
  const { content } = await call(listShares, { query: {} }, { as: seller })
  return content.find(({ id }) => id === productId)
}
