import type { Trade } from '../base/trade-types.ts'
import type { World } from '../world/world.ts'
import { settleRefund } from './refunds.ts'
import { closeTrade, finishTrade } from './trades.ts'
import { settleTransfer } from './transfers.ts'

/** Refunds are possible for a year after payment; then the trade is finished. */
const REFUND_WINDOW_MS = 365 * 86_400_000

/** Lets everything happen that the business clock has made due: expiries, ends of refund time, delayed outcomes. */
export function sweep(world: World): void {
  const { store, clock } = world
  const now = clock.nowMs()
  const expired = store.list<Trade>(`SELECT * FROM trades WHERE status = 'WAIT_BUYER_PAY' AND expiresAt <= $now`, {
    now,
  })
  for (const trade of expired) closeTrade(world, trade, 'expired')
  const old = store.list<Trade>(`SELECT * FROM trades WHERE status = 'TRADE_SUCCESS' AND paidAt <= $until`, {
    until: now - REFUND_WINDOW_MS,
  })
  for (const trade of old) finishTrade(world, trade)
  const refunds = store.list<{ tradeNo: string; outRequestNo: string }>(
    `SELECT tradeNo, outRequestNo FROM refunds WHERE status = 'PROCESSING' AND dueAt <= $now`,
    { now },
  )
  for (const refund of refunds) settleRefund(world, refund.tradeNo, refund.outRequestNo)
  const transfers = store.list<{ orderId: string }>(
    'SELECT orderId FROM transfers WHERE nextStatus IS NOT NULL AND dueAt <= $now',
    { now },
  )
  for (const transfer of transfers) settleTransfer(world, transfer.orderId)
  if (refunds.length > 0) world.notifier.wake()
}
