import { ContractError } from '@trove/contract/errors/codes'
import type { ProductType } from '@trove/contract/order-lists/kinds'
import type { OrderLifeState } from '@trove/contract/orders/states'
import type { Tx } from '../../platform/db/handle.ts'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import type { FindTurns } from '../notices/module.ts'
import type { PaymentListener } from '../payment/module.ts'
import { createClearAll } from './income/clear-all.ts'
import { readIncome } from './income/read.ts'
import { ORDER_INVARIANTS } from './invariants.ts'
import { type Billed, findBilled } from './lists/billed.ts'
import type { Facet } from './lists/list-store.ts'
import { createLists, type ListQuery, type OrderListPage } from './lists/lists.ts'
import { type WireCleared, wireCleared } from './lists/views.ts'
import type { Markets, OrdersNeeds } from './model/needs.ts'
import {
  countServed,
  countServing,
  findNumbered,
  findOrderNumbers,
  findProvisioning,
  findServing,
  findTraded,
  type Numbered,
  type ServingOrder,
  sumUnclearedFen,
} from './model/queries.ts'
import { buyerTurnOf, type OrderAt, type OrderRow, requireSound, sellerTurnOf } from './model/rules.ts'
import type { Sellable, SoldOrder } from './model/sellable.ts'
import { findOrder, findOrders, lockOrder } from './model/store.ts'
import { pauseDue, resumeDue } from './model/store-due.ts'
import { findRenewal, type Renewal } from './model/store-renewals.ts'
import { orderRoutes } from './routes.ts'
import { type Clearing, createClearing } from './steps/clearing.ts'
import { createDeliveries, type Deliveries } from './steps/deliveries.ts'
import { createLife } from './steps/life.ts'
import { createRefunds, type RefundAsk } from './steps/refunds.ts'
import { createRenewals } from './steps/renewals.ts'
import { type AskedRenewal, createReserve, type RenewalAsk } from './steps/reserve.ts'
import { defineSweeps } from './steps/sweep.ts'
import { createTimeouts } from './steps/timeouts.ts'

export type { ServingOrder } from './model/queries.ts'

/** Where an order stands, and when something happens by itself. */
type Standing = Pick<
  OrderAt,
  | ('outTradeNo' | 'productId' | 'state' | 'deliveredAt' | 'dueAt' | 'duePausedAt' | 'dueShiftMs')
  | ('amountFen' | 'clearedFen' | 'refundedFen' | 'serveStartAt' | 'serveEndAt' | 'now')
  | ('periodDays' | 'periodHours')
>

/** Orders and people that a text may mean. */
export type Meant = { orderIds: string[]; personIds: string[] }

/** Door of orders. */
export type Orders = Deliveries & {
  registerSellable(market: Sellable): void
  /** The market has handed the product of a linear order over: the service window opens now and lasts the paid period. */
  beginService(tx: Tx, orderId: string): Promise<{ serveStartAt: Date; serveEndAt: Date }>
  /** The market cannot serve a paid order: the buyer is refunded in full. False when it is not paid, or served. */
  failService(tx: Tx, orderId: string, reason: string): Promise<boolean>
  /**
   * Gives a part or all of what was not cleared back to the buyer; false when a refund of that key was asked for before.
   * @throws ContractError `orders.not-found`, `orders.not-refundable` when it is not paid, or that much is not left
   */
  refund(tx: Tx, orderId: string, ask: RefundAsk): Promise<boolean>
  /**
   * Ends a running linear service now, before its planned end: `ask.amountFen` (it may be 0) goes back and what is left of
   * the price is the seller's. The market takes the product back as at any end (`ended`). False when it does not run.
   * @throws ContractError `orders.not-refundable` when that much is not left
   */
  stop(tx: Tx, orderId: string, ask: RefundAsk): Promise<boolean>
  /**
   * Makes the renewal of a running order, whose lock the caller holds; it can be paid until that one ends. Above `mostFen`
   * nothing is made and only the price comes back.
   * @throws ContractError why it cannot be renewed; `orders.product-taken` when an unpaid renewal waits
   */
  askRenewal(tx: Tx, ask: RenewalAsk): Promise<AskedRenewal>
  /** The renewal of an order that waits for its payment, or is paid and waits for the end of that one. */
  findRenewal(orderId: string): Promise<Renewal | undefined>
  /** The buyer's own order of a product with its window open now and not refunded. */
  findServing(productId: string, buyerId: string): Promise<ServingOrder | undefined>
  /** The paid order of a product still being provisioned for this buyer. */
  findProvisioning(productId: string, buyerId: string): Promise<{ orderId: string } | undefined>
  /** Accrued and not yet cleared income of a seller, in fen, over all orders. */
  unclearedFen(sellerId: string): Promise<bigint>
  /** The orders with these numbers, by number. */
  findNumbered(numbers: readonly string[]): Promise<Map<string, Numbered>>
  /** The same with what was ordered, for the lines of a bill; one read for each kind of them. */
  findBilled(numbers: readonly string[]): Promise<Map<string, Billed>>
  /** What a text typed at the desk may mean: the order of that number, and people whose nickname holds it (at most 200). */
  findMeant(text: string): Promise<Meant>
  /** The numbers of the orders with these ids, by id. */
  findNumbers(ids: readonly string[]): Promise<Map<string, string>>
  /**
   * One page of a person's orders of a kind, for the market's own lists: the common part, what its `describe` says, and
   * the income in what they sold. Lists of `purchase` describe live.
   */
  list(kind: ProductType, facet: Facet, userId: string, query: ListQuery): Promise<OrderListPage>
  /** Clears an order one has of that kind, by its own id or its product's. @throws ContractError why it cannot be cleared */
  clear(userId: string, orderOrProductId: string, kind: ProductType): Promise<WireCleared>
  /** Served orders of each product, for its page. */
  countServed(productId: string): Promise<number>
  countServing(): Promise<number>
  /** Where an order stands; undefined when there is none of that id. */
  find(orderId: string): Promise<Standing | undefined>
  /** Where several orders stand, by id, read at once. */
  findAll(orderIds: readonly string[]): Promise<Map<string, Standing>>
  /** The same under the order's lock: nothing else moves it before the transaction ends. */
  lock(tx: Tx, orderId: string): Promise<Standing | undefined>
  /** Stops the clock of an order, delivered or in these states, whose lock the caller holds: silence does not count while something is open. */
  pauseDue(tx: Tx, orderId: string, states?: readonly OrderLifeState[]): Promise<void>
  /** Lets it go on with as much time as was left. */
  resumeDue(tx: Tx, orderId: string): Promise<void>
  /** Ends an on-accept order by a ruling, whether it was delivered or not: what did not go back is the seller's. */
  endByRuling(tx: Tx, orderId: string): Promise<void>
  /** What these orders ask of a person who bought or sold them; app.ts hands it to the notices. */
  findTurns: FindTurns
  /** Who traded what in an order of this kind, and when its service ended by business time. */
  findTraded(productType: string, orderId: string): ReturnType<typeof findTraded>
}

