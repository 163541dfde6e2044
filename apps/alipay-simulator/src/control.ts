import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { APP_ID, findAccount, listPeople, setBalance } from './accounts/accounts.ts'
import { readBook } from './accounts/book.ts'
import { shanghaiTime } from './base/clock.ts'
import { GatewayError, invalidCall, refusal } from './base/errors.ts'
import { findFen, yuan } from './base/money.ts'
import { getSwitches, turnSwitches } from './base/settings.ts'
import type { Trade } from './base/trade-types.ts'
import { DISCREPANCY_KINDS, plantDiscrepancy } from './bills/bills.ts'
import { readPageOrder } from './methods/page-order.ts'
import { METHODS, PAGE_METHODS } from './methods/table.ts'
import { type FaultOrder, METHOD_FAULTS, NOTIFY_FAULTS } from './notify/faults.ts'
import { authorizeLocation } from './pages/authorize-location.ts'
import { sweep } from './trades/sweep.ts'
import {
  closeTrade,
  findLastSession,
  findTrade,
  finishTrade,
  getTrade,
  openSession,
  payTrade,
  scanTrade,
} from './trades/trades.ts'
import { findTransfer, settleTransfer } from './trades/transfers.ts'
import { mergeParameters, requireSigned } from './world/call.ts'
import { returnLocation } from './world/return-location.ts'
import type { World } from './world/world.ts'

const tradeBody = z.object({ payUrl: z.url().optional(), user: z.string().optional() })
const authorizeBody = z.object({
  redirect_uri: z.url(),
  state: z.string().default(''),
  scope: z.enum(['auth_user', 'auth_base']).default('auth_user'),
  user: z.string().default('seller'),
})
const faultBody = z.object({
  on: z.string(),
  kind: z.enum([...METHOD_FAULTS, ...NOTIFY_FAULTS]),
  times: z.int().min(1).max(1_000_000).default(1),
  seed: z.int().default(1),
  rate: z.number().gt(0).max(1).default(1),
  delayMs: z.int().min(0).max(86_400_000).default(2000),
  copies: z.int().min(1).max(1000).default(100),
  amount: z.string().default('9999.00'),
})
const clockBody = z.object({
  advanceMs: z
    .int()
    .min(0)
    .max(100 * 366 * 86_400_000),
})
const balanceBody = z.object({ balance: z.string() })
const discrepancyBody = z.object({
  billDate: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  kind: z.enum(DISCREPANCY_KINDS),
  outTradeNo: z.string().optional(),
  number: z.string().optional(),
  amount: z.string().default('0.01'),
})
const switchesBody = z
  .object({
    notifiesClosed: z.boolean(),
    signsNotifyType: z.boolean(),
    usesOpenId: z.boolean(),
    requiresCertForTransfer: z.boolean(),
    enforcesRefundGap: z.boolean(),
  })
  .partial()

type Params = { outTradeNo: string; outBizNo: string; user: string }

/** The JSON control API for tests: play the buyer, plan faults, move the clock, read the book. */
export function serveControl(server: FastifyInstance, world: World): void {
  const on = (method: 'GET' | 'POST' | 'DELETE', path: string, act: (body: unknown, params: Params) => unknown) => {
    server.route<{ Params: Params }>({
      method,
      url: `/control/${path}`,
      handler: async (request, reply) =>
        answer(reply, () => {
          sweep(world)
          return act(request.body ?? {}, request.params)
        }),
    })
  }
  on('POST', 'trades/:outTradeNo/scan', (body, { outTradeNo }) => view(world, scan(world, outTradeNo, body)))
  on('POST', 'trades/:outTradeNo/pay', (body, { outTradeNo }) => pay(world, outTradeNo, body))
  on('POST', 'trades/:outTradeNo/refuse', (body, { outTradeNo }) => {
    const trade = findTrade(world, { outTradeNo }) ?? scan(world, outTradeNo, body)
    return view(world, closeTrade(world, trade, 'buyer'))
  })
  on('POST', 'trades/:outTradeNo/finish', (_, { outTradeNo }) =>
    view(world, finishTrade(world, getTrade(world, outTradeNo))),
  )
  on('POST', 'transfers/:outBizNo/return', (_, { outBizNo }) => returnTransfer(world, outBizNo))
  on('POST', 'authorize', (body) => {
    const it = authorizeBody.parse(body)
    const account = requirePerson(world, it.user)
    return {
      location: authorizeLocation(
        world,
        { redirectUri: it.redirect_uri, state: it.state, scope: it.scope },
        account.userId,
      ),
    }
  })
  on('POST', 'faults', (body) => planFault(world, body))
  on('GET', 'faults', () => ({ faults: world.faults.list() }))
  on('DELETE', 'faults', () => {
    world.faults.clear()
    return { faults: [] }
  })
  on('POST', 'clock', (body) => moveClock(world, clockBody.parse(body).advanceMs))
  on('GET', 'book', () => readBook(world.store))
  on('GET', 'accounts', () => ({
    accounts: listPeople(world.store).map((account) => ({
      ...account,
      balanceFen: undefined,
      balance: yuan(account.balanceFen),
    })),
  }))
  on('POST', 'accounts/:user/balance', (body, { user }) => {
    const account = findAccount(world.store, user)
    const balanceFen = findFen(balanceBody.parse(body).balance)
    if (account === undefined || balanceFen === undefined) throw refusal('INVALID_PARAMETER', 'user / balance')
    setBalance(world.store, world.clock.nowMs(), account.userId, balanceFen)
    return { userId: account.userId, balance: yuan(balanceFen) }
  })
  on('POST', 'bills/discrepancies', (body) => {
    const { amount, outTradeNo, number = outTradeNo, ...rest } = discrepancyBody.parse(body)
    if (number === undefined) throw invalidCall('isv.invalid-parameter', 'number')
    const planted = { ...rest, number }
    plantDiscrepancy(world, { ...planted, amountFen: findFen(amount) ?? 1n })
    return { planted }
  })
  on('POST', 'switches', (body) => turnSwitches(world.store, switchesBody.parse(body)))
  on('GET', 'switches', () => getSwitches(world.store))
}

