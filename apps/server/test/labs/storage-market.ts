import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Chain, connectChain } from '@trove/chain-client/chain'
import { ChainUnreachable } from '@trove/chain-client/reading/connection'
import { receiveToken } from '@trove/contract/chain/faucet'
import {
  BLOCKS_PER_DAY,
  listMinerOrders,
  listUserOrders,
  storageDays,
  storageStatistics,
} from '@trove/contract/chain/routes'
import { formatBytes } from '@trove/units/bytes'
import { expect, vi } from 'vitest'
import {
  type DevAccount,
  devAccount,
  startTestChain,
  submitAgain,
} from '../../../../packages/chain-client/test/embedded-chain.ts'
import {
  figuresOf,
  openRecount,
  payOf,
  type RawOrder,
  type Recount,
  rowOf,
} from '../../../../packages/chain-client/test/recount.ts'
import type { WorldUser } from '../world/world.ts'
import { openStorageLab, type Sealed, seal } from './storage-lab.ts'

/** The whole storage market: chain, server with its gateway, and what a stranger counts on the chain. */

export const TTC = 10n ** 12n
const DAY_MS = 86_400_000
const SHANGHAI_MS = 8 * 3_600_000
const PATIENCE = { timeout: 900_000, interval: 1000 }
/** Half of what the embedded chain has: a node that works has time enough for its proofs. */
export const EPOCH_BLOCKS = 10
const AGREE = { timeout: 300_000, interval: 500 }

/** The chain's clock, which a file moves: after a leap of more than five minutes the chain goes on at its time. */
const movedClock = (file: string) =>
  `data:text/javascript,${encodeURIComponent(
    `import { readFileSync } from 'node:fs'; const { now } = Date;
     Date.now = () => { try { return now() + Number(readFileSync(${JSON.stringify(file)}, 'utf8')) } catch { return now() } }`,
  )}`

export type StorageMarket = Awaited<ReturnType<typeof openStorageMarket>>

/** Waits until something is so on the chain, also where it is too busy to answer at once. */
export const until = <T>(condition: () => Promise<T>) =>
  vi.waitUntil(async () => {
    try {
      return await condition()
    } catch (error) {
      if (error instanceof ChainUnreachable) return undefined
      throw error
    }
  }, PATIENCE)

export async function openStorageMarket(blockMs = 400, env: NodeJS.ProcessEnv = {}) {
  const clockFile = join(process.env.TMPDIR ?? '/tmp', `trove-clock-${process.pid}`)
  writeFileSync(clockFile, '0')
  const node = await startTestChain(blockMs, { NODE_OPTIONS: `--import=${movedClock(clockFile)}` })
  const chain: Chain = connectChain(node.url)
  const recount = openRecount(node.url)
  const lab = await openStorageLab({ env: { CHAIN_URL: node.url, ...env } })
  const user = await lab.world.signIn('13900000021')
  const owner = devAccount('Bob')
  await recount.setEpoch(EPOCH_BLOCKS, devAccount('Alice').signer)
  const now = async () => await recount.at(await recount.finalised())
  const site = siteOf(lab.world.call, user, recount)

  async function submit(call: Parameters<Chain['submitAndWatch']>[0], who: DevAccount): Promise<void> {
    expect(await submitAgain(chain, call, who)).toMatchObject({ kind: 'in-block' })
  }
  /** Places an order of the owner for a sealed file. */
  async function place(file: Sealed, wanted: number): Promise<number> {
    const wish = {
      ...{ cid: file.cid, rootHex: `0x${file.root}` as const, sizeBytes: BigInt(file.bytes), wanted },
      ...{ note: new Uint8Array([7]), durationBlocks: BLOCKS_PER_DAY, tipsPlanck: 12_345n, maxPricePlanck: 100n * TTC },
    }
    await submit(chain.calls.createOrder(wish), owner)
    return Math.max(...(await now()).orders.keys())
  }
  return {
    ...{ node, chain, recount, lab, owner, now, submit, place, ...site },
    /** A file of so many bytes, on the gateway; and an order for it. */
    async store(bytes: Uint8Array, wanted: number): Promise<{ id: number; file: Sealed }> {
      const file = await seal(bytes)
      await lab.stage(user, file)
      return { id: await place(file, wanted), file }
    },
    /** The person receives TTC of the faucet for an account. */
    async fill(address: string): Promise<void> {
      const asked = lab.world.call(receiveToken, { query: { address } }, { as: user })
      // On a machine that is short of processors the token may come after the answer.
      expect([true, 'faucet.on-its-way']).toContain(await asked.catch(({ code }) => code))
    },
    /** Moves the chain on by a day. */
    async leap(): Promise<void> {
      const height = await recount.finalised()
      const at = await recount.timeOf(height)
      writeFileSync(clockFile, String(at + DAY_MS - Date.now()))
      await until(async () => dayOf(await recount.timeOf(await recount.finalised())) !== dayOf(at))
    },
    async stop(): Promise<void> {
      recount.close()
      chain.disconnect()
      await lab.world.stop()
      await node.remove()
      rmSync(clockFile, { force: true })
    },
  }
}

const dayOf = (ms: number) => new Date(ms + SHANGHAI_MS).toISOString().slice(0, 10)

