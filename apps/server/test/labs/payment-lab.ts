import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@trove/contract/client'
import type { RouteData, RouteInput, RouteSpec } from '@trove/contract/kit/route'
import { sql } from 'kysely'
import { createLedger, type Ledger } from '../../src/modules/ledger/module.ts'
import type { PaymentProvider } from '../../src/modules/payment/model/provider.ts'
import { createPayment, type PaymentListener, type PaymentParts } from '../../src/modules/payment/module.ts'
import { createAlipay } from '../../src/modules/payment/providers/alipay.ts'
import type { AlipaySettings } from '../../src/modules/payment/providers/alipay-gateway.ts'
import type { Overdue } from '../../src/modules/payment/stores/store.ts'
import { newId } from '../../src/platform/base/id.ts'
import { inTransaction } from '../../src/platform/db/transaction.ts'
import { registerRoutes } from '../../src/platform/http/call/kit.ts'
import { createServer } from '../../src/platform/http/site/server.ts'
import type { JobQueue } from '../../src/platform/jobs/runner.ts'
import { createLimiter } from '../../src/platform/rate-limit.ts'
import { type MoneyLab, type Simulator, startLab, startSimulator } from './money-lab.ts'

/** Only ends what would never come. */
const LIMIT_MS = 200_000
const POLL_MS = 50

/** Payment over a real database and the gateway's stand-in, with a listener that plays the orders. */
export type PaymentLab = {
  lab: MoneyLab
  simulator: Simulator
  payment: PaymentParts
  ledger: Ledger
  provider: PaymentProvider
  /** Everything the listener was told, in order. */
  told: string[]
  /** Refunds the listener was told when their money had moved already: it locks the order too late then. */
  toldLate: string[]
  /** Whose role was taken; everybody else has one. */
  formerStaff: Set<string>
  /** What the listener answers to `paid`; by default it accepts an order once. */
  decide: (orderId: string) => 'accepted' | 'refund'
  /** What the alarms' sweep counted last. */
  readonly overdue: Overdue | undefined
  notifyUrl: string
  /** Calls a route as that person of the staff. */
  call<R extends RouteSpec>(route: R, input: RouteInput<R>, as: string): Promise<RouteData<R>>
  /** Opens an order with an attempt over that amount. */
  open(amountFen?: bigint): Promise<{ orderId: string; outTradeNo: string }>
  /** The buyer pays at the cashier. */
  pay(order: { orderId: string; outTradeNo: string }): Promise<void>
  stateOf(orderId: string): Promise<string>
  /** Moves our business time and the gateway's. */
  advance(ms: number): Promise<void>
  /** Repeats the check, running what is due, until it holds. */
  until(what: string, check: () => Promise<boolean>): Promise<void>
  /** A second process over the same database. */
  openProcess(): { payment: PaymentParts; jobs: JobQueue }
  stop(): Promise<void>
}

export function settingsOf(simulator: Simulator, more: Partial<AlipaySettings> = {}): AlipaySettings {
  const { merchant } = simulator
  return {
    gatewayUrl: merchant.gatewayUrl!,
    authorizeUrl: merchant.authorizeUrl!,
    appId: merchant.appId!,
    sellerId: merchant.sellerId!,
    privateKey: merchant.appPrivateKey!,
    keyType: 'PKCS8',
    publicKey: merchant.alipayPublicKey!,
    // So long that it ends no call only because the machine is busy.
    timeoutMs: 10_000,
    restMs: 1500,
    ...more,
  }
}

