import type { Tx } from '../../platform/db/handle.ts'

/** What orders ask of a market; the only thing they know of one. Each market implements it and app.ts registers it. */
export type Sellable = {
  productType: 'superPoints' | 'code' | 'manpower'
  /**
   * Holds the product for an order that is about to be made (also counts it out of the open offers) and says what it costs
   * now, or throws the contract code why it cannot be sold (`orders.product-unavailable`, `orders.product-taken`).
   */
  hold(tx: Tx, ask: { orderId: string; productId: string; buyerId: string }): Promise<Quote>
  /** The order ended before any service: cancelled, expired, or refunded unserved. The product is free again. */
  released(tx: Tx, order: SoldOrder): Promise<void>
  /**
   * The order is paid: start to provide. Later, in a transaction of its own, the market calls `beginService` or
   * `failService`; not in here, because the money reaches escrow only after this returns.
   */
  paid(tx: Tx, order: SoldOrder): Promise<void>
  /** The service window is over: take the product back. */
  ended(tx: Tx, order: SoldOrder): Promise<void>
  /**
   * Facts for the wire, one per row in the same order, frozen ones from the snapshot. `isLive` asks for what changes too
   * (the machine check of a purchase card); order lists are read far more often and do without.
   */
  describe(
    rows: { productId: string; snapshot: unknown }[],
    wanted: { isLive: boolean },
  ): Promise<Record<string, unknown>[]>
}

export type Quote = {
  /** Business time of the hold, in whole milliseconds: when the order is made. */
  at: Date
  sellerId: string
  priceFen: bigint
  /** Length of the service in whole days. */
  periodDays: number
  /** Facts as sold, kept with the order. */
  snapshot: Record<string, unknown>
  /** Lower-case words the order lists are searched by, such as the resource id. */
  searchText: string
}

export type SoldOrder = {
  id: string
  productId: string
  buyerId: string
  sellerId: string
  periodDays: number
  snapshot: Record<string, unknown>
}
