import { Readable } from 'node:stream'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { NODE_CHECK_BYTES, NODE_CHECK_TAIL_BYTES } from '@trove/contract/storage/node'
import { StoredCid } from '@trove/contract/storage/uploads'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { StorageNeeds } from '../model/needs.ts'
import { answer, ask, begin, requireKeeper } from './check.ts'
import type { NodeLines } from './lines.ts'
import { isPassage, PASSAGE_HEADER, passagePath, samplePath } from './passage.ts'

const signature = z.string().regex(/^[0-9a-f]{128}$/)
const Begin = z.strictObject({
  at: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
  signature,
})
const Question = z.strictObject({ tail: z.string().regex(new RegExp(`^[0-9a-f]{${2 * NODE_CHECK_TAIL_BYTES}}$`)) })
const Answer = z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/), signature })

/** What a path names besides the account. @throws ContractError `request.invalid` */
function namedBy<S extends z.ZodType>(shape: S, { params }: FastifyRequest): z.output<S> {
  const { account: _, ...named } = params as Record<string, string>
  const given = shape.safeParse(named)
  requireThat(given.success, 'request.invalid')
  return given.data
}

const Frame = z.strictObject({
  cid: StoredCid,
  frame: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
  frameCid: StoredCid,
})

const accountOf = ({ params }: FastifyRequest) => (params as { account: string }).account
const done = <T>(data: T) => ({ code: 200, message: '', data })

/** The check of a storage node, by its account (docs/STORAGE.md). A node has no session: its key signs beginning and answer. */
export function addNodeCheckRoutes(server: FastifyInstance, needs: StorageNeeds): void {
  server.get('/nodes/:account/check/:at/:signature', { exposeHeadRoute: false }, async (request, reply) => {
    const bytes = await begin(needs, accountOf(request), namedBy(Begin, request))
    reply.headers({ 'content-type': 'application/octet-stream', 'cache-control': 'no-store' })
    return reply.header('content-length', NODE_CHECK_BYTES).send(Readable.from(bytes, { objectMode: false }))
  })
  server.post('/nodes/:account/check/question/:tail', async (request) =>
    done(await ask(needs, accountOf(request), namedBy(Question, request).tail)),
  )
  server.post('/nodes/:account/check/answer/:digest/:signature', async (request) =>
    done(await answer(needs, accountOf(request), namedBy(Answer, request))),
  )
}

/** Where a node opens the connection over which it is read from (docs/STORAGE.md). */
export function addNodeReadsRoute(server: FastifyInstance, needs: Pick<StorageNeeds, 'chain'>, lines: NodeLines): void {
  server.route({
    method: 'GET',
    url: '/nodes/:account/reads/:at/:signature',
    preValidation: async (request) => requireKeeper(needs.chain, accountOf(request), namedBy(Begin, request)),
    handler: async () => {
      throw new ContractError('resource.not-found')
    },
    wsHandler: (socket, request) => lines.add(accountOf(request), socket),
  })
}

/** For other processes of ours: a frame through the connection that this one holds, and what a node answers when asked for one. */
export function addPassageRoutes(server: FastifyInstance, { sealer }: Pick<StorageNeeds, 'sealer'>, lines: NodeLines) {
  const asked = (request: FastifyRequest, pathOf: typeof passagePath) => {
    const { cid, frame, frameCid } = namedBy(Frame, request)
    const account = accountOf(request)
    const isOurs = isPassage(sealer, pathOf(account, { cid, frame }, frameCid), request.headers[PASSAGE_HEADER])
    requireThat(isOurs, 'resource.not-found')
    return [account, { cid, frame }, frameCid] as const
  }
  const named = [':account', { cid: ':cid', frame: ':frame' }, ':frameCid'] as const
  server.get(passagePath(...named), async (request, reply) => {
    const bytes = await lines.readHere(...asked(request, passagePath))
    requireThat(bytes, 'resource.not-found')
    return reply
      .header('content-type', 'application/octet-stream')
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  })
  server.get(samplePath(...named), async (request) =>
    done({ outcome: await lines.sampleHere(...asked(request, samplePath)) }),
  )
}
