import { moveMoney } from '../accounts/accounts.ts'
import { recordEvent } from '../accounts/book.ts'
import { refusal } from '../base/errors.ts'
import { yuan } from '../base/money.ts'
import { getSwitches } from '../base/settings.ts'
import type { Trade } from '../base/trade-types.ts'
import type { World } from '../world/world.ts'
import { notifyTrade } from './trade-notices.ts'
import { getTrade } from './trades.ts'

export interface Refund {
  outRequestNo: string
  tradeNo: string
  amountFen: bigint
  reason: string
  status: 'PROCESSING' | 'SUCCESS'
  createdAt: number
  dueAt: number
  settledAt: number | null
}

export interface RefundOrder {
  outRequestNo: string
  amountFen: bigint
  reason: string
  /** How long the refund stays in work before the money moves; 0 = at once. */
  pendingMs: number
}

/** Refunds of one trade must lie this far apart. */
const REFUND_GAP_MS = 3_000

export function findRefund(world: World, tradeNo: string, outRequestNo: string): Refund | undefined {
  return world.store.find<Refund>('SELECT * FROM refunds WHERE tradeNo = $tradeNo AND outRequestNo = $outRequestNo', {
    tradeNo,
    outRequestNo,
  })
}

/**
 * Refunds a trade in part or whole. The same out_request_no changes nothing twice: `isNew` is false and the first
 * refund is answered again; with another amount it is refused.
 */
export function refundTrade(world: World, trade: Trade, order: RefundOrder): { refund: Refund; isNew: boolean } {
  const { store, clock } = world
  const result = store.transaction(() => {
    const known = findRefund(world, trade.tradeNo, order.outRequestNo)
    if (known !== undefined) {
      if (known.amountFen !== order.amountFen) throw refusal('ACQ.DISCORDANT_REPEAT_REQUEST', '不一致的请求')
      return { refund: known, isNew: false }
    }
    const now = clock.nowMs()
    requireRefundable(world, trade, order, now)
    const dueAt = now + order.pendingMs
    store.run(
      `INSERT INTO refunds VALUES ($outRequestNo, $tradeNo, $amountFen, $reason, 'PROCESSING', $createdAt, $dueAt, NULL)`,
      {
        outRequestNo: order.outRequestNo,
        tradeNo: trade.tradeNo,
        amountFen: order.amountFen,
        reason: order.reason,
        createdAt: now,
        dueAt,
      },
    )
    recordEvent(store, now, 'refund-accepted', order.outRequestNo, {
      outTradeNo: trade.outTradeNo,
      refundAmount: yuan(order.amountFen),
    })
    if (order.pendingMs === 0) settleRefund(world, trade.tradeNo, order.outRequestNo)
    const refund = findRefund(world, trade.tradeNo, order.outRequestNo)
    if (refund === undefined) throw new Error('a refund just kept is not there')
    return { refund, isNew: true }
  })
  world.notifier.wake()
  return result
}

function requireRefundable(world: World, trade: Trade, order: RefundOrder, now: number): void {
  if (trade.status === 'TRADE_FINISHED') throw refusal('ACQ.TRADE_HAS_FINISHED', '交易已完结')
  const { takenFen, last } = world.store.find<{ takenFen: bigint; last: number | null }>(
    `SELECT COALESCE(SUM(amountFen), 0) AS takenFen, MAX(createdAt) AS last FROM refunds WHERE tradeNo = $tradeNo`,
    { tradeNo: trade.tradeNo },
  ) ?? { takenFen: 0n, last: null }
  if (trade.paidAt === null) throw refusal('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
  if (order.amountFen <= 0n || takenFen + order.amountFen > trade.totalFen) {
    throw refusal('ACQ.REASON_TRADE_REFUND_FEE_ERR', '退款金额无效')
  }
  if (last !== null && now - last < REFUND_GAP_MS && getSwitches(world.store).enforcesRefundGap) {
    throw refusal('ACQ.SYSTEM_ERROR', '同一笔交易的退款请求间隔需大于 3 秒，请稍后用相同参数重试')
  }
  const seller = world.store.find<{ balanceFen: bigint }>('SELECT balanceFen FROM accounts WHERE userId = $userId', {
    userId: trade.sellerId,
  })
  if (seller === undefined || seller.balanceFen < order.amountFen) {
    throw refusal('ACQ.SELLER_BALANCE_NOT_ENOUGH', '卖家余额不足')
  }
}

/** Moves the money of an accepted refund; a full refund closes the trade. Does nothing when it is settled already. */
export function settleRefund(world: World, tradeNo: string, outRequestNo: string): void {
  const { store, clock } = world
  store.transaction(() => {
    const now = clock.nowMs()
    const refund = findRefund(world, tradeNo, outRequestNo)
    if (refund?.status !== 'PROCESSING') return
    const owner = store.find<{ outTradeNo: string }>('SELECT outTradeNo FROM trades WHERE tradeNo = $tradeNo', {
      tradeNo,
    })
    const trade = getTrade(world, owner?.outTradeNo ?? '')
    // An empty purse leaves the refund in work, to be tried again when the merchant has money.
    if (!moveMoney(store, now, trade.sellerId, trade.buyerId, refund.amountFen, 'refund', outRequestNo)) return
    store.run(
      `UPDATE refunds SET status = 'SUCCESS', settledAt = $now WHERE tradeNo = $tradeNo AND outRequestNo = $outRequestNo`,
      { now, tradeNo, outRequestNo },
    )
    store.run(
      `UPDATE trades SET refundedFen = refundedFen + $fen, lastRefundAt = $now,
         closedAt = CASE WHEN refundedFen + $fen = totalFen THEN $now ELSE closedAt END,
         status = CASE WHEN refundedFen + $fen = totalFen THEN 'TRADE_CLOSED' ELSE status END
       WHERE tradeNo = $tradeNo`,
      { fen: refund.amountFen, now, tradeNo },
    )
    recordEvent(store, now, 'refund-settled', outRequestNo, {
      outTradeNo: trade.outTradeNo,
      refundAmount: yuan(refund.amountFen),
    })
    notifyTrade(world, getTrade(world, trade.outTradeNo), { outRequestNo })
  })
}
