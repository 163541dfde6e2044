import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type ServerAccount, serverAccount } from '@trove/chain-client/server-keys'
import { FRAME_BYTES } from '@trove/stored-file/frames'
import { FRAMES_PER_PART } from '@trove/stored-file/layout'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../../../../../../tools/start/free-port.ts'
import { ACCOUNT, openStorageLab, type Sealed, type StorageLab, seal } from '../../../../test/labs/storage-lab.ts'
import { connectNode, type FrameSource, readsUrl } from '../../../../test/processes/connected-node.ts'
import type { WorldUser } from '../../../../test/world/world.ts'
import { partKey } from '../uploads/service.ts'
import { PASSAGE_HEADER, passagePath } from './passage.ts'

/** Files of which the gateway has no copy any more, read through the nodes that keep them. */

let lab: StorageLab
let an: WorldUser
let network: number
/** Each test's nodes leave with it. */
let nodes: WebSocket[] = []
let asked: string[] = []
const accountOf = (n: number) => serverAccount(new Uint8Array(32).fill(n))
const [charlie, dave, eve] = [accountOf(1), accountOf(2), accountOf(3)]
/** Nodes that no test before has had left alone. */
const [frank, grace, heidi] = [accountOf(4), accountOf(5), accountOf(6)]

beforeAll(async () => {
  lab = await openStorageLab()
  an = await lab.world.signIn('13810000031')
  const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
  const { rows } = await sql<{ network: number }>`insert into chain_network (genesis_hash, block1_hash)
    values (${hash(0)}, ${hash(1)}) returning network`.execute(lab.world.db)
  network = rows[0]!.network
})
afterEach(() => {
  for (const socket of nodes) socket.terminate()
  nodes = []
  asked = []
})
afterAll(() => lab?.world.stop())

let orders = 0
/** A file that these nodes keep, and of which the gateway has lost its copy. */
async function lost(keepers: ServerAccount[], bytes = 2 * FRAME_BYTES + 5000): Promise<Sealed> {
  const file = await seal(randomBytes(bytes))
  const { id } = await lab.stage(an, file)
  const view = { id: ++orders, owner: ACCOUNT, cid: file.cid, rootHex: `0x${file.root}`, status: 'Finished' }
  await sql`insert into chain_order (network, id, owner, created_height, created_at, height, view)
    values (${network}, ${orders}, ${ACCOUNT}, 1, now(), 1, ${JSON.stringify(view)}::jsonb)`.execute(lab.world.db)
  for (const { address } of keepers)
    await sql`insert into chain_replica (network, order_id, miner) values (${network}, ${orders}, ${address})`.execute(
      lab.world.db,
    )
  for (let part = 0; part * FRAMES_PER_PART * FRAME_BYTES < file.bytes; part++)
    await lab.world.platform.blobs.delete(partKey(id, part))
  return file
}

const framesOf = ({ stored }: Sealed, frame: number) =>
  new Uint8Array(stored.subarray(frame * FRAME_BYTES, (frame + 1) * FRAME_BYTES))
/** Connects a node that notes who was asked. */
async function connect(account: ServerAccount, source: FrameSource, gateway = lab.gateway) {
  const socket = await connectNode(gateway, account, (cid, frame) => {
    asked.push(account.address)
    return source(cid, frame)
  })
  nodes.push(socket)
  return socket
}
const keeping =
  (file: Sealed): FrameSource =>
  async (cid, frame) =>
    cid === file.cid ? framesOf(file, frame) : undefined
