import { randomBytes } from 'node:crypto'
import { type ServerAccount, serverAccount } from '@trove/chain-client/server-keys'
import { listNotices } from '@trove/contract/notices/routes'
import { getNodeScore, listOwnNodes } from '@trove/contract/storage/audits'
import { FRAME_BYTES } from '@trove/stored-file/frames'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { ACCOUNT, openStorageLab, type Sealed, type StorageLab, seal } from '../../../../test/labs/storage-lab.ts'
import { connectNode, type FrameSource } from '../../../../test/processes/connected-node.ts'
import type { WorldUser } from '../../../../test/world/world.ts'
import { partKey } from '../uploads/service.ts'
import { claimSample, findSlot } from './store.ts'

/** Storage nodes are asked for frames over real connections; what the chain says of them is written into its index. */

let lab: StorageLab
let an: WorldUser
let owner: WorldUser
let network: number
let height = 10
let orders = 0
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const sockets = new Map<string, WebSocket>()
const asked: string[] = []

beforeAll(async () => {
  lab = await openStorageLab()
  an = await lab.world.signIn('13810000041')
  owner = await lab.world.signIn('13810000042')
  const { rows } = await sql<{ network: number }>`insert into chain_network (genesis_hash, block1_hash)
    values (${hash(0)}, ${hash(1)}) returning network`.execute(lab.world.db)
  network = rows[0]!.network
})
afterAll(() => lab?.world.stop())
/** Each test has nodes of its own, and the samples of them alone. */
beforeEach(async () => {
  for (const socket of sockets.values()) socket.terminate()
  sockets.clear()
  asked.length = 0
  await sql`delete from chain_replica`.execute(lab.world.db)
  await sql`delete from storage_audits`.execute(lab.world.db)
  await expect.poll(async () => (await sql`select from storage_lines`.execute(lab.world.db)).rows.length).toBe(0)
})

let keys = 0
const newNode = () => serverAccount(new Uint8Array(32).fill(++keys))

/** A served file that these nodes keep. */
async function kept(keepers: readonly ServerAccount[], part: { isConfirmed?: boolean; status?: string } = {}) {
  const file = await seal(randomBytes(2 * FRAME_BYTES + 5000))
  const { id: upload } = await lab.stage(an, file)
  const { isConfirmed = true, status = 'Finished' } = part
  const id = ++orders
  const replicas = keepers.map(({ address }) => ({ miner: address, isConfirmed }))
  const view = {
    id,
    owner: ACCOUNT,
    cid: file.cid,
    rootHex: `0x${file.root}`,
    status,
    deadlineBlock: 1_000_000,
    replicas,
  }
  await sql`insert into chain_order (network, id, owner, created_height, created_at, height, view)
    values (${network}, ${id}, ${ACCOUNT}, 1, now(), 1, ${JSON.stringify(view)}::jsonb)`.execute(lab.world.db)
  for (const { address } of keepers)
    await sql`insert into chain_replica (network, order_id, miner) values (${network}, ${id}, ${address})`.execute(
      lab.world.db,
    )
  return { file, upload }
}
const framesOf = ({ stored }: Sealed, frame: number) =>
  new Uint8Array(stored.subarray(frame * FRAME_BYTES, (frame + 1) * FRAME_BYTES))
const good =
  (...files: Sealed[]): FrameSource =>
  async (cid, frame) => {
    const file = files.find((one) => one.cid === cid)
    return file && framesOf(file, frame)
  }
const spoilt =
  (...files: Sealed[]): FrameSource =>
  async (cid, frame) =>
    (await good(...files)(cid, frame))?.map((byte) => byte ^ 1)
const mute: FrameSource = async () => undefined

async function connect(account: ServerAccount, source: FrameSource): Promise<void> {
  leave(account)
  const socket = await connectNode(lab.gateway, account, (cid, frame) => {
    asked.push(account.address)
    return source(cid, frame)
  })
  sockets.set(account.address, socket)
  const isKnown = async () =>
    (await sql`select from storage_lines where account = ${account.address}`.execute(lab.world.db)).rows.length
  await expect.poll(isKnown).toBe(1)
}
function leave(account: ServerAccount): void {
  sockets.get(account.address)?.terminate()
  sockets.delete(account.address)
}

