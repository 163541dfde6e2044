import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { removeStorageUpload } from '@trove/contract/storage/uploads'
import { getVault, putVault } from '@trove/contract/storage/vault'
import { sql } from 'kysely'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ACCOUNT,
  openStorageLab,
  partsOf,
  type Sealed,
  type StorageLab,
  seal,
  sha256,
} from '../../../test/labs/storage-lab.ts'
import type { WorldUser } from '../../../test/world/world.ts'

const refused = (code: string) => expect.objectContaining({ code })
/** Uploads cut off at any byte; the deep tests cut 500. */
const CUTS = process.env.STORAGE_CUTS ? Number(process.env.STORAGE_CUTS) : 40

let lab: StorageLab
let an: WorldUser
beforeAll(async () => {
  lab = await openStorageLab()
  an = await lab.world.signIn('13810000001')
})
afterAll(() => lab?.world.stop())

describe('the orders of the chain', () => {
  let network: number
  beforeAll(async () => {
    const { rows } = await sql<{ network: number }>`insert into chain_network (genesis_hash, block1_hash)
      values (${hash(0)}, ${hash(1)}) returning network`.execute(lab.world.db)
    network = rows[0]!.network
  })
  const hash = (height: number) => `0x${height.toString(16).padStart(64, '0')}`
  let height = 10
  async function order(
    id: number,
    { cid, root }: Sealed,
    change: { status: string; replication?: number; isPurged?: boolean },
  ) {
    height++
    const { status, replication = 0, isPurged = false } = change
    const view = { id, owner: ACCOUNT, cid, rootHex: `0x${root}`, status, replication, replicas: [] }
    await sql`insert into chain_block (network, height, hash, parent_hash, at)
      values (${network}, ${height}, ${hash(height)}, ${hash(height - 1)}, now())`.execute(lab.world.db)
    await sql`insert into chain_order (network, id, owner, created_height, created_at, height, is_purged, view)
      values (${network}, ${id}, ${ACCOUNT}, ${height}, now(), ${height}, ${isPurged}, ${JSON.stringify(view)}::jsonb)
      on conflict (network, id) do update set height = excluded.height, view = excluded.view, is_purged = excluded.is_purged`.execute(
      lab.world.db,
    )
    lab.world.platform.jobs.soon('storage.follow')
    await lab.world.settle()
  }
  /** Another chain in the place of this one. @returns the one before */
  async function found(mark: string): Promise<number> {
    const before = network
    await sql`update chain_network set archived_at = now() where network = ${before}`.execute(lab.world.db)
    const { rows } = await sql<{ network: number }>`insert into chain_network (genesis_hash, block1_hash)
      values (${`0x${mark.repeat(32)}`}, ${`0x${mark.repeat(31)}00`}) returning network`.execute(lab.world.db)
    network = rows[0]!.network
    return before
  }
  async function comeBack(before: number): Promise<void> {
    await sql`update chain_network set archived_at = now() where network = ${network}`.execute(lab.world.db)
    await sql`update chain_network set archived_at = null where network = ${before}`.execute(lab.world.db)
    network = before
  }
  const stateOf = async (id: string) => {
    const { rows } = await sql<{ state: string; order: string | null }>`select state, order_state as "order"
      from storage_uploads where id = ${id}`.execute(lab.world.db)
    return rows[0] && [rows[0].state, rows[0].order]
  }
  const age = () => sql`update storage_uploads set touched_at = now() - interval '25 hours'`.execute(lab.world.db)

  test('keep what one names while it waits, make it a cache once nodes serve it, and let it go when it has ended', async () => {
    const file = await seal(randomBytes(2000))
    const { id } = await lab.stage(an, file)
    await order(1, file, { status: 'Pending' })
    await age()
    await lab.sweep()
    expect(await stateOf(id)).toEqual(['ready', 'pending'])
    // Nor by its owner: nodes are about to fetch what the order pays for.
    await expect(lab.world.call(removeStorageUpload, { params: { id } }, { as: an })).rejects.toEqual(
      refused('storage.in-use'),
    )
    await order(1, file, { status: 'Finished', replication: 1 })
    expect(await stateOf(id)).toEqual(['served', 'serving'])
    await age()
    await lab.sweep()
    expect((await lab.read(`/ipfs/${file.cid}`)).status).toBe(200)
    await order(1, file, { status: 'Cleared', replication: 1 })
    expect(await stateOf(id)).toEqual(['ready', 'ended'])
    await lab.sweep()
    expect(await stateOf(id)).toEqual(['ready', 'ended'])
    await age()
    await lab.sweep()
    expect(await stateOf(id)).toBeUndefined()
  })

  test('of another root count for nothing, and one that ended does not hide one that waits', async () => {
    const file = await seal(randomBytes(2000))
    const { id } = await lab.stage(an, file)
    await order(2, { ...file, root: '00'.repeat(32) }, { status: 'Pending' })
    expect(await stateOf(id)).toEqual(['ready', null])
    await order(3, file, { status: 'Pending' })
    await order(4, file, { status: 'Canceled' })
    expect(await stateOf(id)).toEqual(['ready', 'pending'])
  })

  test('count all: a later one of anybody that ends takes nothing from an earlier one that is served', async () => {
    const file = await seal(randomBytes(2000))
    const { id } = await lab.stage(an, file)
    await order(20, file, { status: 'Finished', replication: 1 })
    await order(21, file, { status: 'Pending' })
    // So far that what is looked at again does not reach back to the earlier one.
    height += 1000
    await order(26, await seal(randomBytes(1)), { status: 'Pending' })
    await order(21, file, { status: 'Canceled' })
    expect(await stateOf(id)).toEqual(['served', 'serving'])
    await order(22, file, { status: 'Finished', replication: 1 })
    await order(22, file, { status: 'Cleared', replication: 1, isPurged: true })
    expect(await stateOf(id)).toEqual(['served', 'serving'])
    await order(20, file, { status: 'Cleared', replication: 1 })
    expect(await stateOf(id)).toEqual(['ready', 'ended'])
  })

  test('that were placed long before the bytes came count for them', async () => {
    const file = await seal(randomBytes(2000))
    await order(23, file, { status: 'Pending' })
    height += 1000
    await order(24, await seal(randomBytes(1)), { status: 'Pending' })
    const { id } = await lab.stage(an, file)
    expect(await stateOf(id)).toEqual(['ready', 'pending'])
  })

  test('may be there unseen while the index stands still: then nothing that is whole is swept', async () => {
    const file = await seal(randomBytes(2000))
    const { id } = await lab.stage(an, file)
    await order(25, await seal(randomBytes(1)), { status: 'Pending' })
    await sql`update chain_block set at = now() - interval '3 hours'`.execute(lab.world.db)
    // Followed once more, up to that block.
    await lab.sweep()
    await age()
    await lab.sweep()
    expect(await stateOf(id)).toEqual(['ready', null])
    await sql`update chain_block set at = now()`.execute(lab.world.db)
    await lab.sweep()
    await lab.sweep()
    expect(await stateOf(id)).toBeUndefined()
  })

  test('are all looked at again without a cursor', async () => {
    const file = await seal(randomBytes(2000))
    const { id } = await lab.stage(an, file)
    await order(5, file, { status: 'Finished', replication: 2 })
    height += 1000
    await order(6, await seal(randomBytes(1)), { status: 'Pending' })
    await sql`update storage_uploads set order_id = null, order_state = null, state = 'ready' where id = ${id}`.execute(
      lab.world.db,
    )
    await order(6, await seal(randomBytes(1)), { status: 'Pending' })
    expect(await stateOf(id)).toEqual(['ready', null])
    await sql`delete from storage_cursor`.execute(lab.world.db)
    await order(6, await seal(randomBytes(1)), { status: 'Pending' })
    expect(await stateOf(id)).toEqual(['served', 'serving'])
  })

  test('of a chain are no more once another was founded in its place, and are there again if it comes back', async () => {
    const [served, waiting] = [await seal(randomBytes(2000)), await seal(randomBytes(2000))]
    const [one, two] = [await lab.stage(an, served), await lab.stage(an, waiting)]
    await order(30, served, { status: 'Finished', replication: 1 })
    await order(31, waiting, { status: 'Pending' })
    height += 1000
    await order(32, await seal(randomBytes(1)), { status: 'Pending' })
    const states = async () => [await stateOf(one.id), await stateOf(two.id)]
    expect(await states()).toEqual([
      ['served', 'serving'],
      ['ready', 'pending'],
    ])
    await age()
    const first = await found('ff')
    const another = await seal(randomBytes(1))
    await order(1, another, { status: 'Pending' })
    expect(await states()).toEqual([
      ['ready', null],
      ['ready', null],
    ])
    // They wait their time, and count again against the person's room.
    await lab.sweep()
    expect(await states()).toEqual([
      ['ready', null],
      ['ready', null],
    ])
    await lab.world.call(removeStorageUpload, { params: { id: two.id } }, { as: an })
    await order(2, served, { status: 'Pending' })
    expect(await stateOf(one.id)).toEqual(['ready', 'pending'])
    await comeBack(first)
    await order(33, another, { status: 'Pending' })
    expect(await stateOf(one.id)).toEqual(['served', 'serving'])
  })
})