async function answer(reply: FastifyReply, act: () => unknown): Promise<unknown> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof z.ZodError) {
      const fields = error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
      return reply.code(400).send({ error: 'bad-input', fields })
    }
    if (!(error instanceof GatewayError)) throw error
    const isAbsent = error.subCode === 'ACQ.TRADE_NOT_EXIST' || error.subCode === 'ORDER_NOT_EXIST'
    return reply
      .code(isAbsent ? 404 : error.code === '40002' ? 400 : 409)
      .send({ error: error.subCode, message: error.subMsg })
  }
}

/** Scans as the given person; `payUrl` stands for the browser that opens the merchant's address first. */
function scan(world: World, outTradeNo: string, body: unknown): Trade {
  const { payUrl, user = 'buyer' } = tradeBody.parse(body)
  const session = payUrl === undefined ? findLastSession(world, outTradeNo) : openPayUrl(world, payUrl)
  if (session === undefined) throw refusal('ACQ.TRADE_NOT_EXIST', '收银台地址还没有被打开，请在 payUrl 中给出')
  if (session.outTradeNo !== outTradeNo) throw invalidCall('isv.invalid-parameter', 'payUrl 属于另一个商户订单号')
  return scanTrade(world, session, user)
}

function openPayUrl(world: World, payUrl: string) {
  const parameters = mergeParameters(Object.fromEntries(new URL(payUrl).searchParams))
  const method = parameters.method ?? ''
  if (!PAGE_METHODS.has(method)) throw invalidCall('isv.invalid-method', '不存在的方法名')
  requireSigned(world, parameters, APP_ID, true)
  const isCertMode = parameters.app_cert_sn !== undefined
  return openSession(world, readPageOrder({ method, parameters, isCertMode, fault: undefined }, world.clock.nowMs()))
}

async function pay(world: World, outTradeNo: string, body: unknown): Promise<unknown> {
  const known = findTrade(world, { outTradeNo })
  const isScanNeeded =
    known === undefined || (known.status === 'WAIT_BUYER_PAY' && tradeBody.parse(body).user !== undefined)
  if (isScanNeeded) scan(world, outTradeNo, body)
  const trade = payTrade(world, outTradeNo)
  return { ...view(world, trade), location: await returnLocation(world, trade) }
}

function returnTransfer(world: World, outBizNo: string): unknown {
  const transfer = findTransfer(world, { outBizNo })
  if (transfer === undefined) throw refusal('ORDER_NOT_EXIST', '转账订单不存在')
  const after = settleTransfer(world, transfer.orderId, 'REFUND')
  if (after.status !== 'REFUND') throw refusal('STATUS_ERROR', `状态为 ${after.status}，不能退回`)
  return { outBizNo, orderId: after.orderId, status: after.status }
}

function planFault(world: World, body: unknown): unknown {
  const order: FaultOrder = faultBody.parse(body)
  const kinds: readonly string[] = order.on === 'notify' ? NOTIFY_FAULTS : METHOD_FAULTS
  const isKnown = order.on === 'notify' || order.on === '*' || METHODS.has(order.on) || PAGE_METHODS.has(order.on)
  if (!isKnown) throw invalidCall('isv.invalid-method', `on: ${order.on}`)
  if (!kinds.includes(order.kind)) throw invalidCall('isv.invalid-parameter', `kind: ${order.kind}`)
  world.faults.add(order)
  return { faults: world.faults.list() }
}

function moveClock(world: World, advanceMs: number): unknown {
  world.clock.advance(advanceMs)
  sweep(world)
  world.notifier.advance(advanceMs)
  return { offsetMs: world.clock.offsetMs, now: shanghaiTime(world.clock.nowMs()) }
}

function requirePerson(world: World, user: string) {
  const account = findAccount(world.store, user)
  if (account?.kind !== 'person') throw refusal('USER_NOT_EXIST', `user: ${user}`)
  return account
}

function view(world: World, trade: Trade): Record<string, unknown> {
  return {
    outTradeNo: trade.outTradeNo,
    tradeNo: trade.tradeNo,
    tradeStatus: trade.status,
    totalAmount: yuan(trade.totalFen),
    refundedAmount: yuan(trade.refundedFen),
    buyerId: trade.buyerId,
    expiresAt: shanghaiTime(trade.expiresAt),
    now: shanghaiTime(world.clock.nowMs()),
  }
}
