import { findAccount, moveMoney, SELLER_ID } from '../accounts/accounts.ts'
import { recordEvent } from '../accounts/book.ts'
import { shanghaiTime } from '../base/clock.ts'
import { refusal } from '../base/errors.ts'
import { yuan } from '../base/money.ts'
import { randomToken } from '../base/random.ts'
import { nextNumber } from '../base/settings.ts'
import type { PageOrder, Session, Trade } from '../base/trade-types.ts'
import type { World } from '../world/world.ts'
import { notifyTrade } from './trade-notices.ts'

const DAY_MS = 86_400_000
/** Page pay without any time limit closes after 15 days. */
const DEFAULT_TIMEOUT_MS = 15 * DAY_MS

/** Keeps what the signed address said and gives the cashier page an address of its own. No trade exists yet. */
export function openSession(world: World, order: PageOrder): Session {
  const session: Session = { ...order, sessionId: randomToken(16), openedAt: world.clock.nowMs() }
  world.store.run(
    `INSERT INTO sessions VALUES ($sessionId, $openedAt, $outTradeNo, $method, $productCode, $subject, $body,
       $passbackParams, $totalFen, $expiresAt, $timeoutMs, $notifyUrl, $returnUrl)`,
    { ...session },
  )
  return session
}

export function findSession(world: World, sessionId: string): Session | undefined {
  return world.store.find<Session>('SELECT * FROM sessions WHERE sessionId = $sessionId', { sessionId })
}

/** The cashier page opened last for this merchant number. */
export function findLastSession(world: World, outTradeNo: string): Session | undefined {
  return world.store.find<Session>(
    'SELECT * FROM sessions WHERE outTradeNo = $outTradeNo ORDER BY openedAt DESC, rowid DESC LIMIT 1',
    { outTradeNo },
  )
}

/** The trade of one of the two numbers; when both are given both must fit. */
export function findTrade(world: World, by: { outTradeNo?: string; tradeNo?: string }): Trade | undefined {
  const trade =
    by.tradeNo === undefined
      ? world.store.find<Trade>('SELECT * FROM trades WHERE outTradeNo = $no', { no: by.outTradeNo ?? '' })
      : world.store.find<Trade>('SELECT * FROM trades WHERE tradeNo = $no', { no: by.tradeNo })
  if (by.tradeNo !== undefined && by.outTradeNo !== undefined && trade?.outTradeNo !== by.outTradeNo) return undefined
  return trade
}

export function getTrade(world: World, outTradeNo: string): Trade {
  const trade = findTrade(world, { outTradeNo })
  if (trade === undefined) throw refusal('ACQ.TRADE_NOT_EXIST', '交易不存在')
  return trade
}

/**
 * The buyer scans or signs in on the cashier page: only now the trade exists. Scanning again is harmless; the same
 * number with other parameters, a passed end, a paid or a closed trade is refused.
 */
export function scanTrade(world: World, session: Session, user: string): Trade {
  const { store, clock } = world
  const buyer = findAccount(store, user)
  if (buyer === undefined || buyer.kind !== 'person') throw refusal('ACQ.BUYER_NOT_EXIST', '买家账号不存在')
  return store.transaction(() => {
    const now = clock.nowMs()
    const known = findTrade(world, { outTradeNo: session.outTradeNo })
    if (known !== undefined) return rescan(world, known, session, buyer.userId)
    if (session.expiresAt !== null && session.expiresAt <= now) throw refusal('ACQ.TRADE_HAS_CLOSE', '订单已过期')
    const tradeNo = makeTradeNo(world, now)
    const expiresAt = session.expiresAt ?? now + (session.timeoutMs ?? DEFAULT_TIMEOUT_MS)
    store.run(
      `INSERT INTO trades (tradeNo, outTradeNo, method, productCode, subject, body, passbackParams, totalFen, buyerId,
         sellerId, status, createdAt, expiresAt, notifyUrl, returnUrl)
       VALUES ($tradeNo, $outTradeNo, $method, $productCode, $subject, $body, $passbackParams, $totalFen, $buyerId,
         $sellerId, 'WAIT_BUYER_PAY', $createdAt, $expiresAt, $notifyUrl, $returnUrl)`,
      {
        tradeNo,
        outTradeNo: session.outTradeNo,
        method: session.method,
        productCode: session.productCode,
        subject: session.subject,
        body: session.body,
        passbackParams: session.passbackParams,
        totalFen: session.totalFen,
        buyerId: buyer.userId,
        sellerId: SELLER_ID,
        createdAt: now,
        expiresAt,
        notifyUrl: session.notifyUrl,
        returnUrl: session.returnUrl,
      },
    )
    recordEvent(store, now, 'trade-created', tradeNo, {
      outTradeNo: session.outTradeNo,
      totalAmount: yuan(session.totalFen),
      buyerId: buyer.userId,
    })
    return getTrade(world, session.outTradeNo)
  })
}

