import type { RouteData, RouteInput, RouteSpec } from '@trove/contract/kit/route'
import { sql } from 'kysely'
import { computeOrderServedRoutes } from '../../src/modules/compute/selling/order-routes.ts'
import { createLedger, type Ledger } from '../../src/modules/ledger/module.ts'
import { createNotices } from '../../src/modules/notices/module.ts'
import { createOrders, type Orders } from '../../src/modules/orders/module.ts'
import type { PaymentListener } from '../../src/modules/payment/module.ts'
import { type Log, openLog } from '../../src/platform/base/log.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import type { Db } from '../../src/platform/db/handle.ts'
import { openPool, type Pool } from '../../src/platform/db/pool/pool.ts'
import type { ServedRoute } from '../../src/platform/http/call/serve.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.ts'
import { createTestKinds, type TestKind } from '../stand-ins/test-kinds.ts'
import { createTestMarket, type TestMarket } from '../stand-ins/test-market.ts'
import { createTestPayment, type TestPayment } from '../stand-ins/test-payment.ts'

/** The orders module over a real database with the real ledger, a test market and a test payment. */
export type OrdersLab = {
  db: Db
  pool: Pool
  orders: Orders
  ledger: Ledger
  market: TestMarket
  /** The made-up kinds; sold only where they were asked for. */
  kinds: { work: TestKind; copy: TestKind }
  payment: TestPayment
  /** Answers a route as the kit does: parses the input, runs the handler as that user, strips the answer. */
  call<R extends RouteSpec>(route: R, input: RouteInput<R>, userId: string): Promise<RouteData<R>>
  /** Tells orders of confirmed money, as payment does. */
  paid: PaymentListener['paid']
  /** Tells orders that a refund is back, as payment does. */
  refunded: PaymentListener['refunded']
  /** Runs the sweeps of orders once. */
  sweep(): Promise<void>
  /** Runs one of them. */
  runSweep(name: string): Promise<void>
  /** What the alarm last told: orders paid for too long. */
  paidOverdue(): number | undefined
  /** What was logged as an error. */
  errors(): object[]
  advance(ms: number): Promise<void>
  close(): Promise<void>
}

const MINUTE_MS = 60_000
export const minutes = (n: number) => n * MINUTE_MS
export const days = (n: number) => Math.round(n * 24 * 60) * MINUTE_MS

/**
 * Opens the module over a migrated database; opening it twice is what two processes do.
 * @param sold whether the made-up kinds are sold beside the machines
 */
export async function openOrdersLab(url: string, sold: { hasMadeUpKinds?: boolean } = {}): Promise<OrdersLab> {
  const log = openLog(process.env.TROVE_TEST_LOG === '1' ? 'debug' : 'silent')
  const errors: object[] = []
  const note = (about: object) => void errors.push(about)
  const pool = openPool({ url, size: 20, log, name: 'orders-lab' })
  const db = openDatabase(pool)
  const sweeps = new Map<string, () => Promise<void>>()
  const jobs: Jobs = {
    enqueue: async () => {},
    enqueueAll: async () => {},
    define: () => {},
    soon: () => {},
    every: (name, _, handler) => void sweeps.set(name, handler),
  }
  const ledger = createLedger({ db, jobs, log })
  const payment = await createTestPayment(db, ledger)
  const market = await createTestMarket(db)
  let paidOverdue: number | undefined
  const nameOf = (userId: string) => `${userId}-name`
  const orders = createOrders({
    db,
    pool,
    jobs,
    log: Object.assign(Object.create(log), { error: note }) as Log,
    ledger,
    payment,
    wallet: { payOutCleared: async () => 'waiting', traceCleared: async (_, at) => at.map(() => 'waiting') },
    notices: createNotices({ db, jobs }),
    onPaidOverdue(count) {
      paidOverdue = count
    },
    identity: {
      findPeople: async (ids) =>
        new Map(
          ids.map((id) => [id, { id, nickName: nameOf(id), headImgUrl: null, isDemo: false, role: 'member' as const }]),
        ),
      findIdsByName: async (text) => (text.endsWith('-name') ? [text.slice(0, -'-name'.length)] : []),
    },
  })
  orders.registerSellable(market)
  const kinds = await createTestKinds(db)
  if (sold.hasMadeUpKinds) for (const kind of Object.values(kinds)) orders.registerSellable(kind)
  payment.setListener(orders.paymentListener)
  return {
    db,
    pool,
    orders,
    ledger,
    market,
    kinds,
    payment,
    call: (route, input, userId) =>
      answerRoute([...orders.routes, ...computeOrderServedRoutes(orders)], route, input, userId),
    paid: orders.paymentListener.paid,
    refunded: orders.paymentListener.refunded,
    async sweep() {
      await sweeps.get('orders.sweep')!()
      await sweeps.get('orders.settle-unpaid')!()
      await sweeps.get('orders.fold-counts')!()
    },
    runSweep: (name) => sweeps.get(name)!(),
    paidOverdue: () => paidOverdue,
    errors: () => errors,
    async advance(ms) {
      await sql`update platform_clock set offset_ms = offset_ms + ${ms}`.execute(db)
    },
    close: () => pool.end(),
  }
}

/** Answers a route as the kit does, for a signed-in person. */
export async function answerRoute<R extends RouteSpec>(
  routes: ServedRoute[],
  route: R,
  input: RouteInput<R>,
  userId: string,
): Promise<RouteData<R>> {
  const served = routes.find((one) => one.route.id === route.id)
  if (!served) throw new Error(`${route.id} has no handler`)
  const given = input as { params?: unknown; query?: unknown; body?: unknown }
  const parsed = {
    params: route.params?.parse(given.params ?? {}),
    query: route.query?.parse(given.query ?? {}),
    body: route.body?.parse(given.body ?? {}),
  }
  const context = { caller: { userId, sessionId: 's', staff: [] }, reply: { header: () => undefined } }
  const data = await served.handler(parsed as never, context as never)
  return route.ok.parse(data) as RouteData<R>
}
