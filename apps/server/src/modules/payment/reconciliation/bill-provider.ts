/** What reconciliation needs of a payment provider: the bill of one day. Outcomes are data, as with every port. */

export const MOVEMENTS = ['payment', 'refund', 'payout', 'payout-return'] as const
export type Movement = (typeof MOVEMENTS)[number]

/** One movement of money on the provider's bill. Amounts are positive fen; `number` is ours. */
export type BillLine = {
  movement: Movement
  number: string
  /** Of a refund: the trade it belongs to; else empty. */
  reference: string
  amountFen: bigint
  /** What the provider kept of it for itself; negative when it gave some back with a refund. */
  feeFen: bigint
  movedAt: Date
}

export type BillAnswer =
  /**
   * `unreadable`: lines of the bill that make no sense to us, as they came. `absent`: movements whose part of the bill is not
   * there, or not yet.
   */
  | { outcome: 'bill'; lines: BillLine[]; unreadable: string[]; absent: readonly Movement[] }
  /** There is no bill of that day, or not yet: days without a movement never get one. */
  | { outcome: 'absent' }
  | { outcome: 'unknown'; reason: string }

export type BillProvider = {
  /** The bill of a day of Asia/Shanghai, "yyyy-MM-dd". Safe to repeat. */
  fetchBill(day: string): Promise<BillAnswer>
}

/** Payouts that left us, as the wallet keeps them; wired in app/money.ts. */
export type SentPayout = {
  number: string
  amountFen: bigint
  paidAt: Date
  returnedAt: Date | null
  /** Came back to a payee whose account is deleted. */
  isUnclaimed: boolean
}
export type PayoutBook = {
  findSent(numbers: string[]): Promise<SentPayout[]>
  /** Paid or come back within [from, until). */
  listSent(from: Date, until: Date): Promise<SentPayout[]>
}
