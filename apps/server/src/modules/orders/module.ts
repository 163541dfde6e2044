import type { Tx } from '../../platform/db/handle.ts'
import type { Sellable } from './sellable.ts'

/** A paid order in its service. Times are business time. */
export type ServingOrder = {
  orderId: string
  productId: string
  buyerId: string
  sellerId: string
  serveStartAt: Date
  serveEndAt: Date
}

/** Door of orders. */
export type Orders = {
  registerSellable(market: Sellable): void
  /** The market has handed the product over: the service window opens now and lasts the paid period. */
  beginService(tx: Tx, orderId: string): Promise<{ serveStartAt: Date; serveEndAt: Date }>
  /** The market cannot serve a paid order: the buyer is refunded in full. */
  failService(tx: Tx, orderId: string, reason: string): Promise<void>
  /** The buyer's own order of a product with its window open now and not refunded. */
  findServing(productId: string, buyerId: string): Promise<ServingOrder | undefined>
  /** The paid order of a product still being provisioned for this buyer. */
  findProvisioning(productId: string, buyerId: string): Promise<{ orderId: string } | undefined>
  /** Accrued and not yet cleared income of a seller, in fen, over all orders. */
  unclearedFen(sellerId: string): Promise<bigint>
  /** Served orders of each product, for its page. */
  countServed(productId: string): Promise<number>
  countServing(): Promise<number>
}
