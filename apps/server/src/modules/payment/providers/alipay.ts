import { formatYuan, parseYuan } from '@trove/units/money'
import { shanghaiTime } from '@trove/units/shanghai'
import type { PaymentProvider, RefundAnswer, TradeAnswer } from '../model/provider.ts'
import type { BillProvider } from '../reconciliation/bill-provider.ts'
import { createBills } from './alipay-bills.ts'
import { type AlipayGateway, type AlipaySettings, type OnUnverified, openAlipayGateway } from './alipay-gateway.ts'
import { readNotification } from './alipay-notify.ts'
import { createReceiving } from './alipay-receiving.ts'
import { createCircuit } from './circuit.ts'

const AUTHORIZE_URL = 'https://openauth.alipay.com/oauth2/publicAppAuthorize.htm'
const PAGES = {
  pc: { method: 'alipay.trade.page.pay', productCode: 'FAST_INSTANT_TRADE_PAY' },
  mobile: { method: 'alipay.trade.wap.pay', productCode: 'QUICK_WAP_WAY' },
} as const
/** A well-signed answer to another question is no answer to this one. */
const MISFIT = { outcome: 'unknown' as const, reason: 'answer does not fit the question' }
/** A number no trade of ours has: asking for it shows whether the gateway answers. */
const PROBE_NUMBER = 'trove-probe'

/** Alipay behind the provider port (money.md C.1). @throws Error when a key is missing or malformed */
export function createAlipay(settings: AlipaySettings, onUnverified?: OnUnverified): PaymentProvider & BillProvider {
  const circuit = createCircuit(settings.restMs)
  const gateway = openAlipayGateway(settings, circuit, onUnverified)
  return {
    appId: settings.appId,
    sellerId: settings.sellerId,
    payUrl(order) {
      const page = PAGES[order.device]
      return gateway.pageUrl(page.method, {
        notifyUrl: order.notifyUrl,
        returnUrl: order.returnUrl,
        bizContent: {
          out_trade_no: order.outTradeNo,
          total_amount: formatYuan(order.amountFen),
          subject: order.subject,
          product_code: page.productCode,
          time_expire: shanghaiTime(order.expiresAt),
        },
      })
    },
    query: (outTradeNo) => query(gateway, outTradeNo),
    async close(outTradeNo) {
      const answer = await gateway.call('alipay.trade.close', { bizContent: { out_trade_no: outTradeNo } })
      if (answer.kind === 'success' && answer.fields.out_trade_no !== outTradeNo) return MISFIT
      if (answer.kind === 'success') return { outcome: 'closed' }
      if (answer.kind === 'refused' && answer.subCode === 'ACQ.TRADE_NOT_EXIST') return { outcome: 'absent' }
      if (answer.kind === 'refused') return { outcome: 'refused', reason: answer.subCode }
      return unknown(answer)
    },
    refund: (refund) => sendRefund(gateway, refund),
    refundQuery: (refund) => queryRefund(gateway, refund),
    verifyNotify: (raw, contentType) => readNotification(raw, contentType, gateway.isNotifySigned),
    ...createReceiving(gateway, { appId: settings.appId, authorizeUrl: settings.authorizeUrl ?? AUTHORIZE_URL }),
    ...createBills(gateway),
    isUp: () => !circuit.isOpen(),
    isHalfOpen: () => circuit.isHalfOpen(),
    async probe() {
      const answer = await query(gateway, PROBE_NUMBER)
      return answer.outcome === 'unknown' ? { isUp: false, reason: answer.reason } : { isUp: true }
    },
  }
}

async function query(gateway: AlipayGateway, outTradeNo: string): Promise<TradeAnswer> {
  const answer = await gateway.call('alipay.trade.query', { bizContent: { out_trade_no: outTradeNo } })
  if (answer.kind === 'refused' && answer.subCode === 'ACQ.TRADE_NOT_EXIST') return { outcome: 'absent' }
  if (answer.kind !== 'success') return unknown(answer)
  const { out_trade_no, trade_no, trade_status, total_amount, send_pay_date } = answer.fields
  const amountFen = parseYuan(String(total_amount))
  if (out_trade_no !== outTradeNo || typeof trade_no !== 'string' || amountFen === undefined) {
    return MISFIT
  }
  switch (trade_status) {
    case 'WAIT_BUYER_PAY':
      return { outcome: 'waiting', tradeNo: trade_no }
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED':
      return { outcome: 'paid', tradeNo: trade_no, amountFen }
    case 'TRADE_CLOSED':
      return { outcome: 'closed', tradeNo: trade_no, wasPaid: send_pay_date !== undefined }
    default:
      return { outcome: 'unknown', reason: 'unknown trade_status' }
  }
}

type Refund = { outTradeNo: string; number: string; amountFen: bigint }

/** fund_change=Y alone means the money moved by this call; anything else of a success has to be asked about (C.1). */
async function sendRefund(gateway: AlipayGateway, { outTradeNo, number, amountFen }: Refund): Promise<RefundAnswer> {
  const answer = await gateway.call('alipay.trade.refund', {
    bizContent: { out_trade_no: outTradeNo, refund_amount: formatYuan(amountFen), out_request_no: number },
  })
  if (answer.kind === 'refused') return refused(answer)
  if (answer.kind !== 'success') return unknown(answer)
  if (answer.fields.out_trade_no !== outTradeNo) return MISFIT
  return { outcome: answer.fields.fund_change === 'Y' ? 'done' : 'pending' }
}

async function queryRefund(gateway: AlipayGateway, { outTradeNo, number, amountFen }: Refund): Promise<RefundAnswer> {
  const answer = await gateway.call('alipay.trade.fastpay.refund.query', {
    bizContent: { out_trade_no: outTradeNo, out_request_no: number },
  })
  if (answer.kind === 'refused' && answer.subCode === 'ACQ.TRADE_NOT_EXIST') return { outcome: 'absent' }
  if (answer.kind === 'refused') return refused(answer)
  if (answer.kind !== 'success') return unknown(answer)
  const { out_request_no, out_trade_no, refund_status, refund_amount } = answer.fields
  if (out_request_no === undefined) return { outcome: 'absent' }
  if (out_request_no !== number || out_trade_no !== outTradeNo) return MISFIT
  if (refund_status !== 'REFUND_SUCCESS') return { outcome: 'pending' }
  if (parseYuan(String(refund_amount)) !== amountFen) return { outcome: 'unknown', reason: 'refunded another amount' }
  return { outcome: 'done' }
}

function refused({ subCode, words }: { subCode: string; words?: string }): RefundAnswer {
  return { outcome: 'refused', reason: subCode, ...(words && { words }) }
}

/** What follows for the deed from an answer that decides nothing. */
export function unknown(answer: { kind: string; reason?: string; subCode?: string }) {
  return { outcome: 'unknown' as const, reason: answer.reason ?? answer.subCode ?? answer.kind }
}
