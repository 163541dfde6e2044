import { parseYuan } from '@trove/units/money'
import type { NotifyReading } from '../model/provider.ts'

/** Reading a notification off the wire: money.md C.2, steps 1 to 4 and 8. Everything odd is turned away. */

const MOST_BYTES = 64 * 1024
const MOST_KEYS = 100

/** Keys a trade notification may carry (C.3 S6 and the gateway's documents). Others make it a mere hint to ask. */
const KNOWN_KEYS = new Set([
  ...['notify_time', 'notify_type', 'notify_id', 'app_id', 'auth_app_id', 'charset', 'version', 'sign_type', 'sign'],
  ...['trade_no', 'out_trade_no', 'out_biz_no', 'buyer_id', 'buyer_open_id', 'buyer_logon_id', 'seller_id'],
  ...['seller_email', 'trade_status', 'total_amount', 'receipt_amount', 'invoice_amount', 'buyer_pay_amount'],
  ...['point_amount', 'refund_fee', 'send_back_fee', 'subject', 'body', 'gmt_create', 'gmt_payment', 'gmt_refund'],
  ...['gmt_close', 'fund_bill_list', 'voucher_detail_list', 'passback_params', 'refund_channel'],
])

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/
const NUMBER = /^[A-Za-z0-9_-]{1,64}$/
const NOTIFY_ID = /^[A-Za-z0-9_-]{1,128}$/
const STATUSES = new Set(['WAIT_BUYER_PAY', 'TRADE_SUCCESS', 'TRADE_FINISHED', 'TRADE_CLOSED'])

/** `isSigned` verifies the fields with the provider's key; it is asked only after the form and sign_type are right. */
export function readNotification(
  raw: Buffer,
  contentType: string | undefined,
  isSigned: (fields: Record<string, string>) => boolean,
): NotifyReading {
  const form = readForm(raw, contentType)
  if (typeof form === 'string') return refused(form)
  const fields = Object.fromEntries(form)
  if (fields.sign_type !== 'RSA2') return refused('sign_type is not RSA2')
  if (!fields.sign) return refused('no sign')
  if (fields.charset?.toLowerCase() !== 'utf-8') return refused('charset is not utf-8')
  if (!isSigned(fields)) return refused('signature does not verify')
  return readFields(fields)
}

/** A strict form: ASCII on the wire, no key twice, no value that could be read as more fields (C.0.6). */
function readForm(raw: Buffer, contentType: string | undefined): Map<string, string> | string {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') return 'not a form'
  if (raw.length === 0 || raw.length > MOST_BYTES) return `${raw.length} bytes`
  const text = raw.toString('latin1')
  if (!/^[\x21-\x7e]+$/.test(text)) return 'not plain form encoding'
  const pairs = text.split('&')
  if (pairs.length > MOST_KEYS) return `${pairs.length} keys`
  const form = new Map<string, string>()
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    const key = equals < 0 ? undefined : decode(pair.slice(0, equals))
    const value = equals < 0 ? undefined : decode(pair.slice(equals + 1))
    if (key === undefined || value === undefined) return 'broken encoding'
    if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(key)) return 'odd key'
    if (form.has(key)) return `key ${key} twice`
    if (value.includes('&')) return `ambiguous value of ${key}`
    form.set(key, value)
  }
  return form
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

function readFields(fields: Record<string, string>): NotifyReading {
  const { notify_id, out_trade_no, trade_no, app_id, auth_app_id, seller_id, total_amount, trade_status } = fields
  if (fields.notify_type !== 'trade_status_sync') return refused('unknown notify_type')
  if (!notify_id || !NOTIFY_ID.test(notify_id)) return refused('notify_id')
  if (!out_trade_no || !NUMBER.test(out_trade_no)) return refused('out_trade_no')
  if (!trade_no || !NUMBER.test(trade_no)) return refused('trade_no')
  if (!app_id || !seller_id) return refused('no app_id or seller_id')
  if (!trade_status || !STATUSES.has(trade_status)) return refused('trade_status')
  const amountFen = total_amount && AMOUNT.test(total_amount) ? parseYuan(total_amount) : undefined
  if (amountFen === undefined) return refused('total_amount')
  const isRefund = fields.refund_fee !== undefined || fields.gmt_refund !== undefined
  return {
    isValid: true,
    notification: {
      notifyId: notify_id,
      outTradeNo: out_trade_no,
      tradeNo: trade_no,
      appIds: auth_app_id === undefined ? [app_id] : [app_id, auth_app_id],
      sellerId: seller_id,
      amountFen,
      tradeStatus: trade_status,
      isRefund,
      refundNumber: isRefund ? fields.out_biz_no : undefined,
      hasUnknownKeys: Object.keys(fields).some((key) => !KNOWN_KEYS.has(key)),
    },
  }
}

function refused(reason: string): NotifyReading {
  return { isValid: false, reason }
}
