import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { READ_AT_ONCE, readUpload } from './upload.ts'

const LIMITS = { maxBytes: 10, fields: 0, tooLarge: ['files.over-limit', { megabytes: 1 }] as [string, object] }

/** A body whose one file comes when the gate opens, or that breaks off then. */
function body(gate: Promise<unknown>, isCut = false): FastifyRequest {
  async function* parts() {
    await gate
    if (isCut) throw new Error('aborted')
    yield { type: 'file', fieldname: 'file', filename: 'a.txt', toBuffer: async () => Buffer.from('x') }
  }
  return { isMultipart: () => true, parts } as unknown as FastifyRequest
}
const read = (userId: string, gate: Promise<unknown>, isCut = false) =>
  readUpload(body(gate, isCut), userId, LIMITS as never)

test('of one person a bounded number of bodies is in memory, and others are not kept waiting by it', async () => {
  const gate = Promise.withResolvers<void>()
  const held = Array.from({ length: READ_AT_ONCE }, (_, i) => read('an', gate.promise, i % 2 === 0))
  for (const one of held) one.catch(() => undefined)
  await expect(read('an', gate.promise)).rejects.toMatchObject({ code: 'request.too-frequent' })
  expect(await read('bo', Promise.resolve())).toMatchObject({ name: 'a.txt' })
  gate.resolve()
  await Promise.allSettled(held)
  // Also those that broke off have left.
  const again = Array.from({ length: READ_AT_ONCE }, () => read('an', Promise.resolve()))
  expect(await Promise.all(again)).toHaveLength(READ_AT_ONCE)
})
