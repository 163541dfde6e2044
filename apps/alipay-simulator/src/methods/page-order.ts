import { z } from 'zod'
import { SELLER_ID } from '../accounts/accounts.ts'
import { findShanghaiTime } from '../base/clock.ts'
import { refusal } from '../base/errors.ts'
import { findFen } from '../base/money.ts'
import type { PageOrder } from '../base/trade-types.ts'
import { type Call, readContent } from '../world/call.ts'

const PRODUCT_CODES: Record<string, string> = {
  'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY',
  'alipay.trade.wap.pay': 'QUICK_WAP_WAY',
}

const content = z.object({
  out_trade_no: z.string().regex(/^[\w-]{1,64}$/),
  total_amount: z.string(),
  subject: z.string().min(1).max(256),
  product_code: z.string(),
  body: z.string().max(128).default(''),
  passback_params: z.string().max(512).default(''),
  time_expire: z.string().optional(),
  timeout_express: z
    .string()
    .regex(/^\d{1,5}[mhd]$|^1c$/)
    .optional(),
  seller_id: z.string().optional(),
})

const MOST_FEN = 10_000_000_000n
const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const DAY_MS = 86_400_000
const SHANGHAI_MS = 8 * 3_600_000

/** Reads what a signed page-pay address asks for; refuses what the real cashier refuses. */
export function readPageOrder(call: Call, now: number): PageOrder {
  const it = readContent(call, content)
  const totalFen = findFen(it.total_amount)
  if (totalFen === undefined || totalFen < 1n || totalFen > MOST_FEN) throw bad('total_amount')
  if (it.product_code !== PRODUCT_CODES[call.method]) throw bad('product_code')
  if (it.seller_id !== undefined && it.seller_id !== '' && it.seller_id !== SELLER_ID) throw bad('seller_id')
  return {
    outTradeNo: it.out_trade_no,
    method: call.method,
    productCode: it.product_code,
    subject: it.subject,
    body: it.body,
    passbackParams: it.passback_params,
    totalFen,
    expiresAt: readEnd(it.time_expire),
    timeoutMs: readTimeout(it.timeout_express, now),
    notifyUrl: readAddress(call.parameters.notify_url, 'notify_url'),
    returnUrl: readAddress(call.parameters.return_url, 'return_url'),
  }
}

function readEnd(text: string | undefined): number | null {
  if (text === undefined) return null
  const end = findShanghaiTime(text)
  if (end === undefined) throw bad('time_expire')
  return end
}

function readTimeout(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  // "1c" is the end of the present day.
  if (text === '1c') return DAY_MS - ((now + SHANGHAI_MS) % DAY_MS)
  const size = Number(text.slice(0, -1)) * (UNIT_MS[text.slice(-1)] ?? 0)
  if (size < 60_000 || size > 15 * DAY_MS) throw bad('timeout_express')
  return size
}

function readAddress(text: string | undefined, name: string): string {
  if (text === undefined || text === '') return ''
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw bad(name)
  return text
}

function bad(name: string) {
  return refusal('ACQ.INVALID_PARAMETER', `参数无效：${name}`)
}