/**
 * Makes the orders of all markets; app.ts registers the markets and hands `paymentListener` to payment.
 */
export function createOrders(needs: OrdersNeeds): Orders & { routes: ServedRoute[]; paymentListener: PaymentListener } {
  const registered = new Map<ProductType, Sellable>()
  const markets: Markets = {
    require(productType) {
      const market = registered.get(productType)
      if (!market) throw new ContractError('orders.product-type-unsupported')
      return market
    },
    kinds: () => [...registered.keys()],
    sold: soldOf,
  }
  const renewals = createRenewals(needs, markets)
  const life = createLife(needs, markets, renewals)
  const clearing = createClearing(needs, markets, life)
  const refunds = createRefunds(needs, markets, renewals)
  const deliveries = createDeliveries(needs, markets)
  const timeouts = createTimeouts(needs, markets, { refunds, clearing })
  const reserve = createReserve(needs, markets, { life, renewals })
  const lists = createLists(needs, markets)
  defineSweeps(needs, { life, clearing, timeouts })
  for (const invariant of ORDER_INVARIANTS) needs.ledger.addInvariant(invariant)

  return {
    registerSellable(market) {
      requireSound(market)
      registered.set(market.kind, market)
    },
    beginService: life.beginService,
    failService: refunds.failService,
    refund: refunds.refund,
    stop: refunds.stop,
    askRenewal: reserve.askRenewal,
    ...deliveries,
    list: lists.list,
    clear: async (userId, orderOrProductId, kind) => wireCleared(await clearing.clear(userId, orderOrProductId, kind)),
    pauseDue,
    resumeDue,
    endByRuling: clearing.endByRuling,
    ...readsOf(needs),
    findBilled: (numbers) => findBilled(needs.db, markets, numbers),
    async findTurns(userId, orderIds) {
      const found = await findOrders(needs.db, orderIds)
      return found.flatMap((order) => {
        if (order.sellerId === userId) return sellerTurnOf(order) ?? []
        if (order.buyerId !== userId) return []
        return buyerTurnOf(order, markets.require(order.productType).timeouts) ?? []
      })
    },
    paymentListener: { ...life.paymentListener, refunded: refunds.refunded },
    routes: orderRoutes({ reserve, lists, clearing, life, ...incomeOf(needs, markets, clearing) }),
  }
}

/** What other modules ask about orders without changing them. */
function readsOf({ db, identity }: OrdersNeeds) {
  return {
    findRenewal: (orderId: string) => findRenewal(db, orderId),
    findServing: (productId: string, buyerId: string) => findServing(db, productId, buyerId),
    findProvisioning: (productId: string, buyerId: string) => findProvisioning(db, productId, buyerId),
    unclearedFen: (sellerId: string) => sumUnclearedFen(db, sellerId),
    findNumbered: (numbers: readonly string[]) => findNumbered(db, numbers),
    findNumbers: (ids: readonly string[]) => findOrderNumbers(db, ids),
    findMeant: async (text: string) => {
      const [found, personIds] = await Promise.all([findNumbered(db, [text.trim()]), identity.findIdsByName(text)])
      return { orderIds: [...found.values()].map(({ id }) => id), personIds }
    },
    countServed: (productId: string) => countServed(db, productId),
    countServing: () => countServing(db),
    find: (orderId: string) => findOrder(db, orderId),
    findAll: async (orderIds: readonly string[]) =>
      new Map((await findOrders(db, orderIds)).map((order) => [order.id, order])),
    lock: lockOrder,
    findTraded: (productType: string, orderId: string) => findTraded(db, productType, orderId),
  }
}

/** What a market is told of its order. */
function soldOf(order: OrderRow): SoldOrder {
  const { id, productId, buyerId, sellerId, periodDays, periodHours, snapshot, paidAt, renews } = order
  return { id, productId, buyerId, sellerId, periodDays, periodHours, snapshot, paidAt, renews }
}

/** What sellers earn over all kinds, and collecting all of it. */
function incomeOf(needs: OrdersNeeds, markets: Markets, clearing: Clearing) {
  return {
    clearAll: createClearAll(needs, markets, clearing),
    readIncome: (sellerId: string) => readIncome(needs.db, markets, sellerId),
  }
}
