import { Readable } from 'node:stream'
import { requireThat } from '@trove/contract/errors/codes'
import { NODE_CHECK_BYTES } from '@trove/contract/storage/node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { StorageNeeds } from '../model/needs.ts'
import { answer, ask, begin } from './check.ts'

const Answer = z.strictObject({
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
})

const accountOf = ({ params }: FastifyRequest) => (params as { account: string }).account
const done = <T>(data: T) => ({ code: 200, message: '', data })

/** The check of a storage node, by its account (docs/STORAGE.md). A node has no session: its key signs the answer. */
export function addNodeCheckRoutes(server: FastifyInstance, needs: StorageNeeds): void {
  server.get('/nodes/:account/check', async (request, reply) => {
    const bytes = await begin(needs, accountOf(request))
    reply.headers({ 'content-type': 'application/octet-stream', 'cache-control': 'no-store' })
    return reply.header('content-length', NODE_CHECK_BYTES).send(Readable.from(bytes, { objectMode: false }))
  })
  server.post('/nodes/:account/check/question', async (request) => done(await ask(needs, accountOf(request))))
  server.post('/nodes/:account/check/answer/:digest/:signature', async (request) => {
    const { account: _, ...named } = request.params as Record<string, string>
    const given = Answer.safeParse(named)
    requireThat(given.success, 'request.invalid')
    return done(await answer(needs, accountOf(request), given.data))
  })
}
