import {
  ComputeOrderDetail,
  clearCompute,
  listComputeConsume,
  listComputeProfit,
  listPurchases,
} from '@trove/contract/compute/orders'
import {
  bringOnline,
  deleteOffer,
  getAccess,
  getOffer,
  listAccessReads,
  listOffers,
  listShares,
  openTerminal,
} from '@trove/contract/compute/routes'
import { memberInfo } from '@trove/contract/identity/routes'
import { listNotices } from '@trove/contract/notices/routes'
import { getOrder } from '@trove/contract/order-lists/routes'
import { payResult } from '@trove/contract/payment/routes'
import { getPurse } from '@trove/contract/wallet/routes'
import { beforeEach, describe, expect, test } from 'vitest'
import { inOrder } from '../support/in-order.ts'
import { countViolations, ledgerSums, readBook } from '../support/ledger.ts'
import { canLogIn, type Login, runOverSsh } from '../support/machine-login.ts'
import {
  bindAccount,
  DAY_MS,
  type MachineLogin,
  type Ordered,
  orderMachine,
  payAtProvider,
  publishVerified,
} from '../support/steps.ts'
import { openTerminalSocket } from '../support/terminal-client.ts'
import { until } from '../support/until.ts'
import { json, type Person } from '../support/world/site.ts'
import { facts, site } from '../support/world/world.ts'

/** From publishing to the payout, through the API alone (issue 3, Done when 2). */

const { call, signIn, advance } = site
const PERIOD_DAYS = 14
const PRICE = '28.00'

let seller: Person
let buyer: Person
let machine: MachineLogin
let productId: string
let order: Ordered
let login: Login
let clearedFen: number

const fenOf = (yuan: string) => Math.round(Number(yuan) * 100)
const detail = (as: Person) =>
  call(getOrder, { params: { id: order.orderId } }, { as }).then((found) => ComputeOrderDetail.parse(found))
const share = async () => {
  const { content } = await call(listShares, { query: {} }, { as: seller })
  return content.find((item) => item.id === productId)
}
const kindsOf = async (as: Person) => (await call(listNotices, { query: {} }, { as })).content.map(({ kind }) => kind)

beforeEach(inOrder)

