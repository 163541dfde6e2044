import { APP_ID, getAccount } from '../accounts/accounts.ts'
import { shanghaiTime } from '../base/clock.ts'
import { yuan } from '../base/money.ts'
import { getSwitches } from '../base/settings.ts'
import type { Trade } from '../base/trade-types.ts'
import type { World } from '../world/world.ts'

/** The refund a notification tells about. */
export interface RefundNotice {
  outRequestNo: string
}

/**
 * Queues the notification of a trade's present state, in the caller's transaction. Page pay tells about payments and
 * partial refunds only; closes and full refunds stay silent unless `notifiesClosed` is on.
 */
export function notifyTrade(world: World, trade: Trade, refund?: RefundNotice): void {
  if (trade.notifyUrl === '') return
  if (trade.status === 'TRADE_CLOSED' && !getSwitches(world.store).notifiesClosed) return
  world.notifier.enqueue(trade.outTradeNo, trade.notifyUrl, noticeFields(world, trade, refund))
}

function noticeFields(world: World, trade: Trade, refund: RefundNotice | undefined): Record<string, string> {
  const amount = yuan(trade.totalFen)
  const buyer = getAccount(world.store, trade.buyerId)
  const fields: Record<string, string> = {
    notify_type: 'trade_status_sync',
    app_id: APP_ID,
    auth_app_id: APP_ID,
    charset: 'utf-8',
    version: '1.0',
    sign_type: 'RSA2',
    trade_no: trade.tradeNo,
    out_trade_no: trade.outTradeNo,
    seller_id: trade.sellerId,
    trade_status: trade.status,
    total_amount: amount,
    subject: trade.subject,
    gmt_create: shanghaiTime(trade.createdAt),
    ...(getSwitches(world.store).usesOpenId ? { buyer_open_id: buyer.openId } : { buyer_id: buyer.userId }),
  }
  if (trade.body !== '') fields.body = trade.body
  if (trade.passbackParams !== '') fields.passback_params = trade.passbackParams
  if (trade.paidAt !== null) {
    fields.gmt_payment = shanghaiTime(trade.paidAt)
    fields.receipt_amount = amount
    fields.invoice_amount = amount
    fields.buyer_pay_amount = amount
    fields.point_amount = '0.00'
    fields.fund_bill_list = JSON.stringify([{ amount, fundChannel: 'ALIPAYACCOUNT' }])
  }
  if (trade.closedAt !== null) fields.gmt_close = shanghaiTime(trade.closedAt)
  if (refund !== undefined && trade.lastRefundAt !== null) {
    fields.out_biz_no = refund.outRequestNo
    fields.refund_fee = yuan(trade.refundedFen)
    // The real gateway writes this one with a fraction of a second.
    fields.gmt_refund = `${shanghaiTime(trade.lastRefundAt)}.${String(trade.lastRefundAt % 1000).padStart(3, '0')}`
  }
  return fields
}
