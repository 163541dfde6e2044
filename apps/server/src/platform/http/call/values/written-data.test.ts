import { route } from '@trove/contract/kit/route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type KitServer, startKitServer } from '../../../../../test/world/kit-server.ts'
import { serve } from '../serve.ts'
import { WrittenData } from './written-data.ts'

const ok = z.object({ names: z.array(z.string()) })
const read = route({ id: 'test.read', method: 'GET', path: '/api/read', summary: 'x', auth: 'none', ok })
const write = route({ id: 'test.write', method: 'POST', path: '/api/write', summary: 'x', auth: 'none', ok })
const parts = () =>
  new WrittenData<z.output<typeof ok>>(['{"names":["', '众享', '"]}'].map((text) => Buffer.from(text)))

let kit: KitServer
beforeAll(async () => {
  kit = await startKitServer([serve(read, parts), serve(write, parts)])
})
afterAll(() => kit.stop())

test('data that is already written gets the same envelope and headers as any other', async () => {
  const answer = await kit.server.inject({ url: '/api/read' })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.body)))
  expect(answer.json()).toEqual({ code: 200, message: '', data: { names: ['众享'] } })
  expect(parts().read()).toEqual({ names: ['众享'] })
})

test('and is kept with an idempotency key as it was', async () => {
  const call = () => kit.server.inject({ method: 'POST', url: '/api/write', headers: { 'idempotency-key': 'k1' } })
  const first = await call()
  const again = await call()
  expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body])
  expect(again.json().data).toEqual({ names: ['众享'] })
})