function rescan(world: World, trade: Trade, session: Session, buyerId: string): Trade {
  if (trade.status === 'TRADE_CLOSED') throw refusal('ACQ.TRADE_HAS_CLOSE', '交易已经关闭')
  if (trade.status !== 'WAIT_BUYER_PAY') throw refusal('ACQ.TRADE_HAS_SUCCESS', '交易已被支付')
  if (trade.totalFen !== session.totalFen || trade.subject !== session.subject) {
    throw refusal('ACQ.CONTEXT_INCONSISTENT', '交易信息被篡改')
  }
  world.store.run('UPDATE trades SET buyerId = $buyerId WHERE tradeNo = $tradeNo AND status = $status', {
    buyerId,
    tradeNo: trade.tradeNo,
    status: 'WAIT_BUYER_PAY',
  })
  return { ...trade, buyerId }
}

/** The buyer pays: money moves, the trade becomes TRADE_SUCCESS and the notification is queued, all at once. */
export function payTrade(world: World, outTradeNo: string): Trade {
  const { store, clock } = world
  const paid = store.transaction(() => {
    const now = clock.nowMs()
    const trade = getTrade(world, outTradeNo)
    if (trade.status === 'TRADE_CLOSED') throw refusal('ACQ.TRADE_HAS_CLOSE', '交易已经关闭')
    const changed = store.run(
      `UPDATE trades SET status = 'TRADE_SUCCESS', paidAt = $now WHERE tradeNo = $tradeNo AND status = 'WAIT_BUYER_PAY'`,
      { now, tradeNo: trade.tradeNo },
    )
    if (changed !== 1) throw refusal('ACQ.TRADE_HAS_SUCCESS', '交易已被支付')
    if (!moveMoney(store, now, trade.buyerId, trade.sellerId, trade.totalFen, 'payment', trade.tradeNo)) {
      throw refusal('ACQ.BUYER_BALANCE_NOT_ENOUGH', '买家余额不足')
    }
    recordEvent(store, now, 'trade-paid', trade.tradeNo, { outTradeNo, totalAmount: yuan(trade.totalFen) })
    const after = getTrade(world, outTradeNo)
    notifyTrade(world, after)
    return after
  })
  world.notifier.wake()
  return paid
}

/** Closes an unpaid trade. `reason` says who: merchant, buyer or the clock. */
export function closeTrade(world: World, trade: Trade, reason: string): Trade {
  const { store, clock } = world
  const closed = store.transaction(() => {
    const now = clock.nowMs()
    const changed = store.run(
      `UPDATE trades SET status = 'TRADE_CLOSED', closedAt = $now WHERE tradeNo = $tradeNo AND status = 'WAIT_BUYER_PAY'`,
      { now, tradeNo: trade.tradeNo },
    )
    if (changed !== 1) throw refusal('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
    recordEvent(store, now, 'trade-closed', trade.tradeNo, { outTradeNo: trade.outTradeNo, reason })
    const after = getTrade(world, trade.outTradeNo)
    notifyTrade(world, after)
    return after
  })
  world.notifier.wake()
  return closed
}

/** Ends the time in which a paid trade can be refunded. */
export function finishTrade(world: World, trade: Trade): Trade {
  const { store, clock } = world
  return store.transaction(() => {
    const now = clock.nowMs()
    const changed = store.run(
      `UPDATE trades SET status = 'TRADE_FINISHED', finishedAt = $now
       WHERE tradeNo = $tradeNo AND status = 'TRADE_SUCCESS'`,
      { now, tradeNo: trade.tradeNo },
    )
    if (changed !== 1) throw refusal('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
    recordEvent(store, now, 'trade-finished', trade.tradeNo, { outTradeNo: trade.outTradeNo })
    return getTrade(world, trade.outTradeNo)
  })
}

/** 28 digits as the real gateway makes them: the day, a fixed part and a number that is never given twice. */
function makeTradeNo(world: World, now: number): string {
  const day = shanghaiTime(now).slice(0, 10).replaceAll('-', '')
  return `${day}22001${String(nextNumber(world.store, 'trade')).padStart(15, '0')}`
}
