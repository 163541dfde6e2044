import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@trove/contract/client'
import type { RouteData, RouteInput, RouteSpec } from '@trove/contract/kit/route'
import { alipayUserInfo, bindAlipay, pcAuthorizeUrl } from '@trove/contract/wallet/routes'
import { sql } from 'kysely'
import { createLedger, type Ledger } from '../../src/modules/ledger/module.ts'
import { createNotices } from '../../src/modules/notices/module.ts'
import type { PaymentProvider } from '../../src/modules/payment/model/provider.ts'
import { createAlipay } from '../../src/modules/payment/providers/alipay.ts'
import { createWallet, type WalletParts } from '../../src/modules/wallet/module.ts'
import { newId } from '../../src/platform/base/id.ts'
import { inTransaction } from '../../src/platform/db/transaction.ts'
import { registerRoutes } from '../../src/platform/http/call/kit.ts'
import { createServer } from '../../src/platform/http/site/server.ts'
import type { JobQueue } from '../../src/platform/jobs/runner.ts'
import { createLimiter } from '../../src/platform/rate-limit.ts'
import { createSealer } from '../../src/platform/sealing/sealing.ts'
import { createTestOwner, TEST_CODE } from '../stand-ins/test-owner.ts'
import { type MoneyLab, type Simulator, startLab, startSimulator } from './money-lab.ts'
import { settingsOf } from './payment-lab.ts'

/** Only ends what would never come. */
const LIMIT_MS = 90_000
const POLL_MS = 50

/** The wallet over a real database and the gateway's stand-in; income is posted by the test in place of orders. */
export type WalletLab = {
  lab: MoneyLab
  simulator: Simulator
  wallet: WalletParts
  ledger: Ledger
  provider: PaymentProvider
  /** Calls a route as that user; the session is the part after the dot, if any: `anna.phone`. */
  call<R extends RouteSpec>(route: R, input: RouteInput<R>, as: string): Promise<RouteData<R>>
  /** Clears income to a seller, as orders do, and answers what payOutCleared said. */
  earn(userId: string, amountFen: bigint): ReturnType<WalletParts['payOutCleared']>
  /** Goes through the whole authorisation as that person of the gateway; answers the pending id. */
  authorize(userId: string, person: string): Promise<string>
  /** The whole binding. */
  bind(userId: string, person: string, realName: string): Promise<void>
  payouts(
    userId: string,
  ): Promise<{ id: string; number: string; state: string; amount_fen: bigint; reason: string | null }[]>
  /** States of a person's payouts, oldest first. */
  statesOf(userId: string): Promise<string>
  until(what: string, check: () => Promise<boolean>): Promise<void>
  /** Whose role was taken; whatever else is named an operator has one. */
  formerStaff: Set<string>
  openProcess(): JobQueue
  stop(): Promise<void>
}

export async function startWalletLab(): Promise<WalletLab> {
  const [lab, simulator] = await Promise.all([startLab(), startSimulator()])
  const provider = createAlipay(settingsOf(simulator))
  const sealer = createSealer([{ id: 'k', key: Buffer.alloc(32, 7) }], Buffer.alloc(32, 8))
  const formerStaff = new Set<string>()
  let publicUrl = ''
  const build = (jobs: JobQueue) => {
    const ledger = createLedger({ db: lab.db, jobs, log: lab.log })
    const notices = createNotices({ db: lab.db, jobs })
    const unclearedFen = async () => 123n
    const wallet = createWallet({
      ...lab,
      jobs,
      ledger,
      notices,
      owner: createTestOwner(lab.db),
      findPeople: async () => new Map(),
      findIdsByName: async (name) => [name],
      findStaff: async (_, userIds) => new Set(userIds.filter((id) => !formerStaff.has(id))),
      holdPerson: async (_, userId) => !userId.startsWith('gone-'),
      sealer,
      provider,
      unclearedFen,
      findOrders: async () => new Map(),
      publicUrl: () => publicUrl,
    })
    return { ledger, wallet }
  }
  const { ledger, wallet } = build(lab.jobs)
  const server = await createServer({ log: lab.log, trustedProxies: [], connectTo: [], isHttps: false })
  registerRoutes(server, wallet.routes, {
    authenticate: async (token) => {
      const [userId = '', sessionId = 'desk'] = token.split('.')
      return { userId, sessionId, staff: userId.startsWith('operator-') ? ['owner'] : [] }
    },
    factorOf: async () => 'fresh',
    isWalletBound: wallet.isBound,
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
  const payouts: WalletLab['payouts'] = async (userId) => {
    const { rows } = await sql<Awaited<ReturnType<WalletLab['payouts']>>[number]>`
      select id, number, state, amount_fen, reason from wallet_payout where user_id = ${userId} order by created_at`.execute(
      lab.db,
    )
    return rows
  }
  const result: WalletLab = {
    lab,
    simulator,
    wallet,
    ledger,
    provider,
    payouts,
    formerStaff,
    call: (route, input, as) =>
      createClient({
        baseUrl: publicUrl,
        product: 'trove',
        language: () => 'zh-CN',
        authorization: () => `Bearer ${as}`,
      })(route, input),
    async earn(userId, amountFen) {
      const orderId = newId()
      return inTransaction(lab.db, async (tx) => {
        await ledger.post(tx, {
          kind: 'payment',
          key: `pay:${orderId}`,
          orderId,
          entries: [
            { account: 'alipay', amountFen },
            { account: `escrow:${orderId}`, amountFen: -amountFen },
          ],
        })
        await ledger.post(tx, {
          kind: 'clearing',
          key: `clear:${orderId}`,
          orderId,
          entries: [
            { account: `escrow:${orderId}`, amountFen },
            { account: `payable:${userId}`, amountFen: -amountFen },
          ],
          bill: [{ userId, type: 'clearing', amountFen, reference: orderId }],
        })
        return wallet.payOutCleared(tx, userId)
      })
    },
    async authorize(userId, person) {
      const { url } = await result.call(pcAuthorizeUrl, {}, userId)
      const { searchParams } = new URL(url)
      const { location } = await simulator.control<{ location: string }>('POST', 'authorize', {
        redirect_uri: searchParams.get('redirect_uri'),
        state: searchParams.get('state'),
        user: person,
      })
      const back = new URL(location).searchParams
      const query = { auth_code: back.get('auth_code')!, state: back.get('state')! }
      return (await result.call(alipayUserInfo, { query }, userId)).id
    },
    async bind(userId, person, realName) {
      const wallerId = await result.authorize(userId, person)
      await result.call(bindAlipay, { body: { wallerId, wallerRealName: realName, smsCode: TEST_CODE } }, userId)
    },
    statesOf: async (userId) => (await payouts(userId)).map((payout) => payout.state).join(),
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
      build(jobs)
      return jobs
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
