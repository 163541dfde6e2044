import { connectMinerChain } from '@trove/chain-client/miner/chain'
import { serverAccount } from '@trove/chain-client/server-keys'
import { expect, vi } from 'vitest'
import { startTestChain } from '../../../packages/chain-client/test/embedded-chain.ts'
import { openJournal } from '../src/journal/journal.ts'
import { spawnAgent } from './agent-process.ts'
import { makeFile, startTestGateway } from './gateway.ts'
import { makeFolder, patient, placeOrder, until, untilOrder } from './lab.ts'

/** From one block to the next, at least. */
const BLOCK_MS = 500
/** Agents that can be started within one window of proofs, which is 20 blocks: a busy machine has slower blocks. */
const STARTS_A_WINDOW = 4
const WINDOW_BLOCKS = 20

/**
 * Kills an agent at each of these points of one order's life and starts it again. In the end the order is served and paid as
 * if nothing had been: one registration, one acceptance, one collateral, and each proof once.
 * @param withChain kills the chain, too, while each of these agents is at work
 */
export async function surviveKills(points: string[], { withChain = false } = {}): Promise<void> {
  vi.setConfig({ testTimeout: 3_000_000 })
  const { folder, remove } = makeFolder()
  const [world, gateway, file] = [await startTestChain(BLOCK_MS), await startTestGateway(), await makeFile(900_000)]
  const chain = patient(connectMinerChain(world.url))
  const { address } = serverAccount('//Dave')
  const env = {
    AGENT_DATA_DIR: folder,
    AGENT_CHAIN_URL: world.url,
    AGENT_GATEWAY_URL: gateway.url,
    AGENT_KEYS: '//Dave',
    AGENT_SPACE_GIB: '1',
    AGENT_SETTLE_FEES: '0',
    AGENT_LEAST_FLOAT: '0.1',
  }
  try {
    gateway.add(file)
    let order: number | undefined
    let blockMs = BLOCK_MS
    let chainKills = 0
    /** Makes blocks slow enough for an agent that takes so long to start: how busy the machine is changes meanwhile. */
    const slowDown = async (startMs: number): Promise<void> => {
      const wantedMs = Math.round((startMs * STARTS_A_WINDOW) / WINDOW_BLOCKS)
      if (wantedMs <= blockMs) return
      blockMs = wantedMs
      await world.kill()
      await world.restart(blockMs)
    }
    for (const point of points) {
      const spawned = performance.now()
      const { ready, ended, said } = spawnAgent(env, point)
      const started = Promise.race([ready, ended]).then(() => performance.now() - spawned)
      if (order === undefined && !point.includes('register')) {
        await until(() => chain.findMiner(address))
        order = await placeOrder(chain, file)
      }
      const began = performance.now()
      if (withChain && point !== points[0]) {
        await Promise.race([ready, ended])
        await world.kill()
        await world.restart(blockMs)
        chainKills++
      }
      const how = await ended
      expect([point, how], said()).toEqual([point, 'SIGKILL'])
      // The first comes to its point without having waited for blocks.
      await slowDown(point === points[0] ? performance.now() - began : await started)
    }
    expect(chainKills).toBe(withChain ? points.length - 1 : 0)
    const last = spawnAgent(env)
    await last.ready
    const id = order!
    await untilOrder(chain, id, ({ paidPlanck, consumerStatus }) => paidPlanck > 0n && consumerStatus === 'Serving')
    await last.stop()
    const [miner, balance, { replicas }] = [
      (await chain.findMiner(address))!,
      await chain.getBalance(address),
      (await chain.findOrder(id))!,
    ]
    expect(replicas).toMatchObject([{ miner: address, isConfirmed: true, misses: 0 }])
    expect(miner).toMatchObject({ replicas: 1, misses: 0, usedBytes: BigInt(file.sizeBytes) })
    expect(balance.heldPlanck).toBe(miner.bondPlanck + replicas[0]!.collateralPlanck)
    const journal = openJournal(folder)
    expect(journal.orders.find(id)).toMatchObject({ step: 'serving', isDamaged: false })
    for (const purpose of ['register', 'accept'] as const)
      expect([purpose, journal.calls.count(purpose, 'done') <= 1], last.said()).toEqual([purpose, true])
    expect(journal.calls.count('register', 'refused')).toBe(0)
    journal.close()
  } finally {
    chain.disconnect()
    await gateway.close()
    await world.remove()
    remove()
  }
}
