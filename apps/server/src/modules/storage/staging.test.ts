import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { removeStorageUpload } from '@trove/contract/storage/uploads'
import { readCar } from '@trove/stored-file/car'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStorageLab, partsOf, type Sealed, type StorageLab, seal, sha256 } from '../../../test/labs/storage-lab.ts'
import type { WorldUser } from '../../../test/world/world.ts'
import { SENT_AT_ONCE } from './gateway/routes.ts'

const PLAIN = Buffer.concat([Buffer.from('众享 the plain beginning'), randomBytes(9_000_000)])
const refused = (code: string) => expect.objectContaining({ code })

let lab: StorageLab
let an: WorldUser
let bo: WorldUser
let file: Sealed
beforeAll(async () => {
  lab = await openStorageLab()
  an = await lab.world.signIn('13810000001')
  bo = await lab.world.signIn('13810000002')
  file = await seal(PLAIN)
})
afterAll(() => lab?.world.stop())

const errorOf = async (answer: Response) => [answer.status, ((await answer.json()) as { error?: string }).error]

describe('an upload', () => {
  test('goes on where it was cut off, and can be read by everybody only once it is whole and checked', async () => {
    const begun = await lab.begin(an, file)
    expect(begun).toMatchObject({ cid: file.cid, bytes: file.bytes, state: 'uploading', parts: 2, received: [] })
    const [first, second] = await partsOf(file)
    expect((await lab.put(an, begun.id, 1, second!)).status).toBe(200)
    // Another page begins the same file anew.
    expect(await lab.begin(an, file)).toMatchObject({ id: begun.id, received: [1] })
    await expect(lab.finish(an, begun.id)).rejects.toEqual(refused('storage.incomplete'))
    expect((await lab.read(`/ipfs/${file.cid}`)).status).toBe(404)
    expect((await lab.read(`/ipfs/${file.blocks[31]!.cid}?format=raw`)).status).toBe(404)
    const answer = await lab.put(an, begun.id, 0, first!)
    expect(((await answer.json()) as { data: { received: number[] } }).data.received).toEqual([0, 1])
    expect((await lab.put(an, begun.id, 0, first!)).status).toBe(200)
    const [one, two] = await Promise.all([lab.finish(an, begun.id), lab.finish(an, begun.id)])
    expect([one.state, two.state]).toEqual(['ready', 'ready'])
    const read = Buffer.from(await (await lab.read(`/ipfs/${file.cid}`)).arrayBuffer())
    expect(read.equals(file.stored)).toBe(true)
  })

  test('stays whole when a part was sent twice and the first is written only after it became ready', async () => {
    const own = await seal(randomBytes(1000))
    const { id } = await lab.begin(an, own)
    const [part] = await partsOf(own)
    const { blobs } = lab.world.platform
    const write = blobs.put
    const [isHeld, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    blobs.put = async (...given) => {
      blobs.put = write
      isHeld.resolve()
      await release.promise
      await write.apply(blobs, given)
    }
    const slow = lab.put(an, id, 0, part!)
    await isHeld.promise
    expect((await lab.put(an, id, 0, part!)).status).toBe(200)
    expect(await lab.finish(an, id)).toMatchObject({ state: 'ready' })
    release.resolve()
    expect((await slow).status).toBe(200)
    const read = Buffer.from(await (await lab.read(`/ipfs/${own.cid}`)).arrayBuffer())
    expect(read.equals(own.stored)).toBe(true)
  })

  test('of another root, size or identifier than its parts have is refused, and gone', async () => {
    const [own, other] = [await seal(randomBytes(1000)), await seal(randomBytes(1000))]
    const wrong = [
      { ...own, root: other.root },
      { ...own, cid: other.cid },
    ]
    for (const said of wrong) {
      const { id } = await lab.begin(bo, said)
      expect((await lab.put(bo, id, 0, (await partsOf(own))[0]!)).status).toBe(200)
      await expect(lab.finish(bo, id)).rejects.toEqual(refused('storage.content-differs'))
      await expect(lab.get(bo, id)).rejects.toEqual(refused('resource.not-found'))
      expect((await lab.read(`/ipfs/${own.cid}`)).status).toBe(404)
    }
    const { id } = await lab.begin(bo, { ...own, bytes: own.bytes + 1 })
    expect(await errorOf(await lab.put(bo, id, 0, (await partsOf(own))[0]!))).toEqual([400, 'storage.part-wrong'])
    await expect(lab.begin(bo, own)).rejects.toEqual(refused('storage.in-use'))
  })

  test('takes no part that is damaged, misplaced, of nodes, too large, or another the second time', async () => {
    const own = await seal(randomBytes(300_000))
    const { id } = await lab.begin(an, own)
    const [part] = await partsOf(own)
    const damaged = Buffer.from(part!)
    damaged[damaged.length - 1]! ^= 1
    expect(await errorOf(await lab.put(an, id, 0, damaged, sha256(part!)))).toEqual([400, 'storage.part-wrong'])
    expect(await errorOf(await lab.put(an, id, 0, damaged))).toEqual([400, 'storage.part-wrong'])
    expect(await errorOf(await lab.put(an, id, 0, Buffer.from('no CAR')))).toEqual([400, 'storage.part-wrong'])
    expect(await errorOf(await lab.put(an, id, 1, part!))).toEqual([404, 'resource.not-found'])
    const [nodes] = await partsOf({ blocks: [...own.blocks, ...own.nodes] })
    expect(await errorOf(await lab.put(an, id, 0, nodes!))).toEqual([400, 'storage.part-wrong'])
    expect(await errorOf(await lab.put(an, id, 0, randomBytes(8 * 2 ** 20 + 1)))).toEqual([413, 'request.too-large'])
    expect((await lab.put(an, id, 0, part!)).status).toBe(200)
    const other = await seal(randomBytes(300_000))
    expect(await errorOf(await lab.put(an, id, 0, (await partsOf(other))[0]!))).toEqual([409, 'storage.part-differs'])
  })

  test('is its owner’s alone, and nobody sends without a session', async () => {
    const own = await seal(randomBytes(10))
    const { id } = await lab.begin(an, own)
    const [part] = await partsOf(own)
    expect(await errorOf(await lab.put(bo, id, 0, part!))).toEqual([404, 'resource.not-found'])
    const stranger = { ...an, accessToken: 'nobody' }
    expect(await errorOf(await lab.put(stranger, id, 0, part!))).toEqual([401, 'session.expired'])
    await expect(lab.get(bo, id)).rejects.toEqual(refused('resource.not-found'))
    await expect(lab.finish(bo, id)).rejects.toEqual(refused('resource.not-found'))
    await expect(lab.world.call(removeStorageUpload, { params: { id } }, { as: bo })).rejects.toEqual(
      refused('resource.not-found'),
    )
    for (const path of ['../../../etc/passwd', '%2e%2e%2f', "a'--", '众']) {
      const answer = await fetch(`${lab.gateway}/uploads/${encodeURIComponent(path)}/parts/0/${'0'.repeat(64)}`, {
        method: 'PUT',
        headers: { ...lab.bearer(an), 'content-type': 'application/vnd.ipld.car' },
        body: new Uint8Array(part!),
      })
      expect(answer.status).toBe(404)
    }
  })

  test('takes no byte of who may not send them, and of one person a bounded number of parts at once', async () => {
    const own = await seal(randomBytes(10))
    const { id } = await lab.begin(an, own)
    const sha = sha256((await partsOf(own))[0]!)
    const openSends = new Set<ClientRequest>()
    /** Sends the head of a part and none of its bytes: an answer did not wait for them. */
    const sendHead = (as: WorldUser, part: string) => {
      const headers = { ...lab.bearer(as), 'content-type': 'application/vnd.ipld.car', 'content-length': '100' }
      const sent = request(`${lab.gateway}/uploads/${part}`, { method: 'PUT', headers })
      openSends.add(sent.on('error', () => undefined))
      sent.flushHeaders()
      return once(sent, 'response').then(([answer]) => (answer as IncomingMessage).statusCode)
    }
    try {
      expect(await sendHead(bo, `${id}/parts/0/${sha}`)).toBe(404)
      expect(await sendHead(an, `${id}/parts/1/${sha}`)).toBe(404)
      const held = Array.from({ length: SENT_AT_ONCE }, () => sendHead(an, `${id}/parts/0/${sha}`).catch(() => 0))
      // The ones that are taken wait for their bytes; only one too many is answered.
      await expect.poll(() => sendHead(an, `${id}/parts/0/${sha}`)).toBe(429)
      for (const sent of openSends) sent.destroy()
      await Promise.all(held)
      const [part] = await partsOf(own)
      await expect.poll(async () => (await lab.put(an, id, 0, part!)).status).toBe(200)
    } finally {
      for (const sent of openSends) sent.destroy()
    }
  })

  test('counts towards 5 GiB of one person, however many are begun at once', async () => {
    const person = await lab.world.signIn('13810000003')
    const own = await seal(randomBytes(10))
    const said = (i: number) => ({ ...own, cid: `bafkrei${'abcdefghij'[i]!.repeat(52)}`, bytes: 1024 ** 3 })
    const tries = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => lab.begin(person, said(i))))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    const full = tries.filter((one) => one.status === 'rejected').map(({ reason }) => (reason as { code: string }).code)
    expect(full).toEqual(['storage.quota', 'storage.quota', 'storage.quota'])
  })
})