describe('Kubo’s calls', () => {
  const add = (bytes: Buffer, name: string, as = an) => lab.add(as, bytes, name)

  test('take a file of a signed-in person under any name, and give it back in an archive', async () => {
    const bytes = randomBytes(9_000_000)
    const name = '../../etc/“恶意”\u202Egpj.exe'
    const answer = (await (await add(bytes, name)).json()) as { Name: string; Hash: string; Size: string }
    expect(answer).toMatchObject({ Size: '9000000', Hash: expect.stringMatching(/^bafybei/) })
    expect(answer.Name).not.toContain('/')
    expect(await (await add(bytes, 'again')).json()).toMatchObject({ Hash: answer.Hash })
    const read = Buffer.from(await (await lab.read(`/ipfs/${answer.Hash}`)).arrayBuffer())
    expect(read.equals(bytes)).toBe(true)
    const archive = Buffer.from(
      await (await lab.read(`/api/v0/get?arg=${answer.Hash}`, { method: 'POST' })).arrayBuffer(),
    )
    const entries: [string, Buffer][] = []
    const reader = extract()
    reader.end(archive)
    for await (const entry of reader) entries.push([entry.header.name, await buffer(entry)])
    expect(entries.map(([at]) => at)).toEqual([answer.Hash])
    expect(entries[0]![1].equals(bytes)).toBe(true)
    expect((await lab.read('/api/v0/get?arg=../../secret')).status).toBe(404)
    expect((await add(bytes, 'x', { ...an, accessToken: 'x' })).status).toBe(401)
    expect((await add(Buffer.alloc(0), 'empty')).status).toBe(400)
  })

  test('say that a file is stored when it can be read, also where an upload of the same bytes was begun and never ended', async () => {
    const own = await seal(randomBytes(3000))
    const begun = await lab.begin(an, own)
    expect(await (await add(own.stored, 'whole')).json()).toMatchObject({ Hash: own.cid })
    const read = Buffer.from(await (await lab.read(`/ipfs/${own.cid}`)).arrayBuffer())
    expect(read.equals(own.stored)).toBe(true)
    await expect(lab.get(an, begun.id)).rejects.toEqual(refused('resource.not-found'))
    // Who begins it anew finds that it is there, and so does who adds it.
    const there = await lab.begin(an, own)
    expect(there).toMatchObject({ state: 'ready', received: [0] })
    expect(await (await add(own.stored, 'again')).json()).toMatchObject({ Hash: own.cid })
    expect(await lab.get(an, there.id)).toMatchObject({ state: 'ready' })
  })

  test('have a file that is there already wait its whole time anew', async () => {
    const own = await seal(randomBytes(3000))
    const { id } = await lab.stage(an, own)
    await sql`update storage_uploads set touched_at = now() - interval '25 hours' where id = ${id}`.execute(
      lab.world.db,
    )
    expect(await (await add(own.stored, 'again')).json()).toMatchObject({ Hash: own.cid })
    await lab.sweep()
    expect((await lab.read(`/ipfs/${own.cid}`)).status).toBe(200)
  })
})

