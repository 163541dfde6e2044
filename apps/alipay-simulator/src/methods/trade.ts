import { z } from 'zod'
import { getAccount } from '../accounts/accounts.ts'
import { shanghaiTime } from '../base/clock.ts'
import { refusal } from '../base/errors.ts'
import { findFen, yuan } from '../base/money.ts'
import { getSwitches } from '../base/settings.ts'
import type { Trade } from '../base/trade-types.ts'
import { findRefund, refundTrade } from '../trades/refunds.ts'
import { closeTrade, findTrade } from '../trades/trades.ts'
import { type Handler, readContent } from '../world/call.ts'
import type { World } from '../world/world.ts'

const numbers = z.object({ out_trade_no: z.string().max(64).optional(), trade_no: z.string().max(64).optional() })
const refundContent = numbers.extend({
  refund_amount: z.union([z.string(), z.number()]),
  out_request_no: z.string().min(1).max(64).optional(),
  refund_reason: z.string().max(256).default(''),
})
const refundQueryContent = numbers.extend({ out_request_no: z.string().min(1).max(64) })

const ZERO_AMOUNTS = {
  buyer_pay_amount: '0.00',
  invoice_amount: '0.00',
  point_amount: '0.00',
  receipt_amount: '0.00',
}

/** alipay.trade.query. Before the buyer has scanned there is no trade: 40004 with the number echoed. */
export const queryTradeCall: Handler = (world, call) => {
  const trade = requireTrade(world, readContent(call, numbers))
  const paid = yuan(trade.paidAt === null ? 0n : trade.totalFen)
  return success({
    ...buyerFields(world, trade),
    buyer_pay_amount: paid,
    invoice_amount: paid,
    out_trade_no: trade.outTradeNo,
    point_amount: '0.00',
    receipt_amount: paid,
    ...(trade.paidAt === null ? {} : { send_pay_date: shanghaiTime(trade.paidAt) }),
    ...(trade.paidAt === null ? {} : { fund_bill_list: [{ amount: paid, fund_channel: 'ALIPAYACCOUNT' }] }),
    ...(trade.passbackParams === '' ? {} : { passback_params: trade.passbackParams }),
    subject: trade.subject,
    total_amount: yuan(trade.totalFen),
    trade_no: trade.tradeNo,
    trade_status: trade.status,
  })
}

/** alipay.trade.close: only an unpaid trade can be closed. */
export const closeTradeCall: Handler = (world, call) => {
  const trade = requireTrade(world, readContent(call, numbers))
  closeTrade(world, trade, 'merchant')
  return success({ out_trade_no: trade.outTradeNo, trade_no: trade.tradeNo })
}

/** alipay.trade.refund. fund_change is Y only when this very call moved the money. */
export const refundTradeCall: Handler = (world, call) => {
  const content = readContent(call, refundContent)
  const trade = requireTrade(world, content)
  const amountFen = findFen(String(content.refund_amount))
  if (amountFen === undefined) throw refusal('ACQ.INVALID_PARAMETER', '参数无效：refund_amount')
  if (content.out_request_no === undefined && amountFen !== trade.totalFen) {
    throw refusal('ACQ.INVALID_PARAMETER', '部分退款时 out_request_no 必填')
  }
  const { refund, isNew } = refundTrade(world, trade, {
    outRequestNo: content.out_request_no ?? trade.outTradeNo,
    amountFen,
    reason: content.refund_reason,
    pendingMs: call.fault?.kind === 'refund-pending' ? Math.max(call.fault.delayMs, 1) : 0,
  })
  const after = requireTrade(world, { out_trade_no: trade.outTradeNo })
  return success({
    ...buyerFields(world, trade),
    fund_change: isNew && refund.status === 'SUCCESS' ? 'Y' : 'N',
    gmt_refund_pay: shanghaiTime(refund.settledAt ?? refund.createdAt),
    out_trade_no: trade.outTradeNo,
    refund_fee: yuan(after.refundedFen),
    send_back_fee: yuan(refund.status === 'SUCCESS' ? refund.amountFen : 0n),
    trade_no: trade.tradeNo,
  })
}

/** alipay.trade.fastpay.refund.query: an unknown or unfinished refund answers success without refund_status. */
export const queryRefundCall: Handler = (world, call) => {
  const content = readContent(call, refundQueryContent)
  const trade = requireTrade(world, content)
  const refund = findRefund(world, trade.tradeNo, content.out_request_no)
  if (refund === undefined) return success({})
  const numbersOf = { out_request_no: refund.outRequestNo, out_trade_no: trade.outTradeNo, trade_no: trade.tradeNo }
  if (refund.settledAt === null) return success(numbersOf)
  return success({
    ...numbersOf,
    gmt_refund_pay: shanghaiTime(refund.settledAt),
    refund_amount: yuan(refund.amountFen),
    refund_status: 'REFUND_SUCCESS',
    send_back_fee: yuan(refund.amountFen),
    total_amount: yuan(trade.totalFen),
  })
}

function requireTrade(world: World, content: z.infer<typeof numbers>): Trade {
  const { out_trade_no: outTradeNo, trade_no: tradeNo } = content
  if (!outTradeNo && !tradeNo) throw refusal('ACQ.INVALID_PARAMETER', '参数无效：out_trade_no')
  const trade = findTrade(world, { outTradeNo: outTradeNo || undefined, tradeNo: tradeNo || undefined })
  if (trade !== undefined) return trade
  throw refusal('ACQ.TRADE_NOT_EXIST', '交易不存在', {
    ...(outTradeNo ? { out_trade_no: outTradeNo } : {}),
    ...(tradeNo ? { trade_no: tradeNo } : {}),
    ...ZERO_AMOUNTS,
  })
}

function buyerFields(world: World, trade: Trade): Record<string, string> {
  const buyer = getAccount(world.store, trade.buyerId)
  const identity: Record<string, string> = getSwitches(world.store).usesOpenId
    ? { buyer_open_id: buyer.openId }
    : { buyer_user_id: buyer.userId }
  return { buyer_logon_id: buyer.loginId, buyer_user_type: 'PRIVATE', ...identity }
}

function success(fields: Record<string, unknown>): Record<string, unknown> {
  return { code: '10000', msg: 'Success', ...fields }
}