describe('the gateway', () => {
  test('gives ranges, single blocks, and the whole as a CAR file that checks', async () => {
    const range = await lab.read(`/ipfs/${file.cid}`, { headers: { range: 'bytes=8126460-8126470' } })
    expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes 8126460-8126470/${file.bytes}`])
    expect(Buffer.from(await range.arrayBuffer())).toEqual(file.stored.subarray(8_126_460, 8_126_471))
    expect((await lab.read(`/ipfs/${file.cid}`, { headers: { range: `bytes=${file.bytes}-` } })).status).toBe(416)
    const head = await lab.read(`/ipfs/${file.cid}`, { method: 'HEAD' })
    expect([head.headers.get('content-length'), await head.text()]).toEqual([String(file.bytes), ''])
    for (const { cid, bytes } of [...file.blocks, ...file.nodes]) {
      const answer = await lab.read(`/ipfs/${cid}`, { headers: { accept: 'application/vnd.ipld.raw' } })
      expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
    }
    const car = await lab.read(`/ipfs/${file.cid}?format=car`)
    expect(car.headers.get('content-type')).toBe('application/vnd.ipld.car; version=1; order=dfs; dups=y')
    const { roots, blocks } = await readCar(new Uint8Array(await car.arrayBuffer()))
    expect(roots).toEqual([file.cid])
    expect(blocks.map(({ cid }) => cid.toString())).toEqual([file.cid, ...file.blocks.map(({ cid }) => cid.toString())])
  })

  test('lets every page read, and only ours send with a session', async () => {
    const ask = (method: string) =>
      lab.read(`/ipfs/${file.cid}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': method },
      })
    expect((await ask('GET')).headers.get('access-control-allow-origin')).toBe('*')
    expect((await ask('PUT')).headers.get('access-control-allow-origin')).toBe(lab.world.url)
    expect((await lab.read('/ipfs/nonsense')).status).toBe(404)
    expect((await lab.read('/healthz')).status).toBe(200)
    const ready = async () => {
      const { parts, addresses } = (await (await lab.world.raw('/readyz')).json()) as Record<
        string,
        { storage: string }
      >
      return [parts?.storage, addresses?.storage]
    }
    await expect.poll(ready).toEqual(['ok', lab.gateway])
  })

  test('has ciphertext only: no byte of the plain file lies on the disk of the server', async () => {
    const blobs = join(lab.world.dataDir, 'blobs/objects/storage')
    const names = await readdir(blobs, { recursive: true, withFileTypes: true })
    const files = names.filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(2)
    for (const entry of files) {
      const bytes = await readFile(join(entry.parentPath, entry.name))
      for (const at of [0, 1000, 4_000_000, 8_999_000]) expect(bytes.includes(PLAIN.subarray(at, at + 24))).toBe(false)
    }
  })
})

