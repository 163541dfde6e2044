import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { ContractError } from '@trove/contract/errors'
import type { RouteSpec } from '@trove/contract/kit/route'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { refusal, send } from './answer.ts'
import { BODY_LIMIT_BYTES, readBodies } from './body.ts'
import { toRefusal } from './failure.ts'
import { languageOf } from './language.ts'
import { type HeaderSet, readHeaderSets } from './security-headers.ts'

export type ServerOptions = {
  log: Log
  /** Addresses and ranges of proxies whose word on the caller's address counts. */
  trustedProxies: string[]
  /** Addresses pages may open WebSockets and fetches to, besides the site itself. */
  connectTo: string[]
  isHttps: boolean
}

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/
const REQUEST_LIMIT_MS = 60_000

/** The HTTP server with everything that is the same for every route; routes and pages are added by others. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const server = fastify({
    logger: false,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 300 },
    exposeHeadRoutes: false,
    requestIdHeader: false,
    genReqId: ({ headers }) => givenId(headers['x-request-id']) ?? randomUUID(),
    requestTimeout: REQUEST_LIMIT_MS,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => answerFailure(options.log, error, request, reply as FastifyReply),
  })
  readBodies(server)
  await server.register(cookie)
  await server.register(multipart, { limits: { files: 1, fields: 10, parts: 12, fieldSize: 10_000, headerPairs: 50 } })
  const headers = await readHeaderSets(options)
  server.addHook('onRequest', (request, reply, done) => {
    const set: HeaderSet = isApi(request.url) ? headers.api : headers.page
    reply.headers(set)
    reply.header('x-request-id', request.id)
    done()
  })
  server.setErrorHandler((error, request, reply) => answerFailure(options.log, error, request, reply))
  return server
}

function givenId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : undefined
}

/** Whether an address belongs to the programs' side of the site, where no page is ever served. */
export function isApi(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith('/files/')
}

function answerFailure(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const about = { log, requestId: request.id, routeId: request.routeOptions?.url ?? 'none' }
  const language = languageOf(request.headers['accept-language'])
  return send(reply, refusal(toRefusal(error, about), language, 'business', request.id))
}

/**
 * Answers addresses nobody serves: 405 when another method would do, else whatever `otherwise` makes of it (the web
 * app's page), else 404.
 */
export function answerUnknown(
  server: FastifyInstance,
  routes: readonly RouteSpec[],
  product: string,
  otherwise: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined,
): void {
  const patterns = routes.map(({ method, path }) => ({ method, pattern: toPattern(path, product) }))
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    const other = methods.length === 0 ? otherwise(request, reply) : undefined
    if (other) return other
    if (methods.length > 0) reply.header('allow', [...new Set(methods)].join(', '))
    const error = new ContractError(methods.length > 0 ? 'request.method-not-allowed' : 'resource.not-found')
    reply.header('cache-control', 'no-store')
    return send(reply, refusal(error, languageOf(request.headers['accept-language']), 'business', request.id))
  })
}

function toPattern(path: string, product: string): RegExp {
  const escaped = path.replace('{product}', product).replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\{\w+\}/g, '[^/]+')}$`)
}