/** A block comes, and every order was looked at up to it. */
async function block(events: { name: string; miner: string }[] = []): Promise<void> {
  height++
  await sql`insert into chain_block (network, height, hash, parent_hash, at)
    values (${network}, ${height}, ${hash(height)}, ${hash(height - 1)}, now())`.execute(lab.world.db)
  for (const [idx, { name, miner }] of events.entries())
    await sql`insert into chain_event (network, height, idx, pallet, name, data)
      values (${network}, ${height}, ${idx}, 'Market', ${name}, ${JSON.stringify({ id: 1, miner })}::jsonb)`.execute(
      lab.world.db,
    )
  await sql`insert into storage_cursor (network, height, reached_at) values (${network}, ${height}, now())
    on conflict (network) do update set height = excluded.height, reached_at = excluded.reached_at`.execute(
    lab.world.db,
  )
}
async function sweep(): Promise<void> {
  lab.world.platform.jobs.soon('storage.audit')
  await lab.world.settle()
}
/** So many times ten minutes pass, each with its samples. */
async function slots(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await lab.nextSlot()
    await block()
    await sweep()
  }
}
const outcomesOf = async ({ address }: ServerAccount) =>
  (
    await sql<{
      outcome: string | null
    }>`select outcome from storage_audits where account = ${address} order by slot`.execute(lab.world.db)
  ).rows.map(({ outcome }) => outcome)
/** A score may be some seconds old. */
const scoreOf = ({ address }: ServerAccount, wanted: object) =>
  expect
    .poll(() => lab.world.call(getNodeScore, { params: { account: address } }), { timeout: 20_000 })
    .toMatchObject(wanted)
const noticesOf = async (kind: string) =>
  (await lab.world.call(listNotices, { query: {} }, { as: owner })).content.filter((one) => one.kind === kind)
async function fill(account: ServerAccount): Promise<void> {
  await sql`insert into faucet_claim (id, public_key, day, user_id, units, state, ended_at)
    values (${`fill ${account.address}`}, ${account.publicKey}, business_now(), ${owner.userId}, 1, 'received', now())`.execute(
    lab.world.db,
  )
}

test('each node that keeps something is asked for one of its frames, once in ten minutes, and what it gave is kept as a fact', async () => {
  const [one, two, three] = [newNode(), newNode(), newNode()]
  const { file } = await kept([one, two, three])
  await connect(one, good(file))
  await connect(two, good(file))
  await connect(three, spoilt(file))
  await slots(1)
  await sweep()
  expect([await outcomesOf(one), await outcomesOf(two), await outcomesOf(three)]).toEqual([
    ['given'],
    ['given'],
    ['wrong'],
  ])
  expect(asked.toSorted()).toEqual([one, two, three].map(({ address }) => address).toSorted())
  await slots(1)
  expect(await outcomesOf(one)).toEqual(['given', 'given'])
})

test('nothing is asked of a node about an order that it has not confirmed, or that has ended, or of which we know no frame', async () => {
  const [one, two] = [newNode(), newNode()]
  await kept([one], { isConfirmed: false })
  await kept([two], { status: 'Cleared' })
  const three = newNode()
  const { upload } = await kept([three])
  await sql`update storage_uploads set state = 'removed' where id = ${upload}`.execute(lab.world.db)
  for (const node of [one, two, three]) await connect(node, mute)
  await slots(1)
  expect(asked).toEqual([])
  for (const node of [one, two, three]) expect(await outcomesOf(node)).toEqual([])
})