describe('the sweep', () => {
  const left = async () => {
    const { rows } = await sql<{ id: string }>`select id from storage_uploads`.execute(lab.world.db)
    const keys = await lab.world.platform.blobs.list('storage/')
    return { rows: rows.map(({ id }) => id), uploads: new Set(keys.map((key) => key.split('/')[1]!)) }
  }
  const age = (id: string, hours: number) =>
    sql`update storage_uploads set touched_at = now() - ${hours} * interval '1 hour' where id = ${id}`.execute(
      lab.world.db,
    )

  test('deletes what was given up and what nothing came of for a day, and nothing else', async () => {
    const [old, young, given] = [
      await seal(randomBytes(500)),
      await seal(randomBytes(500)),
      await seal(randomBytes(500)),
    ]
    const [a, b, c] = [await lab.stage(bo, old), await lab.stage(bo, young), await lab.stage(bo, given)]
    await age(a.id, 25)
    await age(b.id, 23)
    await lab.world.call(removeStorageUpload, { params: { id: c.id } }, { as: bo })
    await lab.sweep()
    const { rows, uploads } = await left()
    expect([a, b, c].map(({ id }) => [rows.includes(id), uploads.has(id)])).toEqual([
      [false, false],
      [true, true],
      [false, false],
    ])
    expect((await lab.read(`/ipfs/${old.cid}`)).status).toBe(404)
  })

  test('counts anew from when somebody asks for the upload again', async () => {
    const asked = await seal(randomBytes(500))
    const { id } = await lab.stage(bo, asked)
    await age(id, 25)
    expect(await lab.begin(bo, asked)).toMatchObject({ id, state: 'ready' })
    await lab.sweep()
    expect(await lab.get(bo, id)).toMatchObject({ state: 'ready' })
  })

  test('goes on behind an upload whose blob cannot be deleted, and counts the bytes that lie there until they are gone', async () => {
    const person = await lab.world.signIn('13810000004')
    const [stuck, other, large] = [
      await seal(randomBytes(500)),
      await seal(randomBytes(500)),
      await seal(randomBytes(9)),
    ]
    const [a, b] = [await lab.stage(person, stuck), await lab.stage(person, other)]
    const { blobs } = lab.world.platform
    const { rows } = await sql<{ id: string }>`select id from storage_uploads
      where id in (${a.id}, ${b.id}) order by id`.execute(lab.world.db)
    const first = rows[0]!.id
    let away = [a.id, b.id]
    const remove = blobs.delete
    blobs.delete = async (key) => {
      if (away.includes(key.split('/')[1]!)) throw new Error('the disk is away')
      await remove.call(blobs, key)
    }
    for (const { id } of [a, b]) await lab.world.call(removeStorageUpload, { params: { id } }, { as: person })
    const room = { ...large, bytes: 5 * 1024 ** 3 - other.bytes }
    await expect(lab.begin(person, room)).rejects.toEqual(refused('storage.quota'))
    away = [first]
    lab.world.platform.jobs.soon('storage.sweep')
    await expect.poll(async () => (await left()).rows.filter((id) => [a.id, b.id].includes(id))).toEqual([first])
    await expect(lab.begin(person, { ...room, bytes: room.bytes + 1 })).rejects.toEqual(refused('storage.quota'))
    blobs.delete = remove
    lab.world.platform.jobs.soon('storage.sweep')
    await expect.poll(async () => (await left()).rows.includes(first)).toBe(false)
    expect(await lab.begin(person, room)).toMatchObject({ received: [] })
  })
})
