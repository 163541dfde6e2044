import type { SellerIncome } from '@trove/contract/order-lists/income'
import { formatYuan } from '@trove/units/money'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/handle.ts'
import type { Markets } from '../model/needs.ts'
import { findOrders } from '../model/store.ts'
import { findIncomeMoment, type GoodsIncome, listGoodsIncome, listIncomeDays, sumGrowth, sumIncome } from './store.ts'

const NO_GROWTH = { fen: 0n, clearableFen: 0n }

/** Ids of the seller's orders of any kind of which nothing is cleared until something is decided. */
export async function listHeld(markets: Pick<Markets, 'require' | 'kinds'>, sellerId: string): Promise<string[]> {
  const held = await Promise.all(markets.kinds().map((kind) => markets.require(kind).listHeld?.(sellerId) ?? []))
  return held.flat()
}

/** What a person earns as a seller of any kind. */
export async function readIncome(
  db: Db,
  markets: Pick<Markets, 'require' | 'kinds'>,
  sellerId: string,
): Promise<z.input<typeof SellerIncome>> {
  const moment = await findIncomeMoment(db, sellerId)
  const held = await listHeld(markets, sellerId)
  const [sums, days, goods] = await Promise.all([
    sumIncome(db, sellerId, moment, held),
    listIncomeDays(db, sellerId, moment),
    listGoodsIncome(db, sellerId, moment, held),
  ])
  const names = await readNames(db, markets, goods, sellerId)
  const growsUntil = sums.nextEndAt && new Date(Math.min(sums.nextEndAt.getTime(), moment.tomorrow.getTime()))
  const growth = growsUntil ? await sumGrowth(db, sellerId, [moment.now, growsUntil], held) : NO_GROWTH
  const todayFen = days.at(-1)?.fen ?? 0n
  return {
    clearableAmount: formatYuan(sums.clearableFen),
    perDayAmount: formatYuan(sums.perDayFen),
    undecidedAmount: formatYuan(sums.undecidedFen),
    clearablePerDayAmount: formatYuan(sums.clearablePerDayFen),
    heldAmount: formatYuan(sums.heldFen),
    todayAmount: formatYuan(todayFen),
    earnedAmount: formatYuan(days.reduce((sum, { fen }) => sum + fen, 0n)),
    growsUntil: growsUntil?.toISOString() ?? null,
    clearableLimit: formatYuan(sums.clearableFen + growth.clearableFen),
    todayLimit: formatYuan(todayFen + growth.fen),
    asOf: moment.now.toISOString(),
    since: moment.since.toISOString(),
    days: days.map(({ date, fen }) => ({ date, amount: formatYuan(fen) })),
    goods: goods.map((one) => wireGoods(one, names.get(one.lastOrderId))),
    isClearedDaily: moment.isClearedDaily,
  }
}

/** What the goods were called when they were sold last, by that order; of goods without a name nothing. */
async function readNames(
  db: Db,
  markets: Pick<Markets, 'require'>,
  goods: readonly GoodsIncome[],
  readerId: string,
): Promise<ReadonlyMap<string, string>> {
  if (goods.length === 0) return new Map()
  const orders = await findOrders(
    db,
    goods.map(({ lastOrderId }) => lastOrderId),
  )
  const named = await Promise.all(
    [...Map.groupBy(orders, ({ productType }) => productType)].map(async ([kind, sold]) => {
      const facts = await markets.require(kind).describe(sold, { isLive: false, readerId })
      return sold.flatMap(({ id }, i) => {
        const name = facts[i]?.fkProductName
        return typeof name === 'string' && name !== '' ? [[id, name] as const] : []
      })
    }),
  )
  return new Map(named.flat())
}

function wireGoods(goods: GoodsIncome, name: string | undefined) {
  const { productType, productId, servedSeconds, orderId } = goods
  return {
    productType,
    productId,
    name: name ?? null,
    servedSeconds,
    orderId,
    serveEndTime: goods.serveEndAt?.toISOString() ?? null,
    clearableAmount: formatYuan(goods.clearableFen),
    perDayAmount: formatYuan(goods.perDayFen),
    earnedAmount: formatYuan(goods.earnedFen),
  }
}