/** Sends the beginning of a request's body and hangs up. */
async function hangUp(path: string, headers: Record<string, string>, body: Buffer, at: number, method: string) {
  const { hostname, port } = new URL(lab.gateway)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({ ...headers, host: hostname, 'content-length': String(body.length) })
  socket.write(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`,
  )
  await new Promise<void>((done) => socket.write(body.subarray(0, at), () => done()))
  socket.destroy()
}

test('uploads cut off at any byte leave nothing behind the sweep, and the quota as it was', async () => {
  const bo = await lab.world.signIn('13810000002')
  for (let i = 0; i < CUTS; i++) {
    const body = randomBytes(600_000)
    if (i % 2 === 0) {
      const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n'
      const form = Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n--b--\r\n')])
      const headers = { ...lab.bearer(bo), 'content-type': 'multipart/form-data; boundary=b' }
      await hangUp('/api/v0/add', headers, form, Math.floor((form.length * i) / CUTS), 'POST')
    } else {
      const file = await seal(body)
      const [part] = await partsOf(file)
      const { id } = await lab.begin(bo, file)
      const headers = { ...lab.bearer(bo), 'content-type': 'application/vnd.ipld.car' }
      await hangUp(
        `/uploads/${id}/parts/0/${sha256(part!)}`,
        headers,
        part!,
        Math.floor((part!.length * i) / CUTS),
        'PUT',
      )
    }
  }
  const open = async () => {
    const { rows } = await sql<{ id: string }>`select id from storage_uploads where owner_id = ${bo.userId}`.execute(
      lab.world.db,
    )
    return rows.length
  }
  await expect
    .poll(
      async () => {
        await sql`update storage_uploads set touched_at = now() - interval '25 hours' where owner_id = ${bo.userId}`.execute(
          lab.world.db,
        )
        await lab.sweep()
        return await open()
      },
      { timeout: 60_000 },
    )
    .toBe(0)
  const { rows } = await sql<{ id: string }>`select id from storage_uploads`.execute(lab.world.db)
  const keys = await lab.world.platform.blobs.list('storage/')
  expect(keys.filter((key) => !rows.some(({ id }) => key.startsWith(`storage/${id}/`)))).toEqual([])
  const large = { ...(await seal(randomBytes(1))), bytes: 5 * 1024 ** 3 }
  expect(await lab.begin(bo, large)).toMatchObject({ received: [] })
}, 240_000)

describe('the vault', () => {
  const box = (sealed: string) =>
    `trove-vault:1:argon2id:65536:3:${'s'.repeat(22)}:${'n'.repeat(16)}:${sealed.repeat(64)}`
  const put = (as: WorldUser, text: string, fingerprint: string) =>
    lab.world.call(putVault, { body: { box: text, fingerprint } }, { as })

  test('takes another passphrase with the same key only, also when two set it up at once', async () => {
    const person = await lab.world.signIn('13810000005')
    expect(await lab.world.call(getVault, {}, { as: person })).toEqual({ box: null, fingerprint: null })
    const both = await Promise.allSettled([
      put(person, box('a'), 'a'.repeat(64)),
      put(person, box('b'), 'b'.repeat(64)),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { fingerprint } = await lab.world.call(getVault, {}, { as: person })
    const other = fingerprint === 'a'.repeat(64) ? 'b' : 'a'
    await expect(put(person, box('c'), other.repeat(64))).rejects.toEqual(refused('storage.vault-differs'))
    expect(await put(person, box('c'), fingerprint!)).toEqual({ box: box('c'), fingerprint })
    await expect(put(person, 'passphrase', fingerprint!)).rejects.toEqual(refused('request.invalid'))
    const { rows } = await sql<{ sealed: Buffer }>`select box_sealed as sealed from storage_vaults`.execute(
      lab.world.db,
    )
    expect(rows.some(({ sealed }) => sealed.includes('trove-vault'))).toBe(false)
  })
})
