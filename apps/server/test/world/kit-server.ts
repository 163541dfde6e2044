import { randomBytes } from 'node:crypto'
import type { RouteSpec } from '@trove/contract/kit/route'
import type { FastifyInstance } from 'fastify'
import { openLog } from '../../src/platform/base/log.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createLiveness } from '../../src/platform/db/pool/liveness.ts'
import { openPool } from '../../src/platform/db/pool/pool.ts'
import { createAdmission } from '../../src/platform/http/call/admission.ts'
import { createIdempotency } from '../../src/platform/http/call/idempotency.ts'
import { registerRoutes } from '../../src/platform/http/call/kit.ts'
import type { Caller, ServedRoute } from '../../src/platform/http/call/serve.ts'
import { answerUnknown, createServer } from '../../src/platform/http/site/server.ts'
import { createThrottle } from '../../src/platform/http/site/throttle.ts'
import { createLimiter } from '../../src/platform/rate-limit.ts'
import { createSealer } from '../../src/platform/sealing/sealing.ts'
import { createTestDatabase } from './database.ts'

export const SELLER: Caller = { userId: 'seller', sessionId: 's1', staff: [] }
export const BUYER: Caller = { userId: 'buyer', sessionId: 's2', staff: [] }
export const OPERATOR: Caller = { userId: 'operator', sessionId: 's3', staff: ['owner'] }

const TOKENS = new Map([
  ['token-seller', SELLER],
  ['token-buyer', BUYER],
  ['token-operator', OPERATOR],
])

export type KitServer = { server: FastifyInstance; logLines: string[]; stop(): Promise<void> }

/** The route kit alone, over routes of a test's own: three known people, of whom the seller has a bound account. */
export async function startKitServer(
  served: ServedRoute[],
  options: { callsPerMinute?: number } = {},
): Promise<KitServer> {
  const database = await createTestDatabase()
  const logLines: string[] = []
  const log = openLog('debug', { write: (line) => void logLines.push(line) })
  const pool = openPool({ url: database.url, size: 20, log, name: 'kit' })
  const db = openDatabase(pool)
  const liveness = createLiveness(pool, log)
  const sealer = createSealer([{ id: 'test', key: randomBytes(32) }], randomBytes(32))
  await liveness.start()
  const server = await createServer({ log, trustedProxies: ['127.0.0.1'], connectTo: [], isHttps: false })
  registerRoutes(server, served, {
    product: 'trove',
    log,
    limiter: createLimiter(db),
    idempotency: createIdempotency(db, liveness.processKey, sealer),
    admission: createAdmission(),
    throttle: createThrottle(options.callsPerMinute ?? 0),
    observe: () => undefined,
    authenticate: async (token) => TOKENS.get(token),
    factorOf: async () => 'fresh',
    isWalletBound: async (userId) => userId === SELLER.userId,
    ssoClient: 'trove:trove',
  })
  const routes: RouteSpec[] = served.map(({ route }) => route)
  answerUnknown(server, routes, 'trove', () => undefined)
  return {
    server,
    logLines,
    async stop() {
      await server.close()
      await liveness.stop()
      await pool.end()
      await database.drop()
    },
  }
}
