import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MinerChain } from '@trove/chain-client/miner/chain'
import { ChainUnreachable } from '@trove/chain-client/reading/connection'
import type { StorageOrder } from '@trove/chain-client/reading/views'
import { type ServerAccount, serverAccount } from '@trove/chain-client/server-keys'
import { vi } from 'vitest'
import { submitAgain, untilAnswered } from '../../../packages/chain-client/test/embedded-chain.ts'
import { createLog, type LogFields } from '../src/log/log.ts'
import { type NodeOptions, openNode, type StorageNode } from '../src/node/node.ts'
import type { TestFile } from './gateway.ts'

export const TTC = 10n ** 12n
export const DAY = 14_400
const MIB = 2 ** 20
const PATIENCE = { timeout: 900_000, interval: 200 }

/** A folder that goes with the test. */
export function makeFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'trove-agent-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export type LogLine = LogFields & { level: string; event: string }

/** A node in this process, with what it logged. */
export type TestNode = StorageNode & { lines: LogLine[] }

export async function startNode(
  chain: MinerChain,
  options: Pick<NodeOptions, 'folder' | 'gatewayUrl' | 'account'> & Partial<NodeOptions>,
): Promise<TestNode> {
  const lines: LogLine[] = []
  const log = createLog((line) => lines.push(JSON.parse(line) as LogLine))
  const node = await openNode(
    chain,
    {
      volumes: [{ folder: join(options.folder, 'volume'), capacityBytes: 64 * MIB }],
      policy: { leastMibDayPlanck: 0n, mostBytes: 32 * MIB, leastFloatPlanck: TTC / 10n },
      peer: '',
      settleFees: 0n,
      isResigning: false,
      ...options,
    },
    log,
  )
  node.start()
  return { ...node, lines }
}

/**
 * The chain as a test asks it: a machine that is short of processors may not answer in time, and then it is asked again. A
 * call that was not sent is made again as well.
 */
export function patient(chain: MinerChain): MinerChain {
  const again = async (ask: () => unknown): Promise<unknown> => {
    const { answer } = await untilAnswered(async () => {
      try {
        const answer = await ask()
        return (answer as { kind?: string } | undefined)?.kind === 'unreachable' ? undefined : { answer }
      } catch (error) {
        if (!(error instanceof ChainUnreachable) || chain.status() !== 'connected') throw error
        return undefined
      }
    })
    return answer
  }
  const waits = /^(find|get|list|ask|estimate|submit)/
  const entries = Object.entries(chain).map(([name, value]) =>
    waits.test(name)
      ? [name, (...given: unknown[]) => again(() => (value as (...all: unknown[]) => unknown)(...given))]
      : [name, value],
  )
  return Object.fromEntries(entries) as MinerChain
}

export const owner: ServerAccount = serverAccount('//Bob')

/** Places an order for a file; the price is limited far above what it costs. */
export async function placeOrder(
  chain: MinerChain,
  file: Pick<TestFile, 'cid' | 'rootHex' | 'sizeBytes'>,
  wanted = 1,
  who = owner,
): Promise<number> {
  const call = chain.calls.createOrder({
    cid: file.cid,
    note: new Uint8Array([1]),
    rootHex: file.rootHex,
    sizeBytes: BigInt(file.sizeBytes),
    durationBlocks: DAY,
    wanted,
    tipsPlanck: 0n,
    maxPricePlanck: 100n * TTC,
  })
  const outcome = await submitAgain(chain, call, who)
  if (outcome.kind !== 'in-block') throw new Error(`the order was not placed: ${JSON.stringify(outcome)}`)
  return (await chain.listUserOrders(who.address)).items[0]!.id
}

/** Waits until something holds of an order on chain. */
export async function untilOrder(
  chain: MinerChain,
  id: number,
  holds: (order: StorageOrder) => boolean,
): Promise<StorageOrder> {
  return await vi.waitUntil(async () => {
    const order = await chain.findOrder(id)
    return order && holds(order) ? order : undefined
  }, PATIENCE)
}

/** Waits until something is so. */
export const until = <T>(condition: () => T | Promise<T>) => vi.waitUntil(condition, PATIENCE)
