import type { Chain } from '@trove/chain-client/chain'
import { ChainUnreachable, requireReachable } from '@trove/chain-client/reading/connection'
import { ENDING_ORDERS_MAX } from '@trove/contract/chain/own-orders'
import { BLOCKS_PER_DAY, type ChainOrder, STATISTICS_DAYS } from '@trove/contract/chain/routes'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { STORAGE_WARNED_DAYS } from '@trove/contract/storage/uploads'
import { formatBytes } from '@trove/units/bytes'
import { shanghaiDay } from '@trove/units/shanghai'
import type { z } from 'zod'
import type { Db } from '../../platform/db/handle.ts'
import { requireAddress } from './address.ts'
import { findCursor, findNetwork } from './store.ts'
import { listChosen, listEndingOf, listNotes } from './store-own.ts'
import { findHighest, listDays, listOrders, type OrderRow } from './store-reads.ts'

type Needs = { db: Db; chain: Chain | undefined }
type PageQuery = { account: string; current: number; size: number; sort: number }

/** What the site shows of the chain: lists from the index, prices and figures from the chain itself. */
export function createChainService({ db, chain }: Needs) {
  /** Asks the chain. @throws ContractError `chain.unavailable` when there is none, or it does not answer */
  async function ask<T>(question: (chain: Chain) => Promise<T>): Promise<T> {
    if (!chain) throw new ContractError('chain.unavailable')
    try {
      requireReachable(chain)
      return await question(chain)
    } catch (error) {
      if (error instanceof ChainUnreachable) throw new ContractError('chain.unavailable')
      throw error
    }
  }

  async function getNetwork() {
    const [network, heads] = await Promise.all([findNetwork(db), ask((it) => it.getHeads()).catch(() => undefined)])
    const cursor = network && (await findCursor(db, network.network))
    return {
      genesisHash: network?.genesisHash ?? null,
      networkId: network?.networkId ?? null,
      indexedBlock: cursor?.height ?? null,
      finalizedBlock: heads?.finalised ?? null,
    }
  }

  async function listOf(by: 'owner' | 'miner', { account, ...query }: PageQuery) {
    const address = requireAddress(account)
    const { rows, total, height } = await listOrders(db, by, { account: address, ...query })
    return { address, rows, total, block: height }
  }

  return {
    getNetwork,
    async listUserOrders(query: PageQuery) {
      const { rows, total, block } = await listOf('owner', query)
      return { content: rows.map(toWire), total, block }
    },
    async listOrderNotes({ account, before, size }: { account: string; before?: number; size: number }) {
      // One more than asked for says whether there are more.
      const rows = await listNotes(db, { owner: requireAddress(account), before, limit: size + 1 })
      return { content: rows.slice(0, size), hasMore: rows.length > size }
    },
    async listChosenOrders(account: string, ids: number[]) {
      const [rows, highest] = await Promise.all([listChosen(db, requireAddress(account), ids), findHighest(db)])
      return { content: rows.map(toWire), block: highest?.height ?? 0 }
    },
    async listEndingOrders(account: string) {
      const block = (await findHighest(db))?.height ?? 0
      const upTo = block + Math.max(...STORAGE_WARNED_DAYS) * BLOCKS_PER_DAY
      const rows = await listEndingOf(db, requireAddress(account), { after: block, upTo }, ENDING_ORDERS_MAX)
      return { content: rows.map(toWire), block }
    },
    async listMinerOrders(query: PageQuery) {
      const { address, rows, total, block } = await listOf('miner', query)
      const content = rows.map((row) => {
        const own = row.view.replicas.find(({ miner }) => miner === address)
        return {
          order: toWire(row),
          estimated_income: own?.estimatedIncomePlanck ?? '0',
          calculate_income: own?.calculateIncomePlanck ?? '0',
        }
      })
      return { content, total, block }
    },
    async getOrderPrice(query: { file_size: number; duration: number; copies: number }) {
      const wish = { sizeBytes: BigInt(query.file_size), durationBlocks: query.duration, wanted: query.copies }
      const price = await ask((it) => it.findPrice(wish))
      requireThat(price, 'chain.price-too-large')
      const { totalPlanck, workPlanck, poolPlanck, baseFeePlanck, fileFeePlanck, depositPlanck } = price
      return {
        price: String(totalPlanck),
        work: String(workPlanck),
        pool: String(poolPlanck),
        fees: String(baseFeePlanck + fileFeePlanck),
        deposit: String(depositPlanck),
      }
    },
    async getMiner({ account }: { account: string }) {
      const address = requireAddress(account)
      const miner = await ask((it) => it.findMiner(address))
      const [total, used] = [miner?.totalBytes ?? 0n, miner?.usedBytes ?? 0n]
      return {
        is_registered: miner !== undefined,
        total_storage: String(total),
        used_storage: String(used),
        available_storage: String(total - used),
        miner_price: String(miner?.incomePlanck ?? 0n),
        replicas: miner?.replicas ?? 0,
      }
    },
    async getStatistics() {
      const now = await ask((it) => it.getStatistics())
      const available = now.totalBytes - now.usedBytes
      return {
        storageNode: now.miners,
        validFilesNumber: now.liveOrders,
        averageReplicasMessage: (now.liveOrders === 0 ? 0 : now.replicas / now.liveOrders).toFixed(2),
        usedStorageMessage: formatBytes(now.usedBytes),
        availableStorageMessage: formatBytes(available),
        usedStorage: String(now.usedBytes),
        availableStorage: String(available),
        block: now.block,
      }
    },
    async listDays() {
      const now = await ask((it) => it.getStatistics()).catch(() => undefined)
      // The day that has not ended, by the chain's own clock as all others. A day's end is kept just before the first block
      // of the next one: the highest block is asked first, so that no day is missing, and only days before it count.
      const day = shanghaiDay((await findHighest(db))?.at ?? new Date())
      const rows = (await listDays(db, STATISTICS_DAYS - 1, day)).toReversed()
      if (now) rows.push({ day, miners: now.miners, liveOrders: now.liveOrders, totalBytes: String(now.totalBytes) })
      return rows.map(({ day, miners, liveOrders, totalBytes }) => ({
        date: day,
        storageNode: miners,
        validFilesNumber: liveOrders,
        totalStorageMessage: formatBytes(BigInt(totalBytes)),
        totalStorage: totalBytes,
      }))
    },
  }
}

export type ChainService = ReturnType<typeof createChainService>

function toWire({ view, createdAt }: OrderRow): z.input<typeof ChainOrder> {
  const sum = (name: 'estimatedIncomePlanck' | 'calculateIncomePlanck') =>
    String(view.replicas.reduce((all, replica) => all + BigInt(replica[name]), 0n))
  return {
    index: view.id,
    cid: view.cid,
    account_id: view.owner,
    file_name: null,
    note: view.note,
    price: view.pricePlanck,
    file_base_price: view.fileFeePlanck,
    order_price: String(BigInt(view.pricePlanck) - BigInt(view.tipsPlanck)),
    tips: view.tipsPlanck,
    storage_deadline: view.deadlineBlock,
    size: view.sizeBytes,
    block_number: view.createdBlock,
    block_time: createdAt?.toISOString() ?? null,
    status: view.status,
    replication: view.replication,
    wanted: view.wanted,
    public_input: view.rootHex,
    estimated_income: sum('estimatedIncomePlanck'),
    calculate_income: sum('calculateIncomePlanck'),
    clearable_at: view.clearableBlock,
  }
}
