export type TradeStatus = 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED' | 'TRADE_FINISHED'

/** What a merchant's signed page-pay address asks for. */
export interface PageOrder {
  outTradeNo: string
  method: string
  productCode: string
  subject: string
  body: string
  passbackParams: string
  totalFen: bigint
  /** Absolute end (time_expire), or null. */
  expiresAt: number | null
  /** Relative end counted from the scan (timeout_express), or null. */
  timeoutMs: number | null
  notifyUrl: string
  returnUrl: string
}

/** A cashier page opened in a browser. */
export interface Session extends PageOrder {
  sessionId: string
  openedAt: number
}

export interface Trade {
  tradeNo: string
  outTradeNo: string
  method: string
  productCode: string
  subject: string
  body: string
  passbackParams: string
  totalFen: bigint
  buyerId: string
  sellerId: string
  status: TradeStatus
  createdAt: number
  expiresAt: number
  paidAt: number | null
  closedAt: number | null
  finishedAt: number | null
  lastRefundAt: number | null
  refundedFen: bigint
  notifyUrl: string
  returnUrl: string
}
