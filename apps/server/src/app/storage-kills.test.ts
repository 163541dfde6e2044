import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BLOCKS_PER_DAY } from '@trove/contract/chain/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { escrowOf, openRecount, payOf } from '../../../../packages/chain-client/test/recount.ts'
import { freePort } from '../../../../tools/start/free-port.ts'
import { partsOf, type Sealed, seal } from '../../test/labs/storage-lab.ts'
import {
  EPOCH_BLOCKS,
  moneyOf,
  openStorageMarket,
  type StorageMarket,
  TTC,
  until,
} from '../../test/labs/storage-market.ts'
import { type AgentProcess, startAgent } from '../../test/processes/agent-process.ts'
import type { SpawnedServer, WorldUser } from '../../test/world/world.ts'
import { partKey } from '../modules/storage/uploads/service.ts'

/**
 * kill -9 of storage nodes, the gateway and the chain, at any moment, while people upload and order and nodes fetch, prove
 * and are read: nothing is lost, nothing is paid twice.
 */
vi.setConfig({ testTimeout: 1_800_000 })

const KILLS = Number(process.env.STORAGE_KILLS ?? 20)
const FILES = 5
/** Only ends what would never come. */
const AGAIN_MS = 900_000
const COPIES = 3
const KEYS = ['//Charlie', '//Dave', '//Eve']
const TURNS = ['agent', 'gateway', 'agent', 'chain', 'agent'] as const
const LEAST_BLOCK_MS = 500
/**
 * So many go into what three nodes take from their start to their place on chain. A node that is killed once must not miss a
 * window of 20, and with more of them the chain has no time to answer all three between two blocks.
 */
const BLOCKS = 5

let market: StorageMarket
let person: WorldUser
let gateway: { url: string; server: SpawnedServer; port: string }
const agents: { process: AgentProcess; folder: string; key: string }[] = []
let blockMs = LEAST_BLOCK_MS

beforeAll(async () => {
  market = await openStorageMarket(LEAST_BLOCK_MS)
  person = await market.lab.world.signIn('13900000022')
  const port = String(await freePort())
  gateway = { port, url: `http://127.0.0.1:${port}`, server: await startGateway(port) }
  const began = performance.now()
  for (const key of KEYS) {
    const folder = mkdtempSync(join(tmpdir(), 'trove-killed-'))
    agents.push({ folder, key, process: await begin(key, folder) })
  }
  for (const { process } of agents) await until(() => market.chain.findMiner(process.address))
  // Blocks are slow enough for that also on a busy machine.
  blockMs = Math.max(2 * LEAST_BLOCK_MS, Math.round((performance.now() - began) / BLOCKS))
  await market.node.kill()
  await market.node.restart(blockMs)
}, 600_000)
afterAll(async () => {
  for (const { process } of agents) await process.destroy()
  await market?.stop()
})

const startGateway = (port: string) =>
  market.lab.world.spawnServer({ STORAGE_PORT: port, STORAGE_URL: `http://127.0.0.1:${port}` }, [
    '--roles=http,jobs,storage',
  ])
const begin = (key: string, folder: string) =>
  startAgent(
    {
      ...{ AGENT_KEYS: key, AGENT_SPACE_GIB: '1', AGENT_CHAIN_URL: market.node.url, AGENT_GATEWAY_URL: gateway.url },
      // Whatever was proven is booked with the next round.
      AGENT_SETTLE_FEES: '0',
    },
    folder,
  )

/** What a person's programs do: what was broken off is done again. @throws what it ends with after a quarter of an hour */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + AGAIN_MS; ; )
    try {
      return await work()
    } catch (error) {
      if (performance.now() > end) throw error
      await sleep(200)
    }
}

/** Uploads a file through the gateway that dies again and again, and orders copies of it. */
async function bring(file: Sealed): Promise<void> {
  const { lab, chain, owner } = market
  const parts = await partsOf(file)
  const { id } = await again(() => lab.begin(person, file))
  for (const [number, part] of parts.entries())
    await again(async () => {
      const { ok } = await lab.putTo(gateway.url)(person, id, number, part)
      if (!ok) throw new Error(`part ${number} of ${file.bytes} bytes is not taken`)
    })
  await again(() => lab.finish(person, id))
  const wish = {
    ...{ cid: file.cid, rootHex: `0x${file.root}` as const, sizeBytes: BigInt(file.bytes), wanted: COPIES },
    ...{ note: new Uint8Array([7]), durationBlocks: BLOCKS_PER_DAY, tipsPlanck: 777n, maxPricePlanck: 100n * TTC },
  }
  // Whoever is not answered looks whether the order stands before signing once more.
  await again(async () => {
    const { items } = await chain.listUserOrders(owner.address)
    if (items.some(({ cid }) => cid === file.cid)) return
    await chain.submitAndWatch(chain.calls.createOrder(wish), owner.signer)
    throw new Error('not seen yet')
  })
}