/** Last blocks of the days that have ended, found by halves: time only goes on. */
async function listDayEnds(recount: ReturnType<typeof openRecount>, first: number, last: number): Promise<number[]> {
  const [early, late] = [dayOf(await recount.timeOf(first)), dayOf(await recount.timeOf(last))]
  if (early === late) return []
  if (last - first === 1) return [first]
  const middle = Math.floor((first + last) / 2)
  return [...(await listDayEnds(recount, first, middle)), ...(await listDayEnds(recount, middle, last))]
}

type Call = Awaited<ReturnType<typeof openStorageLab>>['world']['call']

/** What the site says, held against what is counted on the chain. */
function siteOf(call: Call, user: WorldUser, recount: ReturnType<typeof openRecount>) {
  /** Every order as it was seen last: the chain forgets those that ended long ago, the site does not. */
  const known = new Map<number, { order: RawOrder; row: ReturnType<typeof rowOf> & { block_time: string } }>()
  async function rowsAt(height: number) {
    const state = await recount.at(height)
    for (const [id, order] of state.orders)
      known.set(id, {
        order,
        row: {
          ...rowOf(id, order, state.notes.get(id)),
          block_time: new Date(await recount.timeOf(order.created)).toISOString(),
        },
      })
    return [...known.values()].sort((one, other) => other.row.index - one.row.index)
  }
  /** Of the last blocks of days; they change no more. */
  const days = new Map<number, Awaited<ReturnType<typeof dayRow>>>()
  /** The site's own estimates and what only it has. */
  const shown = <T extends { clearable_at: unknown; file_name: unknown }>({ clearable_at, file_name, ...row }: T) => row

  async function sameFigures(): Promise<void> {
    const figures = await call(storageStatistics, {})
    const { nodes, served, copies, used, declared } = figuresOf(await recount.at(figures.block))
    expect(figures).toEqual({
      ...{ storageNode: nodes, validFilesNumber: served, block: figures.block },
      averageReplicasMessage: (served === 0 ? 0 : copies / served).toFixed(2),
      ...{ usedStorage: String(used), availableStorage: String(declared - used) },
      ...{ usedStorageMessage: formatBytes(used), availableStorageMessage: formatBytes(declared - used) },
    })
  }
  async function sameUserOrders(account: string): Promise<void> {
    const { content, total, block } = await call(listUserOrders, { query: { account, size: 50 } }, { as: user })
    const own = (await rowsAt(block)).filter(({ order }) => order.owner === account)
    expect({ total, content: content.map(shown) }).toEqual({ total: own.length, content: own.map(({ row }) => row) })
  }
  async function sameMinerOrders(account: string): Promise<void> {
    const { content, total, block } = await call(listMinerOrders, { query: { account, size: 50 } }, { as: user })
    const own = (await rowsAt(block)).flatMap(({ order, row }) => {
      const copy = order.replicas.find(({ miner }) => miner === account)
      if (!copy) return []
      const calculate_income = String(payOf(order, copy.proven - copy.joined))
      return [
        { order: row, calculate_income, estimated_income: String(payOf(order, row.storage_deadline - copy.joined)) },
      ]
    })
    const listed = content.map(({ order, ...incomes }) => ({ order: shown(order), ...incomes }))
    expect({ total, content: listed }).toEqual({ total: own.length, content: own })
  }
  /** An index is a block or two behind: asked again until both speak of the same state, which a wrong one never does. */
  const agreed = (check: () => Promise<void>) => vi.waitFor(check, AGREE)
  return {
    async agree(accounts: { owner: string; miners: string[] }): Promise<void> {
      await agreed(sameFigures)
      await agreed(() => sameUserOrders(accounts.owner))
      for (const miner of accounts.miners) await agreed(() => sameMinerOrders(miner))
    },
    /** The series of the chart: the last six days that ended, and today. */
    async agreeOnDays(): Promise<string[]> {
      await agreed(async () => {
        const height = await recount.finalised()
        const ends = (await listDayEnds(recount, 1, height)).slice(-6)
        const rows: Awaited<ReturnType<typeof dayRow>>[] = []
        for (const end of [...ends, height]) rows.push(days.get(end) ?? (await dayRow(recount, end)))
        rows.forEach((row, i) => void (i < ends.length && days.set(ends[i]!, row)))
        expect(await call(storageDays, {})).toEqual(rows)
      })
      return (await call(storageDays, {})).map(({ date }) => date)
    },
  }
}

async function dayRow(recount: ReturnType<typeof openRecount>, height: number) {
  const { nodes, served, declared } = figuresOf(await recount.marketAt(height))
  return {
    date: dayOf(await recount.timeOf(height)),
    ...{ storageNode: nodes, validFilesNumber: served },
    ...{ totalStorage: String(declared), totalStorageMessage: formatBytes(declared) },
  }
}

const sum = (amounts: Iterable<bigint>) => [...amounts].reduce((all, amount) => all + amount, 0n)

/** Everybody's money, and what is held of it. */
export function moneyOf({ accounts, orders, miners }: Recount) {
  const collateralOf = (miner: string) =>
    sum(
      [...orders.values()].flatMap(({ status, replicas }) =>
        status.type === 'Cleared'
          ? []
          : replicas.filter((one) => one.miner === miner).map(({ collateral }) => collateral),
      ),
    )
  return {
    all: sum([...accounts.values()].map(({ data }) => data.free + data.reserved)),
    /** Of each node: what is held, and what should be. */
    held: [...miners].map(([miner, { bond }]) => ({
      held: accounts.get(miner)!.data.reserved,
      owed: bond + collateralOf(miner),
    })),
  }
}
