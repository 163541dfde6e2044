import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { removeStorageUpload } from '@trove/contract/storage/uploads'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../../../../tools/start/free-port.ts'
import { ACCOUNT, openStorageLab, partsOf, type Sealed, type StorageLab, seal } from '../../../test/labs/storage-lab.ts'
import type { SpawnedServer, WorldUser } from '../../../test/world/world.ts'

/** kill -9 of the gateway at every step that writes something: nothing that was taken is lost, and nothing is left over. */
vi.setConfig({ testTimeout: 1_200_000 })

const ROUNDS = 3
const PART_POINTS = ['storage.part.claimed', 'storage.part.written']
const FINISH_POINTS = ['storage.finish.checked', 'storage.finish.ready']
const SWEEP_POINTS = ['storage.sweep.found', 'storage.sweep.deleted']
const FOLLOW_POINT = 'storage.follow.noted'
const GIB = 1024 ** 3
/** A job of the dead is taken over by the next process some 20 s later. */
const PATIENCE = { timeout: 600_000, interval: 500 }

type Gateway = SpawnedServer & { gateway: string }
let lab: StorageLab
let ann: WorldUser
let orders = 0
let network: number
const hash = (height: number) => `0x${height.toString(16).padStart(64, '0')}`
beforeAll(async () => {
  lab = await openStorageLab({ hasJobs: false })
  ann = await lab.world.signIn('13810000031')
  const { rows } = await sql<{ network: number }>`insert into chain_network (genesis_hash, block1_hash)
    values (${hash(0)}, ${hash(1)}) returning network`.execute(lab.world.db)
  network = rows[0]!.network
})
afterAll(() => lab?.world.stop())

/** The whole server with a gateway of its own on the same database and disk. */
async function start(crashAt = ''): Promise<Gateway> {
  const port = String(await freePort())
  const gateway = `http://127.0.0.1:${port}`
  const env = { TROVE_CRASH_AT: crashAt, STORAGE_PORT: port, STORAGE_URL: gateway }
  return { ...(await lab.world.spawnServer(env, ['--roles=http,jobs,storage'])), gateway }
}

const put = ({ gateway }: { gateway: string }, id: string, part: Buffer) => lab.putTo(gateway)(ann, id, 0, part)

/** The chain's index learns of a pending order for these bytes. */
async function order({ cid, root }: Sealed): Promise<void> {
  const id = ++orders
  const height = 10 + id
  const view = { id, owner: ACCOUNT, cid, rootHex: `0x${root}`, status: 'Pending', replication: 0, replicas: [] }
  await sql`insert into chain_block (network, height, hash, parent_hash, at)
    values (${network}, ${height}, ${hash(height)}, ${hash(height - 1)}, now())`.execute(lab.world.db)
  await sql`insert into chain_order (network, id, owner, created_height, created_at, height, is_purged, view)
    values (${network}, ${id}, ${ACCOUNT}, ${height}, now(), ${height}, false, ${JSON.stringify(view)}::jsonb)`.execute(
    lab.world.db,
  )
}

/** Brings the gateway to its point with one file; answers the file where it is to stay. */
async function dieAt(point: string): Promise<Sealed | undefined> {
  const file = await seal(randomBytes(400_000))
  const [part] = await partsOf(file)
  const { id } = await lab.begin(ann, file)
  if (!PART_POINTS.includes(point)) expect((await lab.put(ann, id, 0, part!)).status).toBe(200)
  if (SWEEP_POINTS.includes(point)) await lab.world.call(removeStorageUpload, { params: { id } }, { as: ann })
  if (point === FOLLOW_POINT) await order(file)
  const server = await start(point)
  const isAlive = server.child.exitCode === null && server.child.signalCode === null
  const ended = isAlive ? once(server.child, 'exit') : Promise.resolve()
  if (PART_POINTS.includes(point)) await expect(put(server, id, part!)).rejects.toThrow()
  else if (FINISH_POINTS.includes(point)) {
    const path = `${server.url}/api/storage/upload/finish/${id}`
    await expect(fetch(path, { method: 'POST', headers: lab.bearer(ann) })).rejects.toThrow()
  } else await lab.world.platform.jobs.poke()
  await ended
  expect([point, server.child.signalCode]).toEqual([point, 'SIGKILL'])
  return SWEEP_POINTS.includes(point) ? undefined : file
}

/** What there is, while all sweeps run again and again. */
async function rowsOf() {
  await lab.world.platform.jobs.poke()
  const { rows } = await sql<{ id: string; order: string | null }>`select id, order_state as "order"
    from storage_uploads`.execute(lab.world.db)
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
}
const blobs = async () => (await lab.world.platform.blobs.list('storage/')).sort()

test('a gateway killed 21 times, taking parts, finishing, following orders and clearing up, loses nothing and leaves nothing over', async () => {
  const files: { file: Sealed; isOrdered: boolean }[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const point of [...PART_POINTS, ...FINISH_POINTS, FOLLOW_POINT, ...SWEEP_POINTS]) {
      const file = await dieAt(point)
      if (file) files.push({ file, isOrdered: point === FOLLOW_POINT })
    }

  const server = await start()
  const ids: string[] = []
  for (const { file } of files) {
    const { id, received } = await lab.begin(ann, file)
    if (received.length === 0) expect((await put(server, id, (await partsOf(file))[0]!)).status).toBe(200)
    expect((await lab.finish(ann, id)).state).toBe('ready')
    const read = Buffer.from(await (await fetch(`${server.gateway}/ipfs/${file.cid}`)).arrayBuffer())
    expect(read.equals(file.stored)).toBe(true)
    ids.push(id)
  }
  await expect.poll(async () => (await rowsOf()).map(({ id }) => id), PATIENCE).toEqual(ids.toSorted())
  expect(await blobs()).toEqual(ids.map((id) => `storage/${id}/0`).sort())
  // What it takes of the quota is what lies there, to the byte.
  const free = 5 * GIB - files.reduce((sum, { file }) => sum + file.bytes, 0)
  const rest = async (bytes: number) => lab.begin(ann, { ...(await seal(randomBytes(9))), bytes })
  await expect(rest(free + 1)).rejects.toMatchObject({ code: 'storage.quota' })
  const { id } = await rest(free)
  await lab.world.call(removeStorageUpload, { params: { id } }, { as: ann })

  // What an order names stays; of the rest nothing is left after a day.
  await sql`update storage_uploads set touched_at = now() - interval '25 hours'`.execute(lab.world.db)
  const kept = ids.filter((_, i) => files[i]!.isOrdered).sort()
  await expect
    .poll(async () => (await rowsOf()).map((row) => [row.id, row.order]), PATIENCE)
    .toEqual(kept.map((one) => [one, 'pending']))
  expect(await blobs()).toEqual(kept.map((one) => `storage/${one}/0`))
  await server.stop()
})
