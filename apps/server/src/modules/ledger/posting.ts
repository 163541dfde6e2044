import type { BILL_TYPES } from '@trove/contract/wallet/routes'

/**
 * Accounts of the yuan ledger, in fen. Assets are positive, what we owe is negative; every posting sums to zero.
 * - `alipay`: what Alipay holds for us
 * - `escrow:<orderId>`: a buyer's money held until it is cleared or refunded
 * - `payable:<userId>`: cleared income not yet paid out
 * - `payout:<payoutId>`: on its way to a bound account
 * - `fee`: what the provider kept for itself, less what Trove keeps of orders (nothing for now, decision 50)
 * - `adjustment`: gains and losses that two of the staff put into the books
 * - `suspense`: money that must move on within 24 h: paid but not servable, or on its way back to the buyer
 */
export type Account =
  | 'alipay'
  | 'suspense'
  | 'fee'
  | 'adjustment'
  | `escrow:${string}`
  | `payable:${string}`
  | `payout:${string}`

export type BillType = (typeof BILL_TYPES)[number]

export type Posting = {
  kind:
    | 'payment'
    | 'refund'
    | 'clearing'
    | 'payout-begun'
    | 'payout-done'
    | 'payout-failed'
    | 'suspense'
    | 'fee'
    | 'adjustment'
  /** Deterministic: the same key again posts nothing (I6). */
  key: string
  orderId?: string
  entries: { account: Account; amountFen: bigint }[]
  /** Lines this posting puts on people's bills; amounts signed from the person's view. */
  bill?: { userId: string; type: BillType; amountFen: bigint; reference: string }[]
}

/** What a bill is narrowed to: times half-open [from, to), amounts without sign and inclusive, in fen. */
export type BillFilter = {
  from?: Date
  to?: Date
  type?: BillType
  minFen?: bigint
  maxFen?: bigint
  /** References of lines that moved nothing in the end: they are listed, and no part of the sums. */
  undone?: readonly string[]
  page: number
  size: number
}

/** Lines of one page, how many there are, and what all of them bring in and take out, both without a sign. */
export type BillPage = { lines: BillLine[]; total: number; inFen: bigint; outFen: bigint }

/** `feeFen`: what Trove kept of it. */
export type BillLine = {
  id: string
  type: BillType
  amountFen: bigint
  feeFen: bigint
  reference: string
  createdAt: Date
}

/** A broken invariant, with enough to find the row. */
export type Violation = { invariant: string; detail: string }

/** A rule over the whole ledger: SQL whose rows (`detail` text) are its breaches. */
export type Invariant = { name: string; sql: string }
