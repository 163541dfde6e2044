import { publishOffer } from '@trove/contract/compute/routes'
import type { RouteData, RouteInput, RouteSpec } from '@trove/contract/kit/route'
import { createPayment } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import type { MachineAddress, MachineDriver } from '../../src/modules/compute/machine/machine.ts'
import { type Compute, createCompute } from '../../src/modules/compute/module.ts'
import type { RelaySettings } from '../../src/modules/compute/relay/agents.ts'
import { createDictionary } from '../../src/modules/dictionary/module.ts'
import { createLedger } from '../../src/modules/ledger/module.ts'
import { createNotices } from '../../src/modules/notices/module.ts'
import { createOrders, type Orders } from '../../src/modules/orders/module.ts'
import { type Log, openLog } from '../../src/platform/base/log.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import type { Db } from '../../src/platform/db/handle.ts'
import { createLiveness } from '../../src/platform/db/pool/liveness.ts'
import { openPool, type Pool } from '../../src/platform/db/pool/pool.ts'
import type { Caller, ServedRoute } from '../../src/platform/http/call/serve.ts'
import { WrittenData } from '../../src/platform/http/call/values/written-data.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.ts'
import { createLimiter } from '../../src/platform/rate-limit.ts'
import { createSealer } from '../../src/platform/sealing/sealing.ts'
import { createTestPayment, type TestPayment } from '../stand-ins/test-payment.ts'
import { createTestDatabase, onOwnDatabase } from '../world/database.ts'

/** The compute market over a real database with real orders, a test payment and machines of the test's choice. */
export type ComputeLab = {
  db: Db
  pool: Pool
  /** Of the process that runs this. */
  processKey: number
  compute: Compute & { routes: ServedRoute[] }
  orders: Orders
  payment: TestPayment
  /** Answers a route as the kit does: parses the input, runs the handler as that user, strips the answer. */
  call<R extends RouteSpec>(route: R, input: RouteInput<R>, userId?: string): Promise<RouteData<R>>
  /** Runs jobs until none is left, and the sweeps between. */
  settle(): Promise<void>
  sweep(name: string): Promise<void>
  advance(ms: number): Promise<void>
  /** Publishes a machine and answers its id. */
  publish(seller: string, change?: Partial<RouteInput<typeof publishOffer>['body']>): Promise<string>
  /** Orders and pays for an offer; answers the order's id. */
  buy(
    buyer: string,
    offerId: string,
    choice?: { sshKeys?: string[]; recipe?: string; serveHours?: number; renewalMost?: string },
  ): Promise<string>
  notices(userId: string): Promise<string[]>
  /** Ends a person's session; the next call begins another. */
  signOut(userId: string): void
  close(): Promise<void>
}

export const FORM = {
  serverIPv4: '8.8.8.8',
  serverPort: 22,
  cpuCores: 4,
  ramSize: 8,
  bandwidth: 40,
  diskSize: 100,
  operationSystem: '1',
  servePeriod: 30,
  defaultUsername: 'root',
  defaultPassword: 'seller-made-it',
  price: '9.90',
} as const

type Waiting = { name: string; payload: Record<string, unknown>; key: string | undefined }

/** Jobs in memory: run by `settle`, one after the other, as the queue would after the commit. */
function createTestJobs() {
  const handlers = new Map<string, (payload: Record<string, unknown>) => Promise<void>>()
  const sweeps = new Map<string, () => Promise<void>>()
  let waiting: Waiting[] = []
  const add = ({ name, payload, key: added }: Waiting) => {
    waiting = waiting.filter(({ key }) => key === undefined || key !== added)
    waiting.push({ name, payload, key: added })
  }
  const jobs: Jobs = {
    enqueue: async (_, name, payload, options) => add({ name, payload, key: options?.key }),
    enqueueAll: async (_, added) => added.forEach(add),
    define: (name, handler) => void handlers.set(name, handler),
    every: (name, _, handler) => void sweeps.set(name, handler),
    // `settle` runs the sweeps all the same.
    soon: () => {},
  }
  return { jobs, sweeps, handlers, take: () => waiting.shift() }
}

