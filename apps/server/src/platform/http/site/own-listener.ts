import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import { LONG_CALL_MS } from '@trove/contract/kit/route'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Log } from '../../base/log.ts'
import { refusal, send } from '../call/answer.ts'
import { toRefusal } from '../call/failure.ts'
import { languageOf } from '../call/values/language.ts'

type Options = {
  log: Log
  trustedProxies: string[]
  /** Origin of the pages that may send with a session; everything else may be read from anywhere. */
  pagesAt: string | undefined
}

/** A line on which nothing moves for so long is given up. */
const IDLE_LIMIT_MS = 60_000
/** The longest message over a WebSocket. */
const MESSAGE_BYTES = 2 ** 20
const METHODS = 'GET, HEAD, PUT, POST'
const HEADERS = 'authorization, content-type, range, if-range'
const EXPOSED = 'content-range, content-length, accept-ranges, etag'

/** A listener of its own for large bodies, with its own limits; what is refused is said as on the site. */
export async function createOwnListener({ log, trustedProxies, pagesAt }: Options): Promise<FastifyInstance> {
  const server = fastify({
    logger: false,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    routerOptions: { maxParamLength: 300 },
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    requestTimeout: LONG_CALL_MS,
    connectionTimeout: IDLE_LIMIT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  server.removeAllContentTypeParsers()
  await server.register(multipart, { limits: { files: 1, fields: 10, parts: 12, headerPairs: 50 } })
  await server.register(websocket, { options: { maxPayload: MESSAGE_BYTES } })
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, 'access-control-expose-headers': EXPOSED, vary: 'origin' })
    reply.header('access-control-allow-origin', allowedOrigin(request, pagesAt))
    if (request.method !== 'OPTIONS') return done()
    reply.headers({ 'access-control-allow-methods': METHODS, 'access-control-allow-headers': HEADERS })
    reply.header('access-control-max-age', '600').code(204).send()
  })
  server.options('/*', (_, reply) => reply.code(204).send())
  server.setErrorHandler((error, request, reply) => {
    const about = { log, requestId: request.id, routeId: request.routeOptions?.url ?? 'none', request: request.raw }
    const language = languageOf(request.headers['accept-language'])
    reply.header('cache-control', 'no-store')
    return send(reply, refusal(toRefusal(error, about), language, 'business', request.id))
  })
  return server
}

/** A page that is not ours may read, and send nothing with a session: then no origin but ours is named. */
function allowedOrigin({ method, headers }: FastifyRequest, pagesAt: string | undefined): string {
  const isReading = method === 'GET' || method === 'HEAD'
  const asked = headers['access-control-request-method']
  return isReading || asked === 'GET' || asked === 'HEAD' ? '*' : (pagesAt ?? 'null')
}