describe('through the API alone', () => {
  test('two people sign in with the code they were sent', async () => {
    seller = await signIn('13900010001')
    buyer = await signIn('13900010002')
    const info = await call(memberInfo, {}, { as: seller })
    expect(info).toMatchObject({ userId: seller.userId, mobile: '139****0001', walletFlag: false })
  })

  test('the seller binds an Alipay account by its authorisation', async () => {
    await bindAccount(site, seller, 'expert')
    expect(await call(memberInfo, {}, { as: seller })).toMatchObject({ walletFlag: true })
    const { boundAccount } = await call(getPurse, {}, { as: seller })
    expect(boundAccount).toMatchObject({ nickname: '以宁' })
    expect(JSON.stringify(boundAccount)).not.toContain('周以宁')
  })

  test('the demo machine is published and its check verifies it', async () => {
    machine = await json<MachineLogin>(`${facts.site}/dev/machine.json`)
    const terms = { price: PRICE, servePeriod: PERIOD_DAYS, description: '接口之旅' }
    productId = await publishVerified(site, seller, machine, terms)
    const offer = await call(getOffer, { params: { id: productId } }, { as: buyer })
    expect(offer).toMatchObject({ isMine: false, isAvailable: true, unavailableReason: null, price: PRICE })
    expect(offer.verification.measured?.cpuCores).toBeGreaterThan(0)
    expect(JSON.stringify(offer)).not.toContain(machine.password)
    expect(await share()).toMatchObject({ status: 0, listing: 'online' })
  })

  test('the buyer finds it with the filter, and not with another', async () => {
    const find = async (filter: object) => {
      const { products } = await call(listOffers, { query: { ...filter, sort: 'price-asc' } }, { as: buyer })
      return products.content.map(({ id }) => id)
    }
    expect(await find({ cpuAndRAM: '1C-1G', operationSystem: '13', servePeriod: PERIOD_DAYS })).toContain(productId)
    expect(await find({ servePeriod: 720 })).not.toContain(productId)
    expect(await find({ operationSystem: '1' })).not.toContain(productId)
  })

  test('an order holds the machine until it is paid', async () => {
    order = await orderMachine(site, buyer, productId)
    expect(order.orderId).not.toBe('')
    expect(await detail(buyer)).toMatchObject({ orderState: 'ToBePaid', superPointsStatus: null, totalAmount: PRICE })
    expect(await call(getOffer, { params: { id: productId } })).toMatchObject({
      isAvailable: false,
      unavailableReason: 'taken',
    })
    await expect(orderMachine(site, seller, productId)).rejects.toMatchObject({ code: 'orders.product-taken' })
    await expect(call(getAccess, { query: { productId } }, { as: buyer })).rejects.toMatchObject({
      code: 'compute.access-denied',
    })
  })

  test('the buyer pays at the cashier and the machine is handed over', async () => {
    const { location } = await payAtProvider(site, order)
    expect(location).toContain(`${facts.site}/pay/result/${order.orderId}`)
    await until(
      'a service that runs',
      () => detail(buyer),
      (found) => found.superPointsStatus === 1,
    )
    expect(await call(payResult, { params: { id: order.orderId } }, { as: buyer })).toMatchObject({
      result: 'paid',
      orderState: 'PaymentSuccessful',
    })
    const { content } = await call(listPurchases, { query: {} }, { as: buyer })
    expect(content).toMatchObject([{ orderId: order.orderId, superPointsStatus: 1 }])
    expect(await share()).toMatchObject({ status: 1 })
    const { products } = await call(listOffers, { query: {} }, { as: buyer })
    expect(products.content.map(({ id }) => id)).not.toContain(productId)
  })

  test('the buyer reads a fresh login and works on the machine over SSH', async () => {
    const access = await call(getAccess, { query: { productId } }, { as: buyer })
    login = { host: access.IPv4, port: access.port, username: access.username, password: access.password ?? '' }
    expect(login.password).not.toBe(machine.password)
    expect(await runOverSsh(login, 'echo $((6 * 7)) && whoami')).toMatch(/^42\n/)
    expect(await canLogIn({ ...login, password: machine.password })).toBe(false)
    await expect(call(getAccess, { query: { productId } }, { as: seller })).rejects.toMatchObject({
      code: 'compute.access-denied',
    })
    const [read] = await call(listAccessReads, { params: { id: productId } }, { as: seller })
    expect(read).toMatchObject({ via: 'credentials' })
  })

  test('the terminal of the browser reaches the machine', async () => {
    const { ticket, path } = await call(openTerminal, { body: { productId } }, { as: buyer })
    const terminal = await openTerminalSocket(facts.site, path, ticket)
    expect(terminal.messages).toEqual([{ type: 'ready' }])
    terminal.type('echo $((40 + 2))-terminal\n')
    await until(
      'the command’s output',
      async () => terminal.text(),
      (text) => text.includes('42-terminal'),
    )
    terminal.type('exit\n')
    await until(
      'the end of the shell',
      async () => terminal.isClosed(),
      (isClosed) => isClosed,
    )
    expect(terminal.messages.at(-1)).toEqual({ type: 'closed', reason: 'exit' })
  })

  test('after half the period half the price can be cleared', async () => {
    await advance((PERIOD_DAYS / 2) * DAY_MS)
    const cleared = await call(clearCompute, { body: { superPointsProductId: order.orderId } }, { as: seller })
    clearedFen = fenOf(cleared.clearedAmount)
    expect(clearedFen).toBeGreaterThanOrEqual(fenOf(PRICE) / 2)
    expect(clearedFen).toBeLessThan(fenOf(PRICE) / 2 + 10)
    expect(cleared.payoutState).toBe('in-flight')
    expect(await detail(seller)).toMatchObject({ superPointsStatus: 1, role: 'seller' })
    await expect(
      call(clearCompute, { body: { superPointsProductId: order.orderId } }, { as: buyer }),
    ).rejects.toMatchObject({ code: 'orders.not-found' })
    // Seven days are left. The sweep that warns comes every half minute, and must have come before the clock moves on.
    await until(
      'the warning',
      () => kindsOf(buyer),
      (kinds) => kinds.includes('compute.lease-expires-soon'),
    )
  })

  test('at the end the order waits to be cleared and the old password is worth nothing', async () => {
    await advance((PERIOD_DAYS / 2) * DAY_MS)
    await until(
      'an uncleared order',
      () => detail(seller),
      (found) => found.superPointsStatus === 2,
    )
    await until('a cleaned machine', share, (found) => found?.status === 2 && found.cleaning === 'none')
    expect(await canLogIn(login)).toBe(false)
    await expect(call(getAccess, { query: { productId } }, { as: buyer })).rejects.toMatchObject({
      code: 'compute.access-denied',
    })
    await expect(call(openTerminal, { body: { productId } }, { as: buyer })).rejects.toMatchObject({
      code: 'compute.access-denied',
    })
  })

  test('the rest is cleared once and arrives at the seller’s account', async () => {
    const body = { superPointsProductId: order.orderId }
    const cleared = await call(clearCompute, { body }, { as: seller })
    expect(clearedFen + fenOf(cleared.clearedAmount)).toBe(fenOf(PRICE))
    expect(cleared.totalClearedAmount).toBe(PRICE)
    await expect(call(clearCompute, { body }, { as: seller })).rejects.toMatchObject({
      code: 'orders.nothing-to-clear',
    })
    expect(await detail(seller)).toMatchObject({ superPointsStatus: 3 })
    expect(await detail(buyer)).toMatchObject({ superPointsStatus: 3, orderState: 'PaymentSuccessful' })
    const purse = await until(
      'a paid-out purse',
      () => call(getPurse, {}, { as: seller }),
      (found) => found.paidOutAmount === PRICE,
    )
    expect(purse).toMatchObject({ payableAmount: '0.00', inFlightAmount: '0.00', unclearedAmount: '0.00' })
    const { content: consumed } = await call(listComputeConsume, { query: {} }, { as: buyer })
    const { content: earned } = await call(listComputeProfit, { query: {} }, { as: seller })
    expect([consumed[0]?.id, earned[0]?.id]).toEqual([order.orderId, order.orderId])
    expect(earned[0]?.income).toMatchObject({ accruedAmount: PRICE, clearedAmount: PRICE, clearableAmount: '0.00' })
  })

  test('the provider’s book shows the same money', async () => {
    const book = await readBook(facts.cashier)
    const transfers = book.transfers.filter(({ payeeId }) => payeeId === '2088102180010003')
    const sum = transfers.reduce((total, { amount }) => total + fenOf(amount ?? ''), 0)
    expect(transfers.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS'])
    expect(sum).toBe(fenOf(PRICE))
    expect(book.trades.filter(({ outTradeNo }) => outTradeNo === order.outTradeNo)).toMatchObject([
      { status: 'TRADE_SUCCESS', total: PRICE },
    ])
    expect(book.entriesSum).toBe('0.00')
  })

  test('our ledger sums to zero and keeps every invariant', async () => {
    expect(await countViolations(facts.site, advance)).toBe(0)
    const { total, entries, unbalanced } = await ledgerSums(facts.databaseUrl)
    expect({ total, unbalanced }).toEqual({ total: 0n, unbalanced: 0n })
    expect(entries).toBeGreaterThanOrEqual(8n)
  })

  test('both sides were told what happened', async () => {
    expect(await kindsOf(seller)).toEqual(
      expect.arrayContaining([
        'orders.paid',
        'compute.lease-begun',
        'compute.access-read',
        'compute.lease-ended',
        'compute.lease-cleaned',
        'wallet.payout-done',
      ]),
    )
    expect(await kindsOf(buyer)).toEqual(
      expect.arrayContaining(['compute.lease-begun-buyer', 'compute.lease-expires-soon', 'compute.lease-ended-buyer']),
    )
  })

  test('the machine serves again when its seller says so', async () => {
    await call(bringOnline, { params: { id: productId } }, { as: seller })
    const offer = await until(
      'a machine that can be bought',
      () => call(getOffer, { params: { id: productId } }, { as: buyer }),
      (found) => found.isAvailable,
    )
    expect(offer.pastOrders).toBe(1)
    const again = await orderMachine(site, buyer, productId)
    expect(again.orderId).not.toBe(order.orderId)
    await site.control('POST', `trades/${again.outTradeNo}/refuse`, { payUrl: again.payUrl })
    await until(
      'an order that ended unpaid',
      async () => {
        await call(payResult, { params: { id: again.orderId } }, { as: buyer })
        return call(getOrder, { params: { id: again.orderId } }, { as: buyer }).then((found) =>
          ComputeOrderDetail.parse(found),
        )
      },
      (found) => found.orderState === 'PaymentFailed',
    )
    await call(deleteOffer, { params: { id: productId } }, { as: seller })
    await expect(call(getOffer, { params: { id: productId } })).rejects.toMatchObject({ code: 'compute.not-found' })
  })
})
