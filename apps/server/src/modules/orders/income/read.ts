import type { SellerIncome } from '@trove/contract/order-lists/income'
import { formatYuan } from '@trove/units/money'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/handle.ts'
import { findIncomeMoment, type GoodsIncome, listGoodsIncome, listIncomeDays, sumGrowth, sumIncome } from './store.ts'

/** What a person earns as a seller of any kind. */
export async function readIncome(db: Db, sellerId: string): Promise<z.input<typeof SellerIncome>> {
  const moment = await findIncomeMoment(db, sellerId)
  const [sums, days, goods] = await Promise.all([
    sumIncome(db, sellerId, moment),
    listIncomeDays(db, sellerId, moment),
    listGoodsIncome(db, sellerId, moment),
  ])
  const growsUntil = sums.nextEndAt && new Date(Math.min(sums.nextEndAt.getTime(), moment.tomorrow.getTime()))
  const growthFen = growsUntil ? await sumGrowth(db, sellerId, moment.now, growsUntil) : 0n
  const todayFen = days.at(-1)?.fen ?? 0n
  return {
    clearableAmount: formatYuan(sums.clearableFen),
    perDayAmount: formatYuan(sums.perDayFen),
    heldAmount: formatYuan(sums.heldFen),
    todayAmount: formatYuan(todayFen),
    earnedAmount: formatYuan(days.reduce((sum, { fen }) => sum + fen, 0n)),
    growsUntil: growsUntil?.toISOString() ?? null,
    clearableLimit: formatYuan(sums.clearableFen + growthFen),
    todayLimit: formatYuan(todayFen + growthFen),
    asOf: moment.now.toISOString(),
    since: moment.since.toISOString(),
    days: days.map(({ date, fen }) => ({ date, amount: formatYuan(fen) })),
    goods: goods.map(wireGoods),
    isClearedDaily: moment.isClearedDaily,
  }
}

function wireGoods(goods: GoodsIncome) {
  const { productType, productId, servedSeconds, orderId } = goods
  return {
    productType,
    productId,
    servedSeconds,
    orderId,
    serveEndTime: goods.serveEndAt?.toISOString() ?? null,
    clearableAmount: formatYuan(goods.clearableFen),
    perDayAmount: formatYuan(goods.perDayFen),
    earnedAmount: formatYuan(goods.earnedFen),
  }
}
