import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { ContractError, type PlainErrorCode } from '@trove/contract/errors/codes'
import type { Method, RouteSpec } from '@trove/contract/kit/route'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Log } from '../../base/log.ts'
import { JSON_TYPE, refusal, send } from '../call/answer.ts'
import { BODY_LIMIT_BYTES, readBodies } from '../call/body.ts'
import { BODY_TIMES, type BodyTimes, limitBodyTime } from '../call/body-time.ts'
import { toRefusal } from '../call/failure.ts'
import { languageOf } from '../call/values/language.ts'
import { type HeaderSet, readHeaderSets } from './security-headers.ts'

export type ServerOptions = {
  log: Log
  /** Addresses and ranges of trusted proxies (X-Forwarded-For). */
  trustedProxies: string[]
  /** Addresses pages may open WebSockets and fetches to, besides the site itself. */
  connectTo: string[]
  isHttps: boolean
  bodyTimes?: BodyTimes
}

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

/** The HTTP server with everything that is the same for every route; routes and pages are added by others. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const times = options.bodyTimes ?? BODY_TIMES
  const server = fastify({
    logger: false,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 300 },
    exposeHeadRoutes: false,
    requestIdHeader: false,
    genReqId: ({ headers }) => givenId(headers['x-request-id']) ?? randomUUID(),
    requestTimeout: times.wholeMs,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => answerFailure(options.log, error, request, reply as FastifyReply),
  })
  server.server.on('request', (message: IncomingMessage) =>
    limitBodyTime(message, times, () => answerUnreadable(new Error('late'), message.socket)),
  )
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
  return url.startsWith('/api/') || url.startsWith('/files/') || url.startsWith('/git/')
}

function answerFailure(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const about = { log, requestId: request.id, routeId: request.routeOptions?.url ?? 'none', request: request.raw }
  const language = languageOf(request.headers['accept-language'])
  return send(reply, refusal(toRefusal(error, about), language, 'business', request.id))
}

/** Answers what is no request, or one whose headers are too large, before any route could. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'request.headers-too-large' : 'request.invalid'
  const { status, text } = refusal(new ContractError(code), 'zh-CN', 'business', '')
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, `content-type: ${JSON_TYPE}`, 'connection: close']
  socket.end(`${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
}

/**
 * Responds to unknown addresses: 405 when another method would do, else the response of `otherwise` (the web app's page),
 * else 404.
 */
export function answerUnknown(
  server: FastifyInstance,
  routes: readonly RouteSpec[],
  product: string,
  otherwise: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined,
): void {
  const methodsAt = createMethodsAt(routes, product)
  /** The methods an address has when it has not this one; none when it has, and only its parameter is too long. */
  const otherMethods = (request: FastifyRequest) => {
    const methods = methodsAt(pathOf(request))
    return methods.includes(request.method) ? [] : methods
  }
  function answer(request: FastifyRequest, reply: FastifyReply, code: PlainErrorCode) {
    reply.header('cache-control', 'no-store')
    return send(
      reply,
      refusal(new ContractError(code), languageOf(request.headers['accept-language']), 'business', request.id),
    )
  }
  const refuseMethod = (request: FastifyRequest, reply: FastifyReply, methods: string[]) =>
    answer(request, reply.header('allow', methods.join(', ')), 'request.method-not-allowed')

  // Before a body is read: that of a wrong method is not needed.
  server.addHook('onRequest', (request, reply, done) => {
    const methods = request.is404 ? otherMethods(request) : []
    if (methods.length > 0) refuseMethod(request, reply, methods)
    else done()
  })
  // An address of its own is not one of those with a parameter, whose methods would else answer it.
  for (const { path, method } of hiddenMethods(routes, product))
    server.route({ method, url: path, handler: (request, reply) => refuseMethod(request, reply, methodsAt(path)) })
  server.setNotFoundHandler((request, reply) => {
    // Reached by way of the site's files too, which answer every address.
    const methods = otherMethods(request)
    if (methods.length > 0) return refuseMethod(request, reply, methods)
    return otherwise(request, reply) ?? answer(request, reply, 'resource.not-found')
  })
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}

/** Which methods an address answers: those of its own path, else those of the paths with parameters that it fits. */
function createMethodsAt(routes: readonly RouteSpec[], product: string): (path: string) => string[] {
  const paths = routes.map(({ method, path }) => ({ method, path: path.replace('{product}', product) }))
  const patterns = paths.map(({ method, path }) => ({ method, pattern: toPattern(path) }))
  return (path) => {
    const own = paths.filter((one) => one.path === path)
    const found = own.length > 0 ? own : patterns.filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.map(({ method }) => method))]
  }
}

/** Methods of paths with parameters that a path of its own hides. */
function hiddenMethods(routes: readonly RouteSpec[], product: string): { path: string; method: Method }[] {
  const paths = routes.map(({ method, path }) => ({ method, path: path.replace('{product}', product) }))
  const isOpen = (path: string) => path.includes('{')
  const own = [...new Set(paths.map(({ path }) => path).filter((path) => !isOpen(path)))]
  return own.flatMap((path) => {
    const methods = new Set(paths.filter((one) => one.path === path).map(({ method }) => method))
    // The router takes an empty last part for a parameter too: `/papers/` would be answered by `/papers/{name}`.
    const hidden = paths.filter(
      (one) => isOpen(one.path) && toPattern(one.path, '[^/]*').test(path) && !methods.has(one.method),
    )
    return [...new Set(hidden.map(({ method }) => method))].map((method) => ({ path, method }))
  })
}

function toPattern(path: string, part = '[^/]+'): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\{\w+\}/g, part)}$`)
}
