import { setTimeout as sleep } from 'node:timers/promises'
import type { RouteData, RouteInput, RouteSpec } from '@trove/contract/kit/route'
import { sql } from 'kysely'
import { computeOrderServedRoutes } from '../../src/modules/compute/selling/order-routes.ts'
import { createLedger, type Ledger } from '../../src/modules/ledger/module.ts'
import { createNotices } from '../../src/modules/notices/module.ts'
import type { Sellable } from '../../src/modules/orders/model/sellable.ts'
import { createOrders, type Orders } from '../../src/modules/orders/module.ts'
import { createPayment, type PaymentParts } from '../../src/modules/payment/module.ts'
import { createAlipay } from '../../src/modules/payment/providers/alipay.ts'
import { createWallet, type WalletParts } from '../../src/modules/wallet/module.ts'
import { openPool } from '../../src/platform/db/pool/pool.ts'
import { registerRoutes } from '../../src/platform/http/call/kit.ts'
import { createServer } from '../../src/platform/http/site/server.ts'
import type { JobQueue } from '../../src/platform/jobs/runner.ts'
import { createLimiter } from '../../src/platform/rate-limit.ts'
import { createSealer } from '../../src/platform/sealing/sealing.ts'
import { createTestKinds, type TestKind } from '../stand-ins/test-kinds.ts'
import { createTestMarket, type TestMarket } from '../stand-ins/test-market.ts'
import { createTestOwner } from '../stand-ins/test-owner.ts'
import { type MoneyLab, type Simulator, startLab, startSimulator } from './money-lab.ts'
import { answerRoute } from './orders-lab.ts'
import { settingsOf } from './payment-lab.ts'

/** Only ends what would never come. */
const LIMIT_MS = 90_000
const POLL_MS = 50

/** One process: orders with the real ledger, payment and wallet. */
export type MoneyProcess = {
  orders: Orders
  payment: PaymentParts
  wallet: WalletParts
  ledger: Ledger
  call<R extends RouteSpec>(route: R, input: RouteInput<R>, userId: string): Promise<RouteData<R>>
}

/** Two processes over one database and the gateway's stand-in, whose notifications reach them. Only the market is a test's. */
export type OrdersMoneyLab = {
  lab: MoneyLab
  simulator: Simulator
  market: TestMarket
  kinds: { work: TestKind; copy: TestKind }
  processes: [MoneyProcess, MoneyProcess]
  /** The newest order of a product. */
  orderOf(productId: string): Promise<{ id: string; outTradeNo: string; state: string }>
  /** The buyer pays at the cashier's address; false when the gateway takes no money for it any more. */
  pay(outTradeNo: string, payUrl: string): Promise<boolean>
  /** Moves our business time and the gateway's. */
  advance(ms: number): Promise<void>
  until(what: string, check: () => Promise<boolean>): Promise<void>
  stop(): Promise<void>
}

export async function startOrdersMoneyLab(): Promise<OrdersMoneyLab> {
  const [lab, simulator] = await Promise.all([startLab(), startSimulator()])
  const pool = openPool({ url: lab.url, size: 20, log: lab.log, name: 'orders-money' })
  const market = await createTestMarket(lab.db)
  const kinds = await createTestKinds(lab.db)
  const sold = [market, kinds.work, kinds.copy]
  let publicUrl = ''
  const open = (jobs: JobQueue) => openProcess({ lab, pool, jobs, simulator, sold, publicUrl: () => publicUrl })
  const queues = [lab.jobs, lab.openJobs()]
  const processes = queues.map(open) as [MoneyProcess, MoneyProcess]
  const server = await serveNotifications(lab, processes[0].payment)
  publicUrl = await server.listen({ port: 0, host: '127.0.0.1' })
  for (const queue of queues) await queue.start()

  return {
    lab,
    simulator,
    market,
    kinds,
    processes,
    async orderOf(productId) {
      const { rows } = await sql<{ id: string; outTradeNo: string; state: string }>`
        select id, out_trade_no as "outTradeNo", state from orders where product_id = ${productId}
        order by seq desc limit 1`.execute(lab.db)
      return rows[0]!
    },
    async pay(outTradeNo, payUrl) {
      try {
        await simulator.control('POST', `trades/${outTradeNo}/pay`, { payUrl, user: 'grace' })
        return true
      } catch (error) {
        if ((error as Error).message.startsWith(`control trades/${outTradeNo}/pay: 4`)) return false
        throw error
      }
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
    async stop() {
      await Promise.all(queues.map((queue) => queue.stop()))
      await server.close()
      await simulator.stop()
      await pool.end()
      await lab.stop()
    },
  }
}

type Parts = {
  lab: MoneyLab
  pool: ReturnType<typeof openPool>
  jobs: JobQueue
  simulator: Simulator
  sold: Sellable[]
  publicUrl: () => string
}

function openProcess({ lab, pool, jobs, simulator, sold, publicUrl }: Parts): MoneyProcess {
  const { db, log } = lab
  const shared = { db, log, jobs, provider: createAlipay(settingsOf(simulator)), publicUrl }
  const findPeople = async (ids: string[]) =>
    new Map(ids.map((id) => [id, { id, nickName: id, headImgUrl: null, isDemo: false, role: 'member' as const }]))
  const findIdsByName = async (name: string) => [name]
  const ledger = createLedger({ db, log, jobs })
  const notices = createNotices({ db, jobs })
  const payment = createPayment({ ...shared, ledger })
  const wallet = createWallet({
    ...shared,
    ledger,
    notices,
    owner: createTestOwner(db),
    findPeople,
    findIdsByName,
    findStaff: async (_, userIds) => new Set(userIds),
    holdPerson: async () => true,
    sealer: createSealer([{ id: 'k', key: Buffer.alloc(32, 7) }], Buffer.alloc(32, 8)),
    unclearedFen: (userId) => orders.unclearedFen(userId),
    findOrders: (numbers) => orders.findBilled(numbers),
  })
  const identity = { findPeople, findIdsByName }
  const orders = createOrders({ db, pool, jobs, log, ledger, payment, wallet, notices, identity })
  for (const kind of sold) orders.registerSellable(kind)
  payment.setListener(orders.paymentListener)
  return {
    orders,
    payment,
    wallet,
    ledger,
    call: (route, input, userId) =>
      answerRoute([...orders.routes, ...computeOrderServedRoutes(orders)], route, input, userId),
  }
}

async function serveNotifications(lab: MoneyLab, payment: PaymentParts) {
  const server = await createServer({ log: lab.log, trustedProxies: [], connectTo: [], isHttps: false })
  registerRoutes(server, payment.routes, {
    authenticate: async () => undefined,
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
  return server
}
