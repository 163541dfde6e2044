import websocket from '@fastify/websocket'
import { openApiDocument } from '@trove/contract/openapi'
import { allRoutes } from '@trove/contract/routes'
import type { FastifyInstance } from 'fastify'
import { createMetrics, type Figure, type Metrics } from '../../metrics.ts'
import type { Platform } from '../../platform.ts'
import { createReadiness } from '../../readiness.ts'
import { defineRewrap } from '../../rewrap.ts'
import { sweepTickets } from '../../tickets.ts'
import { createAdmission } from '../call/admission.ts'
import type { AuthNeeds } from '../call/auth.ts'
import { createIdempotency } from '../call/idempotency.ts'
import { registerRoutes } from '../call/kit.ts'
import type { ServedRoute } from '../call/serve.ts'
import { ownPerson } from '../call/values/ip.ts'
import { type DevNeeds, serveDev } from './dev-doors.ts'
import { serveDocs } from './docs.ts'
import { serveDownloads } from './downloads.ts'
import type { DescribePage } from './page-words.ts'
import { findRouteProblems } from './route-check.ts'
import { answerUnknown, createServer } from './server.ts'
import type { PublicPages } from './site-map.ts'
import { serveWebApp } from './static-site.ts'
import { systemRoutes } from './system-routes.ts'
import { createThrottle } from './throttle.ts'

/** What the modules bring to the site. */
export type SiteParts = Omit<AuthNeeds, 'ssoClient'> &
  Pick<DevNeeds, 'listOutbox'> & {
    routes: ServedRoute[]
    /** `ok`, or why paying is unavailable now. */
    paymentState(): Promise<string>
    /** `ok`, or why the chain cannot be read now; absent while no chain is configured. */
    chainState?(): Promise<string>
    /** Fails while the storage gateway does not answer; absent while none is configured. */
    storageState?(): Promise<unknown>
    /** Figures of the modules, for Prometheus. */
    figures?: readonly Figure[]
    /** What a page with an address of its own is about, for links that are shared. */
    describePage?: DescribePage
    /** Pages of public things, for search engines. */
    publicPages?: PublicPages
    /** Adds addresses that speak a protocol of their own, outside of the contract; called once. */
    addOwnProtocols?(server: FastifyInstance): Promise<void>
    /** Adds WebSocket routes; called once. */
    addWebSockets?(server: FastifyInstance): void
  }

const WEBSOCKET_BYTES = 128 * 1024

/** Builds the whole HTTP side: contract routes, pages, documents, doors for development. Listening is the caller's. */
export async function openSite(platform: Platform, parts: SiteParts): Promise<FastifyInstance> {
  const { config, log, jobs, db, pool } = platform
  const server = await openServer(platform)
  const metrics = createMetrics(pool, jobs, [...(parts.figures ?? []), defineRewrap(jobs, platform)])
  const idempotency = createIdempotency(db, platform.liveness.processKey, platform.sealer)
  jobs.every('platform.sweep', 3600, async () => {
    await Promise.all([idempotency.sweep(), platform.limiter.sweep(), sweepTickets(db)])
  })
  const addresses = () => addressesOf(platform, server)
  const served = [...ownRoutes(platform, parts, metrics, addresses), ...parts.routes]
  requireWholeContract(served)
  registerRoutes(server, served, {
    product: config.product,
    log,
    limiter: platform.limiter,
    idempotency,
    admission: createAdmission(),
    throttle: createThrottle(config.callsPerMinute),
    isOwnPerson: ownPerson(config.isEmbedded),
    observe: metrics.observe,
    authenticate: parts.authenticate,
    isWalletBound: parts.isWalletBound,
    factorOf: parts.factorOf,
    ssoClient: config.ssoClient,
  })
  parts.addWebSockets?.(server)
  await parts.addOwnProtocols?.(server)
  await serveDocs(server)
  serveDev(server, { platform, listOutbox: parts.listOutbox })
  await serveDownloads(server, config.agentPacksDir)
  const findPage = await serveWebApp(server, {
    dir: config.webDir,
    siteUrl: () => addresses().site ?? '',
    describe: parts.describePage,
    things: parts.publicPages,
  })
  answerUnknown(server, allRoutes, config.product, findPage)
  return server
}

/** The bare server, which knows whom a page may connect to, with WebSockets. */
async function openServer({ config, log }: Platform): Promise<FastifyInstance> {
  const server = await createServer({
    log,
    trustedProxies: config.trustedProxies,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    connectTo: [
      config.publicUrl?.replace(/^http/, 'ws'),
      config.chain && new URL(config.chain.url).origin,
      config.storage?.url,
    ].filter((origin) => origin !== undefined),
  })
  await server.register(websocket, { options: { maxPayload: WEBSOCKET_BYTES } })
  return server
}

/** The routes that no module serves: readiness, metrics, documents. */
function ownRoutes(
  platform: Platform,
  parts: SiteParts,
  metrics: Metrics,
  addresses: () => Record<string, string>,
): ServedRoute[] {
  const { config, clock, db } = platform
  const { paymentState, chainState, storageState } = parts
  const readiness = createReadiness({ platform, paymentState, chainState, storageState, addresses })
  const openapiText = lazyText(() => openApiDocument(config.product))
  return systemRoutes({ config, metrics, readiness, openapiText, now: () => clock.now(db) })
}

/** @throws Error that names each route of the contract which is not served, or is served twice */
function requireWholeContract(served: readonly ServedRoute[]): void {
  const problems = findRouteProblems(allRoutes, served)
  if (problems.length > 0) throw new Error(`the contract is not served: ${problems.join('; ')}`)
}

/** The addresses people and programs reach the parts at; parts that are not given have none. */
function addressesOf({ config }: Platform, server: FastifyInstance): Record<string, string> {
  const cashier = config.isEmbedded && config.alipay ? new URL(config.alipay.gatewayUrl).origin : ''
  return {
    site: config.publicUrl ?? listeningUrl(server),
    cashier,
    chain: config.chain?.url ?? '',
    storage: config.storage?.url ?? '',
  }
}

function listeningUrl(server: FastifyInstance): string {
  const listening = server.server.address()
  if (typeof listening !== 'object' || !listening) return ''
  const host = listening.family === 'IPv6' ? `[${listening.address}]` : listening.address
  return `http://${host}:${listening.port}`
}

function lazyText(make: () => unknown): () => string {
  let text: string | undefined
  return () => (text ??= JSON.stringify(make()))
}
