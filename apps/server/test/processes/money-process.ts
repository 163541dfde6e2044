import { sql } from 'kysely'
import { createLedger } from '../../src/modules/ledger/module.ts'
import { createNotices } from '../../src/modules/notices/module.ts'
import { createPayment } from '../../src/modules/payment/module.ts'
import { createAlipay } from '../../src/modules/payment/providers/alipay.ts'
import { createReconciliation } from '../../src/modules/payment/reconciliation/module.ts'
import { createWallet } from '../../src/modules/wallet/module.ts'
import { openLog } from '../../src/platform/base/log.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { openPool } from '../../src/platform/db/pool/pool.ts'
import { registerRoutes } from '../../src/platform/http/call/kit.ts'
import { createServer } from '../../src/platform/http/site/server.ts'
import { createJobQueue } from '../../src/platform/jobs/runner.ts'
import { createLimiter } from '../../src/platform/rate-limit.ts'
import { createSealer } from '../../src/platform/sealing/sealing.ts'
import { createTestOwner } from '../stand-ins/test-owner.ts'

/**
 * The money modules as a process of their own, to be killed at a crash point and started again. Every payment is accepted
 * unless the order's id begins with `back-`. Environment: DATABASE_URL, SETTINGS (JSON of AlipaySettings), PORT.
 */
const log = openLog('silent')
const url = process.env.DATABASE_URL!
const port = Number(process.env.PORT)
const pool = openPool({ url, size: 8, log, name: 'main' })
const db = openDatabase(pool)
const jobs = createJobQueue({
  db,
  pool: openPool({ url, size: 8, log, name: 'jobs', hasPlainTypes: true }),
  log,
  concurrency: 4,
  pollMs: 50,
})
const provider = createAlipay(JSON.parse(process.env.SETTINGS!))
const ledger = createLedger({ db, jobs, log })
const publicUrl = () => `http://127.0.0.1:${port}`
const findStaff = async (_: unknown, userIds: string[]) => new Set(userIds)
const payment = createPayment({ db, jobs, log, ledger, provider, publicUrl, findStaff })
payment.setListener({
  async paid(tx, events) {
    const answers = new Map<string, 'accepted' | 'refund'>()
    for (const { orderId, attemptId } of events) {
      const answer = orderId.startsWith('back-') ? 'refund' : 'accepted'
      await sql`insert into test_told (event) values (${`paid ${orderId} ${answer}`})`.execute(tx)
      answers.set(attemptId, answer)
    }
    return answers
  },
  async closed(tx, { orderId }) {
    await sql`insert into test_told (event) values (${`closed ${orderId}`})`.execute(tx)
  },
  async refunded(tx, { orderId }) {
    await sql`insert into test_told (event) values (${`refunded ${orderId}`})`.execute(tx)
  },
})
const sealer = createSealer([{ id: 'k', key: Buffer.alloc(32, 7) }], Buffer.alloc(32, 8))
const notices = createNotices({ db, jobs })
const wallet = createWallet({
  db,
  jobs,
  log,
  ledger,
  notices,
  owner: createTestOwner(db),
  findPeople: async () => new Map(),
  findIdsByName: async () => [],
  findStaff: async (_, userIds) => new Set(userIds),
  holdPerson: async (_, userId) => !userId.startsWith('gone-'),
  sealer,
  provider,
  unclearedFen: async () => 0n,
  findOrders: async () => new Map(),
  publicUrl,
})
createReconciliation({
  db,
  jobs,
  log,
  ledger,
  provider,
  payouts: wallet,
  findPeople: async () => new Map(),
  findStaff: async (_, userIds) => new Set(userIds),
})
const server = await createServer({ log, trustedProxies: [], connectTo: [], isHttps: false })
registerRoutes(server, [...payment.routes, ...wallet.routes], {
  authenticate: async (userId) => ({
    userId,
    sessionId: 'desk',
    staff: userId.startsWith('operator-') ? ['owner'] : [],
  }),
  factorOf: async () => 'fresh',
  isWalletBound: wallet.isBound,
  ssoClient: 'trove:trove',
  product: 'trove',
  log,
  limiter: createLimiter(db),
  idempotency: undefined as never,
  throttle: () => {},
  observe: () => {},
})
await server.listen({ port, host: '127.0.0.1' })
await jobs.start()
console.log('{"ready":true}')
