import type { ProductType } from '@trove/contract/order-lists/kinds'
import type { PaymentRequest } from '@trove/contract/order-lists/routes'
import type { OrderLifeState } from '@trove/contract/orders/states'
import type { z } from 'zod'
import type { Tx } from '../../../platform/db/handle.ts'

/**
 * How the seller's money is released, and what happens by itself. Who clears follows from the release. Where nothing but
 * time ends the wait for a buyer, `acceptDays` must be said: the money would stay in escrow.
 */
export type Terms =
  | { release: 'linear'; timeouts: Pick<Timeouts, 'startDays'> }
  | { release: 'at-end'; timeouts: Pick<Timeouts, 'startDays'> & { acceptDays: number } }
  | { release: 'on-accept'; timeouts: Timeouts & { acceptDays: number } }

/** What orders ask of a market; the only thing they know of one. Each market implements it and app.ts registers it. */
export type Sellable = Terms & {
  kind: ProductType
  /** The product can be in one live order only at a time. */
  isOneOf: boolean
  /** Names of the choices its buyers make; any other is refused before `hold` is asked. */
  choices: readonly ChoiceName[]
  /** Those of them that change what it costs or how long it lasts: with another one an unpaid order is another order. */
  termChoices?: readonly ChoiceName[]
  /**
   * Holds the product for an order that is about to be made (also counts it out of the open offers) and says what it costs
   * now, or throws the contract code why it cannot be sold (`orders.product-unavailable`, `orders.product-taken`).
   */
  hold(tx: Tx, ask: Ask): Promise<Quote>
  /**
   * The buyer has no claim to the product any more: the order was cancelled, expired, or refunded whole, also after it
   * was served or delivered. The product is free again and what was handed over is taken back.
   */
  released(tx: Tx, order: SoldOrder): Promise<void>
  /**
   * The order is paid: start to provide, as its buyer chose. Later, in a transaction of its own, the market calls
   * `beginService`, `provide` or `failService`; not in here, because the money reaches escrow only after this returns.
   */
  paid(tx: Tx, order: SoldOrder, choice: Choice): Promise<void>
  /** The seller has not delivered in the agreed time. Both are notified already; the order goes on. */
  overdue?(tx: Tx, order: SoldOrder): Promise<void>
  /**
   * The window of a linear service is over, and nothing of it has passed on or been cleared for it: what goes back by the
   * market's own rule is refunded here, by `refund`, in the same transaction.
   */
  ending?(tx: Tx, order: SoldOrder): Promise<void>
  /**
   * What of a linear order in service was not earned by such a rule although its time has passed, whether it went back
   * already or may do so yet: its seller cannot clear that much before the end.
   */
  unearnedFen?(tx: Tx, order: SoldOrder): Promise<bigint>
  /** Something about the order is to be decided: nothing of it is cleared meanwhile, also not by time. The order is locked. */
  isHeld?(tx: Tx, order: SoldOrder): Promise<boolean>
  /** Ids of a seller's orders that are held so. */
  listHeld?(sellerId: string): Promise<string[]>
  /** The service is over and what was not refunded is the seller's: the window closed, the buyer accepted, or the refund window is over. */
  ended(tx: Tx, order: SoldOrder): Promise<void>
  /**
   * What going on with a running service costs now, and for how long; nothing is held, for the buyer has the product. Left
   * out where nothing can be renewed. `ask.orderId` is the order that is about to be made.
   * @throws ContractError `orders.not-renewable` when its seller does not want it
   */
  renew?(tx: Tx, ask: Ask, running: SoldOrder): Promise<Quote>
  /** The service of an order is over and a paid one goes on with it: the product passes from the one to the other. */
  renewed?(tx: Tx, from: SoldOrder, to: SoldOrder, window: { serveStartAt: Date; serveEndAt: Date }): Promise<void>
  /** What was ordered, as a line of a bill names it, one per order in the same order; null where that is not known any more. */
  namesOf?(orders: StandingOrder[]): Promise<(string | null)[]>
  /**
   * What the wire says of these orders besides their common part, one per order in the same order; frozen facts come from
   * the snapshot. `isLive` asks for what changes too (such as a check of the product); order lists are read far more often
   * and do without. The reader is the buyer or the seller of all of them.
   */
  describe(orders: StandingOrder[], wanted: { isLive: boolean; readerId: string }): Promise<Record<string, unknown>[]>
}

/** What happens by itself, in whole days. Nothing happens where nothing is said. */
export type Timeouts = {
  /** From the payment: not begun or provided by then, the buyer gets everything back. */
  startDays?: number
  /** From the agreed time to deliver: not delivered by then, the buyer gets back all that was not given back. */
  lateDays?: number
  /** From the agreed time to deliver: when the seller is reminded, in rising order, each before `lateDays`. */
  lateWarnAfterDays?: readonly number[]
  /** From the delivery: accepted by then without a word from the buyer, or the end of the refund window. */
  acceptDays?: number
  /** From the delivery: when the buyer is reminded to accept, in rising order, each before `acceptDays`. */
  warnAfterDays?: readonly number[]
}

type Body = z.output<typeof PaymentRequest>
/** What buyers may choose with a product, as the contract lists it over all kinds. */
export type Choice = Omit<Body, 'productId' | 'productType' | 'payMethod' | 'device' | 'confirmed' | 'renews'>
export type ChoiceName = keyof Choice

export type Ask = { orderId: string; productId: string; buyerId: string; choice: Choice }

export type Quote = {
  /** Business time of the hold, in whole milliseconds: when the order is made. */
  at: Date
  sellerId: string
  priceFen: bigint
  /** Whole days: of a linear order the length of the service, of another the agreed time to deliver. Null: none. */
  periodDays: number | null
  /** Whole hours, the length of a linear service sold by the hour; `periodDays` is null then. */
  periodHours?: number | null
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
  periodDays: number | null
  periodHours: number | null
  snapshot: Record<string, unknown>
  /** Null while it is not paid, and of one that never was. */
  paidAt: Date | null
  /** The order it goes on with: paid, it waits for that one's end. */
  renews: string | null
}

/** An order as it stands. Times are business time. */
export type StandingOrder = SoldOrder & {
  state: OrderLifeState
  serveStartAt: Date | null
  serveEndAt: Date | null
  deliveredAt: Date | null
  /** When something happens by itself: an acceptance, the end of a refund window. */
  dueAt: Date | null
}
