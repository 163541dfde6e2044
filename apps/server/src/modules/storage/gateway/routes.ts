import { requireThat } from '@trove/contract/errors/codes'
import { Id } from '@trove/contract/kit/shapes'
import { PART_BYTES } from '@trove/stored-file/car'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import type { Caller } from '../../../platform/http/call/serve.ts'
import type { StorageNeeds } from '../model/needs.ts'
import type { NodeLines } from '../nodes/lines.ts'
import { addNodeCheckRoutes, addNodeReadsRoute, addPassageRoutes } from '../nodes/routes.ts'
import { putPart } from '../uploads/service.ts'
import { add, get } from './kubo.ts'
import { sendIpfs } from './sending.ts'
import { createSpool, type Spooled } from './spool.ts'

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]{1,4000})$/i
const PART_TYPES = ['application/vnd.ipld.car', 'application/octet-stream']
/** Parts in hand at the same time in one process: while one is hashed, the ones before it are written to the disk. */
const CHECKED_AT_ONCE = 3

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
  const spool = createSpool({ inMemory: CHECKED_AT_ONCE })
  const spooled = new WeakMap<FastifyRequest, Spooled>()
  const inTurn = pLimit(CHECKED_AT_ONCE)
  server.addContentTypeParser(PART_TYPES, async (request: FastifyRequest, body: AsyncIterable<Buffer>) => {
    spooled.set(request, await spool.take(body, PART_BYTES))
  })
  server.addHook('onResponse', (request) => spooled.get(request)?.remove())
  server.addHook('onClose', spool.close)
  server.get('/healthz', () => ({ alive: true }))
  server.route({
    method: 'PUT',
    url: '/uploads/:id/parts/:number/:sha256',
    bodyLimit: PART_BYTES,
    onRequest: requireCaller,
    handler: async (request) => {
      const { id, number, sha256 } = request.params as Record<'id' | 'number' | 'sha256', string>
      requireThat(Id.safeParse(id).success && /^\d{1,5}$/.test(number), 'resource.not-found')
      const body = spooled.get(request)
      requireThat(body, 'request.unsupported-media')
      const { userId } = callers.get(request)!
      const data = await inTurn(async () =>
        putPart(needs, { id, number: Number(number), sha256, userId, bytes: await body.read() }),
      )
      return { code: 200, message: '', data }
    },
  })
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
