/**
 * What payment and wallet need of a payment provider. Outcomes are data: an expected answer is never thrown, and what
 * is not known for sure is said to be unknown and asked about, never guessed.
 */

/** Unknown whether the call took effect: no answer, an answer that does not verify, or "system busy". */
export type Unknown = { outcome: 'unknown'; reason: string }

/** What the provider says of one of our trades. */
export type TradeAnswer =
  | Unknown
  /** The buyer has not come to the cashier yet. */
  | { outcome: 'absent' }
  | { outcome: 'waiting'; tradeNo: string }
  | { outcome: 'paid'; tradeNo: string; amountFen: bigint }
  /** Cannot be paid any more. `wasPaid`: it had been paid and was refunded in full since. */
  | { outcome: 'closed'; tradeNo: string; wasPaid: boolean }

/** `refused`: cannot be closed as it stands (paid, or closed already); a query shows which. */
export type CloseAnswer =
  | Unknown
  | { outcome: 'closed' }
  | { outcome: 'absent' }
  | { outcome: 'refused'; reason: string }

/** `pending`: accepted or not arrived, ask again; `refused`: not done and will not be as things stand. */
export type RefundAnswer =
  | Unknown
  | { outcome: 'done' }
  | { outcome: 'pending' }
  | { outcome: 'absent' }
  /** `words`: what the provider wrote with its code, for people only. */
  | { outcome: 'refused'; reason: string; words?: string }

/**
 * `paid` may still turn into `returned` later. `failed` is final: the money did not leave us. `refused`: not done now,
 * for a reason on our side (our balance, a limit); the same number may be tried again.
 */
export type TransferAnswer =
  | Unknown
  | { outcome: 'paid'; providerOrderId: string }
  | { outcome: 'dealing' }
  | { outcome: 'absent' }
  | { outcome: 'failed'; reason: string }
  | { outcome: 'returned'; reason: string }
  | { outcome: 'refused'; reason: string }

export type ProviderAccount = {
  accountId: string
  /** Which kind of id the provider gave: newer apps get an open id. */
  accountKind: 'user-id' | 'open-id'
  avatar: string | null
  nickname: string | null
}

export type ExchangeAnswer = Unknown | { outcome: 'invalid' } | { outcome: 'account'; account: ProviderAccount }

/** A notification whose signature and form are right; the amounts in it still decide nothing. */
export type Notification = {
  notifyId: string
  outTradeNo: string
  tradeNo: string
  appIds: string[]
  sellerId: string
  amountFen: bigint
  tradeStatus: string
  /** Our refund number, when the message is about a refund. */
  refundNumber: string | undefined
  isRefund: boolean
  /** Keys we do not know came along: nothing in the message may be trusted, only asked about. */
  hasUnknownKeys: boolean
}

/** Why a message was turned away; `reason` goes to the security log, never to the sender. */
export type NotifyReading = { isValid: true; notification: Notification } | { isValid: false; reason: string }

export type PaymentProvider = {
  /** Ours at the provider; a notification must name both. */
  readonly appId: string
  readonly sellerId: string
  /** The signed cashier address; no outside call. Amount in fen, expiry in business time. */
  payUrl(order: {
    device: 'pc' | 'mobile'
    outTradeNo: string
    amountFen: bigint
    subject: string
    expiresAt: Date
    notifyUrl: string
    returnUrl: string
  }): string
  query(outTradeNo: string): Promise<TradeAnswer>
  close(outTradeNo: string): Promise<CloseAnswer>
  refund(refund: { outTradeNo: string; number: string; amountFen: bigint }): Promise<RefundAnswer>
  refundQuery(refund: { outTradeNo: string; number: string; amountFen: bigint }): Promise<RefundAnswer>
  /** Reads the raw body of a notification: form, signature, shape (money.md C.2 steps 1 to 4 and 8). */
  verifyNotify(raw: Buffer, contentType: string | undefined): NotifyReading
  authorizeUrl(ask: { state: string; redirectUrl: string; device: 'pc' | 'mobile' }): string
  exchange(authCode: string): Promise<ExchangeAnswer>
  transfer(transfer: {
    number: string
    amountFen: bigint
    accountId: string
    accountKind: 'user-id' | 'open-id'
    realName: string
    title: string
  }): Promise<TransferAnswer>
  transferQuery(number: string): Promise<TransferAnswer>
  /** False for a few seconds after several calls in a row got no answer; becomes true again by itself. */
  isUp(): boolean
  /** After several calls without an answer, until one is answered: only one at a time is let through. */
  isHalfOpen(): boolean
  /** Asks the provider something harmless; the reason when it does not answer. */
  probe(): Promise<{ isUp: true } | { isUp: false; reason: string }>
}