/** A lab over a database of its own, which goes with it. */
export async function openOwnComputeLab(
  machine: MachineDriver,
  allowList?: readonly MachineAddress[],
): Promise<ComputeLab> {
  return await onOwnDatabase((url) => openComputeLab(url, machine, allowList))
}

/** Two labs on one fresh database, as two servers stand on one. */
export async function openComputeLabs(machine: MachineDriver): Promise<{ labs: ComputeLab[]; close(): Promise<void> }> {
  const database = await createTestDatabase()
  const labs = [await openComputeLab(database.url, machine), await openComputeLab(database.url, machine)]
  return {
    labs,
    async close() {
      for (const lab of labs) await lab.close()
      await database.drop()
    },
  }
}

/** Postings whose entries do not sum to zero: none, whatever was done. */
export async function countUnbalanced({ db }: Pick<ComputeLab, 'db'>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select posting_seq from ledger_entry
    group by 1 having sum(amount_fen) <> 0) off`.execute(db)
  return rows[0]!.n
}

export async function openComputeLab(
  url: string,
  machine: MachineDriver,
  allowList: readonly MachineAddress[] = [],
  log: Log = openLog(process.env.TROVE_TEST_LOG === '1' ? 'debug' : 'silent'),
  relay?: RelaySettings & { bind: string },
): Promise<ComputeLab> {
  const pool = openPool({ url, size: 20, log, name: 'compute-lab' })
  const db = openDatabase(pool)
  const { jobs, sweeps, handlers, take } = createTestJobs()
  const ledger = createLedger({ db, jobs, log })
  const payment = await createTestPayment(db, ledger)
  const notices = createNotices({ db, jobs })
  const signOuts = new Map<string, number>()
  const sessionOf = (userId: string) => `${userId}, session ${signOuts.get(userId) ?? 0}`
  const identity = {
    findPeople: async (ids: string[]) =>
      new Map(
        ids.map((id) => [id, { id, nickName: `${id}-name`, headImgUrl: null, isDemo: false, role: 'member' as const }]),
      ),
    findIdsByName: async (name: string) => [name],
    findStaff: async (_: unknown, ids: string[]) => new Set(ids),
    listStaff: async () => ['ann-of-the-desk', 'ben-of-the-desk'],
    isSessionOpen: async (id: string) => id === sessionOf(id.split(',')[0]!),
  }
  const wallet = {
    payOutCleared: async () => 'waiting' as const,
    traceCleared: async (_: string, at: Date[]) => at.map(() => 'waiting' as const),
  }
  const orders = createOrders({ db, pool, jobs, log, ledger, payment, wallet, notices, identity })
  const limiter = createLimiter(db)
  const sealer = createSealer([{ id: 'test', key: Buffer.alloc(32, 7) }], Buffer.alloc(32, 8))
  const dictionary = createDictionary({ db })
  const liveness = createLiveness(pool, log)
  await liveness.start()
  const compute = createCompute({
    db,
    pool,
    jobs,
    log,
    limiter,
    liveness,
    sealer,
    dictionary,
    identity,
    notices,
    orders,
    machine,
    allowList,
    relay,
    agentFile: '',
  })
  orders.registerSellable(compute.sellable)
  payment.setListener(orders.paymentListener)
  const routes = [...compute.routes, ...orders.routes]

  async function runJobs(): Promise<boolean> {
    let hasRun = false
    for (let job = take(); job; job = take()) {
      const handler = handlers.get(job.name)
      if (handler) await handler(job.payload)
      hasRun = true
    }
    return hasRun
  }
  const call = <R extends RouteSpec>(route: R, input: RouteInput<R>, userId?: string) =>
    answer(routes, route, input, userId ? { userId, sessionId: sessionOf(userId), staff: [] } : undefined)

  return {
    db,
    pool,
    processKey: liveness.processKey,
    compute,
    orders,
    payment,
    call,
    async settle() {
      for (let round = 0; round < 10; round++) {
        await runJobs()
        for (const name of [
          'orders.sweep',
          'orders.settle-unpaid',
          'compute.due-leases',
          'compute.due-keys',
          'compute.due-recipes',
          'compute.due-checks',
          'compute.warn-expiring',
        ])
          await sweeps.get(name)!()
        await payment.work()
        if (!(await runJobs())) return
      }
    },
    sweep: (name) => sweeps.get(name)!(),
    async advance(ms) {
      await sql`update platform_clock set offset_ms = offset_ms + ${ms}`.execute(db)
    },
    async publish(seller, change = {}) {
      return (await call(publishOffer, { body: { ...FORM, ...change } }, seller)).id
    },
    async buy(buyer, offerId, choice = {}) {
      await call(createPayment, { body: { productId: offerId, productType: 'superPoints', ...choice } }, buyer)
      const { rows } = await sql<{
        id: string
      }>`select id from orders where product_id = ${offerId} and buyer_id = ${buyer}
        order by created_at desc limit 1`.execute(db)
      const orderId = rows[0]!.id
      await payment.payAtCashier(orderId)
      await payment.notify(orderId)
      return orderId
    },
    async notices(userId) {
      const { rows } = await sql<{
        kind: string
      }>`select kind from notices where user_id = ${userId} order by created_at`.execute(db)
      return rows.map(({ kind }) => kind)
    },
    signOut: (userId) => void signOuts.set(userId, (signOuts.get(userId) ?? 0) + 1),
    async close() {
      await liveness.stop()
      await pool.end()
    },
  }
}

const MINUTE_MS = 60_000
/** Where in its minute a round is made: however long a step takes, no two rounds fall into one minute. */
const ROUND_AT_MS = 40_000

/** Minutes of business time with a probe round each, whatever phase the clock has and however long rounds take. */
export function openRounds(lab: Pick<ComputeLab, 'db' | 'sweep'>) {
  /** Begin of the minute without a round that what happens now belongs to. */
  let begun: number | undefined
  const moveTo = (ms: number) =>
    sql`update platform_clock
      set offset_ms = round(${ms}::numeric - extract(epoch from clock_timestamp()) * 1000)`.execute(lab.db)
  async function currentMinute(): Promise<number> {
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from date_trunc('minute', business_now()))::float8 * 1000 as ms`.execute(lab.db)
    return rows[0]!.ms
  }
  return {
    /**
     * Begins a minute that has no round. The next rounds are 100, 160, 220 s after its begin, also when what is done in it
     * takes longer than a minute.
     */
    async newMinute(): Promise<void> {
      begun = (await currentMinute()) + MINUTE_MS
      await moveTo(begun)
    },
    /** So many minutes pass, each with its round. */
    async minutes(n: number): Promise<void> {
      const from = begun ?? (await currentMinute())
      begun = undefined
      for (let i = 1; i <= n; i++) {
        await moveTo(from + i * MINUTE_MS + ROUND_AT_MS)
        await lab.sweep('compute.probe')
      }
    },
  }
}

async function answer<R extends RouteSpec>(
  routes: ServedRoute[],
  route: R,
  input: RouteInput<R>,
  caller: Caller | undefined,
): Promise<RouteData<R>> {
  const served = routes.find((one) => one.route.id === route.id)
  if (!served) throw new Error(`${route.id} has no handler`)
  const given = input as { params?: unknown; query?: unknown; body?: unknown }
  const parsed = {
    params: route.params?.parse(given.params ?? {}),
    query: route.query?.parse(given.query ?? {}),
    body: route.body?.parse(given.body ?? {}),
  }
  const data = await served.handler(parsed as never, { caller, reply: { header: () => undefined } } as never)
  return route.ok.parse(data instanceof WrittenData ? data.read() : data) as RouteData<R>
}
