import { randomBytes } from 'node:crypto'
import { accountOf } from '@trove/chain-client/base/account'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { escrowOf, payOf, type Recount } from '../../../../packages/chain-client/test/recount.ts'
import { seal } from '../../test/labs/storage-lab.ts'
import { moneyOf, openStorageMarket, type StorageMarket, TTC, until } from '../../test/labs/storage-market.ts'
import { type AgentProcess, startAgent } from '../../test/processes/agent-process.ts'
import { partKey } from '../modules/storage/uploads/service.ts'

/** Storage nodes as processes, the embedded chain and the whole server: what happens to files, and what is said of them. */
vi.setConfig({ testTimeout: 1_500_000 })

const EXISTENTIAL_PLANCK = 10n ** 9n
const POT = accountOf(Uint8Array.from({ length: 32 }, (_, i) => Buffer.from('modltrv/pot_')[i] ?? 0)).address
let market: StorageMarket
const agents: AgentProcess[] = []
let stored: { id: number; bytes: Buffer; cid: string; whole: Buffer }

beforeAll(async () => {
  market = await openStorageMarket()
}, 300_000)
afterAll(async () => {
  for (const agent of agents) await agent.destroy()
  await market?.stop()
})

async function begin(key: string, gib: number): Promise<AgentProcess> {
  const agent = await startAgent({
    ...{ AGENT_KEYS: key, AGENT_SPACE_GIB: String(gib), AGENT_CHAIN_URL: market.node.url },
    // Incomes stay where the chain books them.
    ...{ AGENT_GATEWAY_URL: market.lab.gateway, AGENT_SETTLE_FEES: '1000000' },
  })
  agents.push(agent)
  await until(() => market.chain.findMiner(agent.address))
  return agent
}
const agree = () => market.agree({ owner: market.owner.address, miners: agents.map(({ address }) => address) })
const find = (id: number) => market.chain.findOrder(id)
const served = (id: number, copies: number) =>
  until(async () => {
    const order = await find(id)
    return order?.status === 'Finished' && order.replication === copies
  })
const read = async () => Buffer.from(await (await market.lab.read(`/ipfs/${stored.cid}`)).arrayBuffer())

/** The gateway loses its copy of a file. */
async function loseStaged(cid: string): Promise<void> {
  const { db, platform } = market.lab.world
  const { rows } = await sql<{ id: string }>`select id from storage_uploads where cid = ${cid}`.execute(db)
  for (const { id } of rows) await platform.blobs.delete(partKey(id, 0))
}

/** Nothing comes out of nothing, and nobody holds more or less than is owed. */
function checkSums(state: Recount, issuance: bigint): void {
  const [escrow, income] = [[...state.orders.values()].map(escrowOf), [...state.income.values()]].map((amounts) =>
    amounts.reduce((sum, amount) => sum + amount, 0n),
  )
  const money = moneyOf(state)
  expect(state.ledger).toEqual({ escrow, income })
  expect(state.accounts.get(POT)!.data.free).toBe(EXISTENTIAL_PLANCK + escrow! + income!)
  expect([money.all, state.issuance]).toEqual([issuance, issuance])
  for (const { held, owed } of money.held) expect(held).toBe(owed)
}

test('a node on a clean home gets 1 TTC of the faucet, passes its check, and registers with its grant', async () => {
  const gateway = { AGENT_CHAIN_URL: market.node.url, AGENT_GATEWAY_URL: market.lab.gateway }
  const agent = await startAgent({ ...gateway, AGENT_SPACE_GIB: '50' })
  try {
    await market.fill(agent.address)
    const miner = await until(() => market.chain.findMiner(agent.address))
    const { freePlanck, heldPlanck } = await market.chain.getBalance(agent.address)
    // A fee has gone off the faucet's 1 TTC and the grant's 5.
    expect(freePlanck + heldPlanck).toBeGreaterThan(5n * TTC)
    expect(freePlanck + heldPlanck).toBeLessThan(6n * TTC)
    expect(miner?.totalBytes).toBe(50n * 2n ** 30n)
  } finally {
    await agent.destroy()
  }
})

test('a node destroyed with its disk is found out by the chain, a fourth repairs from the other nodes, and it is paid for proven time only', async () => {
  const { issuance } = await market.now()
  await begin('//Charlie', 1)
  const lost = await begin('//Dave', 2)
  await begin('//Eve', 3)
  const bytes = randomBytes(700_000)
  const { id, file } = await market.store(bytes, 3)
  stored = { id, bytes, cid: file.cid, whole: file.stored }
  await served(id, 3)
  // From here on there are only the nodes' copies: for readers, and for whoever repairs.
  await loseStaged(file.cid)
  await until(async () => (await read()).equals(stored.whole))
  // It looks for orders that become open after it came.
  const fourth = await begin('//Ferdie', 4)
  await agree()

  await lost.destroy()
  const { best } = await market.chain.getHeads()
  await until(async () => (await market.chain.getHeads()).best > best + 2)
  // No proof of it comes any more: what it has earned by now is all that it may ever have of this order.
  const left = (await market.now()).orders.get(id)!.replicas.find(({ miner }) => miner === lost.address)!
  const reads: boolean[] = []
  await until(async () => {
    reads.push((await read()).equals(stored.whole))
    return (await find(id))?.replicas.every(({ miner }) => miner !== lost.address)
  })
  const after = await market.now()
  const order = after.orders.get(id)!
  expect(order.replicas.length).toBeLessThanOrEqual(3)
  const { bounty } = order
  expect(bounty).toBeGreaterThan(0n)
  const due = order.joining / 3n + payOf(order, left.proven - left.joined)
  expect(after.income.get(lost.address)).toBe(due)
  expect(after.miners.get(lost.address)).toMatchObject({ replicas: 0, used: 0n })
  checkSums(after, issuance)
  await agree()

  await served(id, 3)
  await until(async () => {
    reads.push((await read()).equals(stored.whole))
    return (await find(id))?.bountyPlanck === 0n
  })
  const repaired = await market.now()
  expect(repaired.income.get(fourth.address)).toBe(bounty)
  expect(repaired.income.get(lost.address)).toBe(due)
  expect(new Set(reads)).toEqual(new Set([true]))
  checkSums(repaired, issuance)
  await agree()
})

test('statistics, user orders and miner orders are those that an unmodified client counts on the chain, day after day', async () => {
  const { chain, owner, submit, place, leap, store } = market
  await leap()
  const { id: serving } = await store(randomBytes(300_000), 2)
  const { id: closed } = await store(randomBytes(500_000), 1)
  const canceled = await place(await seal(randomBytes(200_000)), 2)
  await submit(chain.calls.cancelOrder(canceled), owner)
  await served(serving, 2)
  await served(closed, 1)
  await leap()
  await submit(chain.calls.closeOrder(closed), owner)
  await agree()
  await leap()
  await until(async () => (await find(closed))?.status === 'Cleared')
  await leap()
  const pending = await place(await seal(randomBytes(250_000)), 3)
  const states = (await market.now()).orders
  const statusOf = (id: number) => states.get(id)?.status.type
  expect([serving, closed, pending].map(statusOf)).toEqual(['Finished', 'Cleared', 'Pending'])
  await agree()
  for (let day = 0; day < 3; day++) await leap()
  expect(await market.agreeOnDays()).toHaveLength(7)
})