export async function startPaymentLab(): Promise<PaymentLab> {
  const [lab, simulator] = await Promise.all([startLab(), startSimulator()])
  await sql`create table test_told (seq bigint generated always as identity, event text not null)`.execute(lab.db)
  const provider = createAlipay(settingsOf(simulator))
  const accepted = new Set<string>()
  const told: string[] = []
  const toldLate: string[] = []
  const formerStaff = new Set<string>()
  const self = { decide: (orderId: string) => (accepted.has(orderId) ? 'refund' : 'accepted') as 'accepted' | 'refund' }
  const listener: PaymentListener = {
    async paid(tx, events) {
      const answers = new Map<string, 'accepted' | 'refund'>()
      for (const { orderId, attemptId } of events) {
        const answer = self.decide(orderId)
        if (answer === 'accepted') accepted.add(orderId)
        await sql`insert into test_told (event) values (${`paid ${orderId} ${answer}`})`.execute(tx)
        told.push(`paid ${orderId} ${answer}`)
        answers.set(attemptId, answer)
      }
      return answers
    },
    async closed(_, { orderId }) {
      told.push(`closed ${orderId}`)
    },
    async refunded(tx, { orderId, number, amountFen, isUnservable, outside }) {
      const { rows } = await sql`select from ledger_posting where key = ${`refund:${number}`}`.execute(tx)
      if (rows.length > 0) toldLate.push(number)
      told.push(
        `refunded ${orderId} ${amountFen}${isUnservable ? ' unservable' : ''}${outside ? ` by ${outside.reference}` : ''}`,
      )
    },
  }
  let publicUrl = ''
  let overdue: Overdue | undefined
  const onOverdue = (counted: Overdue) => {
    overdue = counted
  }
  const build = (jobs: JobQueue) => {
    const ledger = createLedger({ db: lab.db, jobs, log: lab.log })
    const payment = createPayment({
      ...lab,
      jobs,
      ledger,
      provider,
      publicUrl: () => publicUrl,
      onOverdue,
      findStaff: async (_, userIds) => new Set(userIds.filter((id) => !formerStaff.has(id))),
    })
    payment.setListener(listener)
    return { ledger, payment }
  }
  const { ledger, payment } = build(lab.jobs)
  const server = await createServer({ log: lab.log, trustedProxies: [], connectTo: [], isHttps: false })
  registerRoutes(server, payment.routes, {
    authenticate: async (token) => ({ userId: token, sessionId: 'desk', staff: ['owner'] }),
    factorOf: async () => 'fresh',
    isWalletBound: async () => false,
    ssoClient: 'trove:trove',
    product: 'trove',
    log: lab.log,
    limiter: createLimiter(lab.db),
    idempotency: undefined as never,
    throttle: () => {},
    observe: () => {},
  })
  publicUrl = await server.listen({ port: 0, host: '127.0.0.1' })
  await lab.jobs.start()
  const queues = [lab.jobs]

  const result: PaymentLab = {
    lab,
    simulator,
    payment,
    ledger,
    provider,
    told,
    toldLate,
    formerStaff,
    get overdue() {
      return overdue
    },
    get decide() {
      return self.decide
    },
    set decide(given) {
      self.decide = given
    },
    notifyUrl: `${publicUrl}/api/order/alipay/notify`,
    call: (route, input, as) =>
      createClient({
        baseUrl: publicUrl,
        product: 'trove',
        language: () => 'zh-CN',
        authorization: () => `Bearer ${as}`,
      })(route, input),
    async open(amountFen = 990n) {
      const order = { orderId: newId(), outTradeNo: `T${Date.now()}${newId().replace(/\W/g, '')}` }
      await inTransaction(lab.db, async (tx) => {
        const { rows } = await sql<{ at: Date }>`select business_now() + interval '15 minutes' as at`.execute(tx)
        await payment.openAttempt(tx, { ...order, buyerId: 'buyer', amountFen, expiresAt: rows[0]!.at })
      })
      return order
    },
    async pay({ orderId, outTradeNo }) {
      const payUrl = await payment.cashierUrl({ orderId, device: 'pc' })
      await simulator.control('POST', `trades/${outTradeNo}/pay`, { payUrl, user: 'grace' })
    },
    async stateOf(orderId) {
      const { rows } = await sql<{ state: string }>`
        select state from payment_attempt where order_id = ${orderId} order by created_at`.execute(lab.db)
      return rows.map((row) => row.state).join(',')
    },
    async advance(ms) {
      await lab.advance(ms)
      await simulator.control('POST', 'clock', { advanceMs: ms })
    },
    async until(what, check) {
      for (const end = performance.now() + LIMIT_MS; performance.now() < end; await sleep(POLL_MS)) {
        if (await check()) return
        await lab.jobs.poke()
      }
      throw new Error(`never came true: ${what}`)
    },
    openProcess() {
      const jobs = lab.openJobs()
      queues.push(jobs)
      return { jobs, payment: build(jobs).payment }
    },
    async stop() {
      await Promise.all(queues.map((queue) => queue.stop()))
      await server.close()
      await simulator.stop()
      await lab.stop()
    },
  }
  return result
}