const read = async (path: string, init?: RequestInit) => {
  const answer = await lab.read(path, init)
  return { status: answer.status, head: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('a file comes back byte by byte, whole, in a range, as blocks and as a CAR file', async () => {
  // Over the end of a part.
  const file = await lost([charlie, dave], (FRAMES_PER_PART + 2) * FRAME_BYTES)
  for (const account of [charlie, dave]) await connect(account, keeping(file))
  const whole = await read(`/ipfs/${file.cid}`)
  expect([whole.status, whole.bytes.equals(file.stored)]).toEqual([200, true])
  expect(new Set(asked)).toEqual(new Set([charlie.address, dave.address]))
  const range = await read(`/ipfs/${file.cid}`, { headers: { range: `bytes=${FRAME_BYTES - 7}-${FRAME_BYTES + 6}` } })
  expect([range.status, range.bytes]).toEqual([206, file.stored.subarray(FRAME_BYTES - 7, FRAME_BYTES + 7)])
  const { cid, bytes } = file.blocks[1]!
  expect((await read(`/ipfs/${cid}?format=raw`)).bytes.equals(Buffer.from(bytes))).toBe(true)
  const car = await read(`/ipfs/${file.cid}?format=car`)
  expect(car.bytes.includes(file.stored.subarray(0, FRAME_BYTES))).toBe(true)
  expect((await read(`/api/v0/get?arg=${file.cid}`)).bytes.includes(Buffer.from(framesOf(file, FRAMES_PER_PART)))).toBe(
    true,
  )
})

test('other bytes are not passed on: the next node is asked, and the one that gave them is left alone', async () => {
  const file = await lost([charlie, dave])
  await connect(charlie, async (_, frame) => framesOf(file, frame).map((byte) => byte ^ 1))
  await connect(dave, keeping(file))
  for (let i = 0; i < 2; i++) expect((await read(`/ipfs/${file.cid}`)).bytes.equals(file.stored)).toBe(true)
  expect(asked.filter((address) => address === charlie.address).length).toBeLessThanOrEqual(4)
})

test('a node that goes away in the middle leaves the rest to the others', async () => {
  const file = await lost([charlie, eve], 6 * FRAME_BYTES)
  const going = await connect(charlie, async () => {
    going.terminate()
    return undefined
  })
  await connect(eve, keeping(file))
  expect((await read(`/ipfs/${file.cid}`)).bytes.equals(file.stored)).toBe(true)
})

test('without a connected node that keeps it a file is refused as not available now, in the reader’s language', async () => {
  const file = await lost([dave])
  await connect(eve, keeping(file))
  const refused = await read(`/ipfs/${file.cid}`, { headers: { 'accept-language': 'en' } })
  expect([refused.status, refused.head.get('content-range'), refused.head.get('etag')]).toEqual([503, null, null])
  expect(JSON.parse(refused.bytes.toString())).toMatchObject({ error: 'storage.unavailable' })
  expect(asked).toEqual([])
  await connect(dave, keeping(file))
  expect((await read(`/ipfs/${file.cid}`)).bytes.equals(file.stored)).toBe(true)
})

test('nobody comes in but a node that keeps something, with its own key, now', async () => {
  const now = Math.floor(Date.now() / 1000)
  const statusOf = async (account: ServerAccount, at = now, by = account) => {
    const socket = new WebSocket(readsUrl(lab.gateway, account, { at, by }))
    const [first] = await Promise.race([
      once(socket, 'open').then(() => ['open']),
      once(socket, 'unexpected-response').then(([, { statusCode }]) => [statusCode]),
    ])
    socket.terminate()
    return first
  }
  await lost([charlie])
  expect(await statusOf(charlie)).toBe('open')
  expect(await statusOf(charlie, now, dave)).toBe(422)
  expect(await statusOf(charlie, now - 3600)).toBe(422)
  expect(await statusOf(accountOf(9))).toBe(404)
  // Of two connections of one node the newer is asked.
  const file = await lost([eve])
  await connect(eve, async () => undefined)
  await connect(eve, keeping(file))
  expect((await read(`/ipfs/${file.cid}`)).status).toBe(200)
})

test('a node that is connected to one process is read through every other one, and through the one it comes back to', async () => {
  const port = await freePort()
  const second = `http://127.0.0.1:${port}`
  const env = { STORAGE_PORT: String(port), STORAGE_URL: second }
  const process = await lab.world.spawnServer(env, ['--roles=http,storage'])
  const file = await lost([frank, grace], (FRAMES_PER_PART + 2) * FRAME_BYTES)
  const through = async (gateway: string) => {
    const answer = await fetch(`${gateway}/ipfs/${file.cid}`)
    return answer.ok && Buffer.from(await answer.arrayBuffer()).equals(file.stored)
  }
  const there = await connect(grace, keeping(file), second)
  await expect.poll(() => through(lab.gateway)).toBe(true)
  there.terminate()
  await expect.poll(() => through(lab.gateway)).toBe(false)
  // The other way round, and then with a node at each.
  await connect(frank, keeping(file))
  await expect.poll(() => through(second)).toBe(true)
  await connect(grace, keeping(file), second)
  for (const gateway of [lab.gateway, second]) expect(await through(gateway)).toBe(true)

  // The process dies that holds the only connection left; its node comes back to this one.
  nodes[1]!.terminate()
  await expect.poll(() => through(lab.gateway)).toBe(true)
  await process.stop('SIGKILL')
  expect(await through(lab.gateway)).toBe(false)
  await connect(grace, keeping(file))
  expect(await through(lab.gateway)).toBe(true)
})

test('the way from process to process is closed to everybody else, and passes on no other bytes', async () => {
  const file = await lost([heidi])
  await connect(heidi, async (_, frame) => framesOf(file, frame).map((byte) => byte ^ 1))
  const path = passagePath(heidi.address, { cid: file.cid, frame: 0 }, file.blocks[0]!.cid.toString())
  for (const shown of [undefined, '00', '0'.repeat(64)])
    expect((await read(path, shown ? { headers: { [PASSAGE_HEADER]: shown } } : {})).status).toBe(404)
  expect(asked).toEqual([])
  const { sealer } = lab.world.platform
  const passage = sealer.blindIndex(path, 'storage.passage').toString('hex')
  expect((await read(path, { headers: { [PASSAGE_HEADER]: passage } })).status).toBe(404)
  expect(asked).toEqual([heidi.address])
})