/** Kills one of them and starts it again on what its disk holds. */
async function killOne(turn: number): Promise<void> {
  const what = TURNS[turn % TURNS.length]!
  if (what === 'chain') {
    await market.node.kill()
    await market.node.restart(blockMs)
  } else if (what === 'gateway') {
    await gateway.server.stop('SIGKILL')
    expect(gateway.server.child.signalCode).toBe('SIGKILL')
    gateway.server = await startGateway(gateway.port)
  } else {
    const agent = agents[turn % agents.length]!
    await agent.process.kill()
    expect(agent.process.child.signalCode).toBe('SIGKILL')
    const began = performance.now()
    agent.process = await begin(agent.key, agent.folder)
    // How busy the machine is changes meanwhile: from the chain's next start on its blocks are slow enough for that, too.
    blockMs = Math.max(blockMs, Math.round(((performance.now() - began) * KEYS.length) / BLOCKS))
  }
}

const read = async (cid: string) => Buffer.from(await (await fetch(`${gateway.url}/ipfs/${cid}`)).arrayBuffer())
const sum = (amounts: bigint[]) => amounts.reduce((all, amount) => all + amount, 0n)

test(`after ${KILLS} kills every file is served by three nodes and can be read, and the chain's sums are exact`, async () => {
  const { chain, owner } = market
  const { issuance } = await market.now()
  market.recount.close()
  const files: Sealed[] = []
  for (let i = 0; i < FILES; i++) files.push(await seal(randomBytes(randomInt(200_000, 9_000_000))))
  const underWay: Promise<void>[] = []
  for (let turn = 0; turn < KILLS; turn++) {
    const next = files[underWay.length]
    if (next && turn >= (underWay.length * KILLS) / (2 * FILES)) underWay.push(bring(next))
    await sleep(Math.random() * 1000)
    await killOne(turn)
  }
  expect(underWay).toHaveLength(FILES)
  await Promise.all(underWay)

  const orders = () => chain.listUserOrders(owner.address).then(({ items }) => items)
  await until(async () => (await orders()).every((one) => one.status === 'Finished' && one.replication === COPIES))
  const { best } = await chain.getHeads()
  await until(async () => (await chain.getHeads()).best > best + 2 * EPOCH_BLOCKS)
  const cids = files.map(({ cid }) => cid).sort()
  expect([...new Set((await orders()).map(({ cid }) => cid))].sort()).toEqual(cids)

  const recount = openRecount(market.node.url)
  try {
    // Each has given proofs since the last kill and was paid for them: it goes on where it was. All of it after one block,
    // because a node that is kept from its proofs for two windows loses its copy, and makes another.
    const state = await until(async () => {
      const now = await recount.at(await recount.finalised())
      const isWhole = [...now.orders.values()].every(
        ({ replicas }) => replicas.length === COPIES && replicas.every(({ confirmed, paid }) => confirmed && paid > 0n),
      )
      return isWhole && now
    })
    for (const order of state.orders.values()) {
      const { replicas, paid, started } = order
      expect(new Set(replicas.map(({ miner }) => miner)).size).toBe(COPIES)
      // No copy was paid for more than it has proven, and no place twice for the same blocks.
      for (const one of replicas) {
        expect(one.confirmed).toBe(true)
        expect(one.paid).toBeGreaterThan(0n)
        expect(one.paid).toBeLessThanOrEqual(payOf(order, one.proven - one.joined))
      }
      expect(paid).toBeGreaterThanOrEqual(sum(replicas.map((one) => one.paid)))
      expect(paid).toBeLessThanOrEqual(BigInt(COPIES) * payOf(order, state.height - started!))
    }
    const [escrow, income] = [sum([...state.orders.values()].map(escrowOf)), sum([...state.income.values()])]
    expect(state.ledger).toEqual({ escrow, income })
    const money = moneyOf(state)
    expect([money.all, state.issuance]).toEqual([issuance, issuance])
    for (const { held, owed } of money.held) expect(held).toBe(owed)
  } finally {
    recount.close()
  }

  // The gateway's copies: one row and its blobs for each file, and the bytes as they were sealed.
  const { db, platform } = market.lab.world
  const { rows } = await sql<{
    id: string
    cid: string
    bytes: bigint
  }>`select id, cid, bytes from storage_uploads`.execute(db)
  expect(rows.map(({ cid }) => cid).sort()).toEqual(cids)
  const parts = await Promise.all(files.map(async (file) => (await partsOf(file)).length))
  const keys = rows.flatMap(({ id, cid }) =>
    Array.from({ length: parts[files.findIndex((file) => file.cid === cid)]! }, (_, number) => partKey(id, number)),
  )
  expect((await platform.blobs.list('storage/')).sort()).toEqual(keys.sort())
  for (const { cid, stored } of files) expect((await read(cid)).equals(stored)).toBe(true)
  // And the nodes' own: of what the gateway has lost, every byte comes from them.
  for (const key of keys) await platform.blobs.delete(key)
  for (const { cid, stored } of files) await until(async () => (await read(cid)).equals(stored))
})