test('nobody is blamed for an outage of ours: when too many fall silent at once, and while the chain’s index stands still', async () => {
  const nodes = [newNode(), newNode(), newNode()]
  const { file } = await kept(nodes)
  await connect(nodes[0]!, good(file))
  await slots(1)
  // Two of three are gone, which is what a gateway that has just restarted sees.
  expect(await Promise.all(nodes.map(outcomesOf))).toEqual([['given'], ['unknown'], ['unknown']])
  leave(nodes[0]!)
  await slots(1)
  expect(await outcomesOf(nodes[0]!)).toEqual(['given', 'unknown'])
  for (const [table, column] of [
    ['chain_block', 'at'],
    ['storage_cursor', 'reached_at'],
  ] as const)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - interval '11 minutes'`.execute(lab.world.db)
  await lab.nextSlot()
  await sweep()
  expect((await outcomesOf(nodes[0]!)).length).toBe(2)
})

test('a gateway process that does not answer says nothing of the nodes that it holds', async () => {
  const nodes = [newNode(), newNode(), newNode()]
  const { file } = await kept(nodes)
  for (const node of nodes) await connect(node, good(file))
  // Held by that process: this one, which repeats its own lines, leaves it alone.
  await sql`update storage_lines set url = 'http://127.0.0.1:1', line = 'elsewhere'
    where account = ${nodes[0]!.address}`.execute(lab.world.db)
  await slots(1)
  await sql`delete from storage_lines where line = 'elsewhere'`.execute(lab.world.db)
  expect(await Promise.all(nodes.map(outcomesOf))).toEqual([['unknown'], ['given'], ['given']])
})

test('a node that fails is paused with the reason told to its owner once, asked for frames last, and comes back by itself', async () => {
  const [bad, other, third] = [newNode(), newNode(), newNode()]
  const { file, upload } = await kept([bad, other, third])
  await fill(bad)
  await connect(other, good(file))
  await connect(third, good(file))
  const held = async () => (await sql`select from chain_movement`.execute(lab.world.db)).rows.length
  const before = await held()
  await slots(5)
  await scoreOf(bad, { standing: 'new', score: null, pausedAt: null, samples: { asked: 5, absent: 5 } })
  await slots(1)
  await scoreOf(bad, { standing: 'paused', faults: [{ fault: 'absent', count: 6, of: 6 }] })
  const [notice] = await noticesOf('storage.node-paused')
  expect(notice).toMatchObject({
    params: { account: bad.address, asked: '6', absent: '6', silent: '0', wrong: '0' },
    link: { to: 'storage-node', id: bad.address },
  })
  expect(await held()).toBe(before)

  // Of a file whose own copy is gone it is asked only when the others do not give it.
  await lab.world.platform.blobs.delete(partKey(upload, 0))
  await connect(bad, good(file))
  asked.length = 0
  const read = async () => Buffer.from(await (await lab.read(`/ipfs/${file.cid}`)).arrayBuffer()).equals(file.stored)
  expect(await read()).toBe(true)
  expect(asked).not.toContain(bad.address)
  for (const node of [other, third]) leave(node)
  expect(await read()).toBe(true)

  await connect(other, good(file))
  await connect(third, good(file))
  await slots(5)
  expect(await noticesOf('storage.node-resumed')).toEqual([])
  await slots(1)
  expect((await noticesOf('storage.node-resumed')).map(({ params }) => params)).toEqual([{ account: bad.address }])
  expect(await noticesOf('storage.node-paused')).toHaveLength(1)
  await scoreOf(bad, { standing: 'good', score: 50, samples: { asked: 12, given: 6, absent: 6 }, pausedAt: null })
})

test('a score says what was missed on chain, too, and one’s own nodes are those whose account one filled first', async () => {
  const [node, other] = [newNode(), newNode()]
  await kept([node, other])
  const proof = (name: string, { address }: ServerAccount) => ({ name, miner: address })
  await block([proof('ProofAccepted', node), proof('ReplicaMissed', node), proof('ReplicaMissed', other)])
  await block([proof('ProofAccepted', node), proof('ProofAccepted', node)])
  await scoreOf(node, { proofs: { given: 3, missed: 1 }, faults: [{ fault: 'missed', count: 1, of: 4 }], score: null })
  const own = async (as: WorldUser) => (await lab.world.call(listOwnNodes, {}, { as })).map(({ account }) => account)
  await fill(node)
  expect(await own(owner)).toContain(node.address)
  expect(await own(owner)).not.toContain(other.address)
  expect(await own(an)).toEqual([])
  await expect(lab.world.call(getNodeScore, { params: { account: '1'.repeat(48) } })).rejects.toMatchObject({
    code: 'chain.address-invalid',
  })
})

test('of many processes that would take the same sample one does', async () => {
  const sample = { account: newNode().address, orderId: 1, cid: 'a', frame: 0, frameCid: 'b' }
  const slot = new Date()
  const claims = await Promise.all(Array.from({ length: 10 }, () => claimSample(lab.world.db, network, slot, sample)))
  expect(claims.filter(Boolean)).toEqual([true])
})

test('a node whose sample another process took a moment ago is not asked by this one', async () => {
  const [taken, free] = [newNode(), newNode()]
  const { db, platform } = lab.world
  // The rounds of this slot are over before there is a node to ask.
  await lab.nextSlot()
  await block()
  await lab.world.settle()
  const { file } = await kept([taken, free])
  for (const node of [taken, free]) await connect(node, good(file))
  await db.transaction().execute(async (other) => {
    // The other process has written its row and not yet committed: whoever looks sees a node that nobody has asked.
    const sample = { account: taken.address, orderId: orders, cid: file.cid, frame: 0, frameCid: '' }
    expect(await claimSample(other, network, await findSlot(other), sample)).toBe(true)
    platform.jobs.soon('storage.audit')
    const isWaiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%into storage_audits%'`.execute(db)
      ).rows.length
    await expect.poll(isWaiting).toBe(1)
  })
  await lab.world.settle()
  expect(asked).toEqual([free.address])
  expect([await outcomesOf(taken), await outcomesOf(free)]).toEqual([[null], ['given']])
})

test('samples are forgotten after 30 days', async () => {
  const nodes = [newNode(), newNode()]
  const { file } = await kept(nodes)
  for (const node of nodes) await connect(node, good(file))
  await slots(1)
  await lab.world.advance(31 * 86_400_000)
  await block()
  await sweep()
  expect(await outcomesOf(nodes[0]!)).toEqual(['given'])
})
