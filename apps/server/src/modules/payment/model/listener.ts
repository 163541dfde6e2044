import type { Tx } from '../../../platform/db/handle.ts'

/** Money that the provider confirmed for one attempt of an order. */
export type PaidEvent = { orderId: string; attemptId: string; amountFen: bigint }

export type RefundedEvent = {
  orderId: string
  number: string
  amountFen: bigint
  isUnservable: boolean
  outside?: { reference: string }
}

/** What payment reports to orders; registered in app.ts. Each call runs in payment's own transaction, once. */
export type PaymentListener = {
  /**
   * The provider confirmed the money of each attempt. Answers by attempt: `accepted` keeps it in escrow; otherwise payment
   * refunds it at once (expired, product gone, already paid by another attempt).
   */
  paid(tx: Tx, events: readonly PaidEvent[]): Promise<ReadonlyMap<string, 'accepted' | 'refund'>>
  /** No attempt of the order can be paid any more. */
  closed(tx: Tx, event: { orderId: string }): Promise<void>
  /**
   * The provider gave money back under that number: what was asked for with `refund`, or (`isUnservable`) a payment that
   * could not be kept. `outside`: two of the staff gave it back by another way, found again by that reference.
   */
  refunded(tx: Tx, event: RefundedEvent): Promise<void>
}
