import { requireThat } from '@trove/contract/errors/codes'
import { Id } from '@trove/contract/kit/shapes'
import { PART_BYTES } from '@trove/stored-file/car'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { createAtOnce } from '../../../platform/base/at-once.ts'
import type { Caller } from '../../../platform/http/call/serve.ts'
import type { StorageNeeds } from '../model/needs.ts'
import type { NodeLines } from '../nodes/lines.ts'
import { addNodeCheckRoutes, addNodeReadsRoute, addPassageRoutes } from '../nodes/routes.ts'
import { type AwaitedPart, awaitPart, putPart } from '../uploads/service.ts'
import { add, get } from './kubo.ts'
import { sendIpfs } from './sending.ts'
import { createSpool, type Spooled } from './spool.ts'

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]{1,4000})$/i
const PART_TYPES = ['application/vnd.ipld.car', 'application/octet-stream']
/** Parts in hand at the same time in one process: while one is hashed, the ones before it are written to the disk. */
const CHECKED_AT_ONCE = 3
/** Parts that one person sends to one process at the same time: what they may take of its disk is 256 MiB. */
export const SENT_AT_ONCE = 32
/** When it is worth to try again that was too much at once, in seconds. */
const SOON = 5

/**
 * The storage gateway's addresses (docs/STORAGE.md). They speak IPFS's and Kubo's protocols, so these are no routes of the
 * contract; what they refuse with is.
 */
export function addGatewayRoutes(server: FastifyInstance, needs: StorageNeeds & { lines: NodeLines }): void {
  const callers = new WeakMap<FastifyRequest, Caller>()
  /** Before the body: of who is not signed in nothing is read. */
  const requireCaller = async (request: FastifyRequest) => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
    const caller = token === undefined ? undefined : await needs.identity.authenticate(token)
    requireThat(caller, 'session.expired')
    callers.set(request, caller)
  }
  addPartRoute(server, needs, requireCaller, (request) => callers.get(request)!.userId)
  server.get('/healthz', () => ({ alive: true }))
  addNodeCheckRoutes(server, needs)
  addNodeReadsRoute(server, needs, needs.lines)
  addPassageRoutes(server, needs, needs.lines)
  server.post('/api/v0/add', { onRequest: requireCaller }, (request) =>
    add(needs, callers.get(request)!.userId, request),
  )
  server.route({
    method: ['GET', 'POST'],
    url: '/api/v0/get',
    handler: (request, reply) => get(needs, (request.query as { arg?: unknown }).arg, reply),
  })
  server.route({
    method: ['GET', 'HEAD'],
    url: '/ipfs/:cid',
    handler: (request, reply) => sendIpfs(needs, (request.params as { cid: string }).cid, request, reply),
  })
}

/** Parts of uploads. Who may not send one is refused before its bytes are read; they then wait on the disk for their turn. */
function addPartRoute(
  server: FastifyInstance,
  needs: StorageNeeds,
  requireCaller: (request: FastifyRequest) => Promise<void>,
  callerOf: (request: FastifyRequest) => string,
): void {
  const spool = createSpool({ inMemory: CHECKED_AT_ONCE })
  const awaited = new WeakMap<FastifyRequest, AwaitedPart>()
  const spooled = new WeakMap<FastifyRequest, Spooled>()
  const sending = createAtOnce({ own: SENT_AT_ONCE })
  const inTurn = pLimit(CHECKED_AT_ONCE)
  server.addContentTypeParser(PART_TYPES, async (request: FastifyRequest, body: AsyncIterable<Buffer>) => {
    spooled.set(request, await spool.take(body, PART_BYTES))
  })
  server.addHook('onResponse', (request) => spooled.get(request)?.remove())
  const requirePart = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id, number } = request.params as Record<'id' | 'number', string>
    requireThat(Id.safeParse(id).success && /^\d{1,5}$/.test(number), 'resource.not-found')
    const userId = callerOf(request)
    requireThat(sending.begin(userId, reply.raw), 'request.too-frequent', { seconds: SOON })
    awaited.set(request, await awaitPart(needs, { id, number: Number(number), userId }))
  }
  server.route({
    method: 'PUT',
    url: '/uploads/:id/parts/:number/:sha256',
    bodyLimit: PART_BYTES,
    onRequest: [requireCaller, requirePart],
    handler: async (request) => {
      const body = spooled.get(request)
      requireThat(body, 'request.unsupported-media')
      const { sha256 } = request.params as { sha256: string }
      const part = awaited.get(request)!
      const data = await inTurn(async () => putPart(needs, part, { sha256, bytes: await body.read() }))
      return { code: 200, message: '', data }
    },
  })
}
