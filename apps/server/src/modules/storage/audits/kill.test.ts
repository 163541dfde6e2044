import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type ServerAccount, serverAccount } from '@trove/chain-client/server-keys'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ACCOUNT, openStorageLab, type Sealed, type StorageLab, seal } from '../../../../test/labs/storage-lab.ts'
import { connectNode } from '../../../../test/processes/connected-node.ts'

/** kill -9 of the process that takes samples, at each of its steps: none is taken twice, and nobody is paused twice or for it. */
vi.setConfig({ testTimeout: 600_000 })

const POINTS = ['storage.audit.claimed', 'storage.audit.before-commit', 'storage.audit.noted']
/** A job of the dead is taken over by the next process some 20 s later. */
const PATIENCE = { timeout: 300_000, interval: 500 }
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const nodes = [1, 2, 3, 4].map((n) => serverAccount(new Uint8Array(32).fill(n)))
const [absent] = nodes

let lab: StorageLab
let file: Sealed
let owner: string
let network: number
const asked: string[] = []
beforeAll(async () => {
  lab = await openStorageLab({ hasJobs: false })
  const an = await lab.world.signIn('13810000051')
  owner = an.userId
  file = await seal(randomBytes(1000))
  await lab.stage(an, file)
  const { db } = lab.world
  const { rows } = await sql<{ network: number }>`insert into chain_network (genesis_hash, block1_hash)
    values (${hash(0)}, ${hash(1)}) returning network`.execute(db)
  network = rows[0]!.network
  await sql`insert into chain_block (network, height, hash, parent_hash, at)
    values (${network}, 1, ${hash(1)}, ${hash(0)}, now() + interval '1 day')`.execute(db)
  await keepBy(1, nodes)
  await sql`insert into faucet_claim (id, public_key, day, user_id, units, state, ended_at)
    values ('fill', ${absent!.publicKey}, business_now(), ${owner}, 1, 'received', now())`.execute(db)
  for (const node of nodes.slice(1)) await connect(node)
  await lab.nextSlot()
  // The first node has failed five times: with the next it is paused.
  for (let ago = 1; ago <= 5; ago++)
    await sql`insert into storage_audits (account, slot, network, order_id, frame, outcome) values (${absent!.address},
      date_bin('10 minutes', business_now(), 'epoch'::timestamptz) - ${ago} * interval '10 minutes', ${network}, 1, 0, 'absent')`.execute(
      db,
    )
})
afterAll(() => lab?.world.stop())

/** A served order that these nodes keep. */
async function keepBy(id: number, keepers: readonly ServerAccount[]): Promise<void> {
  const replicas = keepers.map(({ address }) => ({ miner: address, isConfirmed: true }))
  const view = { id, owner: ACCOUNT, cid: file.cid, rootHex: `0x${file.root}`, status: 'Finished' }
  await sql`insert into chain_order (network, id, owner, created_height, created_at, height, view) values (${network}, ${id},
    ${ACCOUNT}, 1, now(), 1, ${JSON.stringify({ ...view, deadlineBlock: 1_000_000, replicas })}::jsonb)`.execute(
    lab.world.db,
  )
  for (const { address } of keepers)
    await sql`insert into chain_replica (network, order_id, miner) values (${network}, ${id}, ${address})`.execute(
      lab.world.db,
    )
}
const connect = (node: ServerAccount) =>
  connectNode(lab.gateway, node, async () => {
    asked.push(node.address)
    return new Uint8Array(file.stored)
  })

/** What the newest samples of some nodes came to. */
const outcomes = async (of: readonly ServerAccount[] = nodes) =>
  (
    await sql<{ outcome: string | null }>`select a.outcome from unnest(${of.map(({ address }) => address)}::text[])
      with ordinality as n (account, place) join storage_audits a on a.account = n.account
        and a.slot = date_bin('10 minutes', business_now(), 'epoch'::timestamptz) order by n.place`.execute(
      lab.world.db,
    )
  ).rows.map(({ outcome }) => outcome)
const notices = async () =>
  (await sql`select from notices where user_id = ${owner} and kind = 'storage.node-paused'`.execute(lab.world.db)).rows
    .length

async function dieAt(point: string): Promise<void> {
  const server = await lab.world.spawnServer({ TROVE_CRASH_AT: point, STORAGE_URL: lab.gateway }, ['--roles=http,jobs'])
  const isAlive = server.child.exitCode === null && server.child.signalCode === null
  const ended = isAlive ? once(server.child, 'exit') : Promise.resolve()
  await lab.world.platform.jobs.poke()
  await ended
  expect([point, server.child.signalCode]).toEqual([point, 'SIGKILL'])
}

test('a process killed at each step of a round has each node asked once in ten minutes, and one notice told', async () => {
  const states: unknown[] = []
  for (const [turn, point] of POINTS.entries()) {
    asked.length = 0
    await dieAt(point)
    const before = await outcomes()
    states.push([before, await notices()])
    // A node that comes after it shows that another process has had its round in the same ten minutes.
    const late = serverAccount(new Uint8Array(32).fill(100 + turn))
    await keepBy(10 + turn, [late])
    await connect(late)
    const next = await lab.world.spawnServer({ STORAGE_URL: lab.gateway }, ['--roles=http,jobs'])
    const hasRun = async () => {
      await lab.world.platform.jobs.poke()
      return await outcomes([late])
    }
    await expect.poll(hasRun, PATIENCE).toEqual(['given'])
    await next.stop()
    expect(await outcomes()).toEqual(before)
    expect(asked.filter((account) => account !== late.address).length).toBeLessThanOrEqual(nodes.length - 1)
    await sql`delete from chain_replica where miner = ${late.address}`.execute(lab.world.db)
    await lab.nextSlot()
  }
  const unknown = [null, null, null, null]
  expect(states).toEqual([
    [unknown, 0],
    [unknown, 0],
    [['absent', 'given', 'given', 'given'], 1],
  ])
})
