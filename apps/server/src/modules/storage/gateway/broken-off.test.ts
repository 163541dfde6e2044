import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { FRAME_BYTES } from '@trove/stored-file/frames'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openStorageLab, type Sealed, type StorageLab, seal } from '../../../../test/labs/storage-lab.ts'
import { openLog } from '../../../platform/base/log.ts'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import { createOwnListener } from '../../../platform/http/site/own-listener.ts'
import { partKey } from '../uploads/service.ts'
import { readCar } from './reading.ts'
import { CARS_AT_ONCE } from './sending.ts'
import { createSpool } from './spool.ts'

let lab: StorageLab
let file: Sealed
let id: string
let blobs: Blobs
let find: Blobs['find']
beforeAll(async () => {
  lab = await openStorageLab()
  const an = await lab.world.signIn('13810000001')
  file = await seal(randomBytes(17_000_000))
  id = (await lab.stage(an, file)).id
  blobs = lab.world.platform.blobs
  find = blobs.find
})
afterEach(() => {
  blobs.find = find
})
afterAll(() => lab?.world.stop())

/** What is read of blobs from now on. */
function watchBlobs() {
  const watched = { bodies: [] as Readable[], bytes: 0 }
  blobs.find = async (key, range) => {
    const blob = await find.call(blobs, key, range)
    if (!blob) return undefined
    watched.bodies.push(blob.body)
    const count = async function* () {
      for await (const piece of blob.body) {
        watched.bytes += (piece as Buffer).length
        yield piece
      }
    }
    return { ...blob, body: Readable.from(count(), { objectMode: false }) }
  }
  return watched
}

test.each(['/api/v0/get?arg=', '/ipfs/'])('a download by %s that is broken off lets go of its blob', async (path) => {
  const watched = watchBlobs()
  const request = get(`${lab.gateway}${path}${file.cid}`)
  const [answer] = (await once(request, 'response')) as [Readable]
  await once(answer, 'readable')
  answer.read(1)
  request.destroy()
  answer.on('error', () => undefined)
  await expect.poll(() => watched.bodies.map((body) => body.destroyed), { timeout: 20_000 }).toEqual([true])
  expect(watched.bytes).toBeLessThan(file.bytes)
})

test.each(['', '?format=car'])(
  'a reader of a file%s who hangs up before the first byte lets go of its blob',
  async (query) => {
    const watched = watchBlobs()
    const watching = blobs.find
    const [isAsked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    blobs.find = async (...given) => {
      isAsked.resolve()
      await goOn.promise
      return await watching.apply(blobs, given)
    }
    const request = get(`${lab.gateway}/ipfs/${file.cid}${query}`)
    request.on('error', () => undefined)
    await isAsked.promise
    request.destroy()
    // The server has heard of it before it answers a call on a connection made after.
    await new Promise((resolve) => request.once('close', resolve))
    await lab.read('/healthz')
    goOn.resolve()
    await expect.poll(() => watched.bodies.map((body) => body.destroyed), { timeout: 20_000 }).toEqual([true])
    expect(watched.bytes).toBeLessThan(file.bytes)
  },
)

test('a part that is gone while it is sent cuts the archive off, and the process lives on', async () => {
  const failures: unknown[] = []
  const hear = (error: unknown) => failures.push(error)
  process.on('uncaughtException', hear)
  blobs.find = async (key, range) => (key === partKey(id, 1) ? undefined : await find.call(blobs, key, range))
  const answer = await lab.read(`/api/v0/get?arg=${file.cid}`)
  await expect(answer.arrayBuffer()).rejects.toThrow()
  expect((await lab.read('/healthz')).status).toBe(200)
  process.off('uncaughtException', hear)
  expect(failures).toEqual([])
})

test('a file that is swept while it is sent is broken off at once, and its reader waits for no byte that never comes', async () => {
  const swept = await seal(randomBytes(9_000_000))
  const { id: own } = await lab.stage(await lab.world.signIn('13810000002'), swept)
  blobs.find = async (key, range) => {
    if (key !== partKey(own, 1)) return await find.call(blobs, key, range)
    await sql`delete from storage_uploads where id = ${own}`.execute(lab.world.platform.db)
    return undefined
  }
  const answer = await lab.read(`/ipfs/${swept.cid}`, { signal: AbortSignal.timeout(5_000) })
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
})

describe('a CAR answer', () => {
  test('holds a frame or two for a slow reader, and its blob no longer than it is read', async () => {
    const watched = watchBlobs()
    const needs = {
      ...lab.world.platform,
      chain: { listKeepers: async () => [] },
      lines: { read: async () => undefined },
    }
    const car = readCar(needs, { id, cid: file.cid, bytes: file.bytes }, file.cid)
    // Its head, the root's node, and the first frame.
    for (let i = 0; i < 3; i++) await car.next()
    expect(watched.bytes).toBeLessThanOrEqual(3 * FRAME_BYTES)
    await car.return(undefined)
    await expect.poll(() => watched.bodies.map((body) => body.destroyed), { timeout: 20_000 }).toEqual([true])
  })

  test('is refused with a time to come back while too many are read', async () => {
    // The first frame comes, and then nothing more.
    const stalled = () => {
      const body = new Readable({ read: () => undefined })
      body.push(Buffer.alloc(FRAME_BYTES + 1))
      return body
    }
    blobs.find = async () => ({ bytes: 1, contentType: '', body: stalled() })
    const ending = new AbortController()
    const car = (init?: RequestInit) => lab.read(`/ipfs/${file.cid}?format=car`, init)
    const slow = Array.from({ length: CARS_AT_ONCE }, () => car({ signal: ending.signal }))
    expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await car()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await car({ method: 'HEAD' })).status).toBe(503)
    ending.abort()
    blobs.find = find
    await expect.poll(async () => (await car({ method: 'HEAD' })).status, { timeout: 20_000 }).toBe(200)
  })

  test('is refused, and not broken off, when nobody has its bytes', async () => {
    blobs.find = async () => undefined
    const answer = await lab.read(`/ipfs/${file.cid}?format=car`)
    blobs.find = find
    expect([answer.status, await answer.json()]).toMatchObject([503, { error: 'storage.unavailable' }])
  })
})

test.each([0, 1])('a part whose caller hangs up is no fault of ours, with %i in memory', async (inMemory) => {
  const lines: string[] = []
  const log = openLog('debug', { write: (line) => void lines.push(line) })
  const listener = await createOwnListener({ log, trustedProxies: [], pagesAt: undefined })
  const spool = createSpool({ inMemory })
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  listener.addContentTypeParser('application/octet-stream', async (_: unknown, body: AsyncIterable<Buffer>) => {
    begun.resolve()
    await spool.take(body, 100)
  })
  listener.addHook('onError', async () => ended.resolve())
  listener.put('/', async () => ({}))
  await listener.listen({ port: 0, host: '127.0.0.1' })
  const { port } = listener.server.address() as AddressInfo
  const headers = { 'content-type': 'application/octet-stream', 'content-length': 100 }
  const part = send({ port, method: 'PUT', headers })
  part.on('error', () => undefined)
  part.write('ten bytes.')
  await begun.promise
  part.destroy()
  await ended.promise
  await listener.close()
  expect(lines).toEqual([])
})
