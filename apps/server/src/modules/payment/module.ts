import type { Tx } from '../../platform/db/handle.ts'

/** What payment tells the orders above it; registered in app.ts. Each call runs in payment's own transaction, once. */
export type PaymentListener = {
  /**
   * The provider confirmed the money. `accepted` keeps it in escrow; otherwise payment refunds it at once
   * (expired, product gone, already paid by another attempt).
   */
  paid(tx: Tx, event: { orderId: string; attemptId: string; amountFen: bigint }): Promise<'accepted' | 'refund'>
  /** No attempt of the order can be paid any more. */
  closed(tx: Tx, event: { orderId: string }): Promise<void>
  refunded(tx: Tx, event: { orderId: string; amountFen: bigint; isUnservable: boolean }): Promise<void>
}

/** Door of payment. */
export type Payment = {
  setListener(listener: PaymentListener): void
  /** Opens the payment attempt of a new order in the caller's transaction and schedules its queries and its close. */
  openAttempt(
    tx: Tx,
    order: { orderId: string; buyerId: string; outTradeNo: string; amountFen: bigint; expiresAt: Date },
  ): Promise<void>
  /** The signed cashier address of an order's open attempt; no outside call is made. */
  cashierUrl(order: { orderId: string; device: 'pc' | 'mobile' }): Promise<string>
  /** Asks the provider about an order's attempt now and applies what it says; at most once in 2 s per order. */
  ask(orderId: string): Promise<void>
  /** Closes the attempt at the provider (buyer cancelled); a payment that came first wins and is told by `paid`. */
  close(tx: Tx, orderId: string): Promise<void>
  /** Refunds from escrow under a deterministic number; told by `refunded` when the provider did it. */
  refund(tx: Tx, refund: { orderId: string; amountFen: bigint; number: string; reason: string }): Promise<void>
}
