import { requireThat } from '@trove/contract/errors/codes'
import type { ProductType } from '@trove/contract/order-lists/kinds'
import type { OrderDetail } from '@trove/contract/order-lists/routes'
import type { ORDER_SORTS } from '@trove/contract/orders/shapes'
import { timeLine } from '@trove/contract/orders/states'
import type { PayResult } from '@trove/contract/payment/routes'
import { formatYuan } from '@trove/units/money'
import type { z } from 'zod'
import type { Markets, OrdersNeeds } from '../model/needs.ts'
import { listClearings, listEvents } from '../model/queries.ts'
import type { OrderRow } from '../model/rules.ts'
import { findOrder } from '../model/store.ts'
import { countByKind, type Facet, listOrders } from './list-store.ts'
import { type People, type WireIncome, type WireOrder, wireIncome, wireOrder } from './views.ts'

type Detail = z.input<typeof OrderDetail>

export type ListQuery = {
  page: number
  size: number
  name?: string
  sort?: (typeof ORDER_SORTS)[number]
  cursor?: string
}

/** One page of orders; what a kind's `describe` adds is known to its market alone. */
export type OrderListPage = {
  content: (WireOrder & { income?: WireIncome })[]
  totalElements: number
  nextCursor: string | null
}

/** What buyers and sellers read of their orders. Other people's orders do not exist for them. */
export function createLists(needs: OrdersNeeds, markets: Markets) {
  const { db, pool, identity, payment, wallet, log } = needs

  /** One page of a person's orders of one kind. */
  async function list(kind: ProductType, facet: Facet, userId: string, query: ListQuery): Promise<OrderListPage> {
    const text = query.name?.trim().toLowerCase()
    const search = text ? { text, personIds: await identity.findIdsByName(text) } : undefined
    const { rows, total, nextCursor } = await listOrders(pool, {
      facet,
      userId,
      productType: kind,
      isOldestFirst: query.sort === 'oldest',
      page: query.page,
      size: query.size,
      cursor: query.cursor,
      search,
    })
    const { products, people } = await describe(rows, { isLive: facet === 'purchase', readerId: userId })
    const content = rows.map((row, i) => {
      const order = wireOrder(row, products[i] ?? {}, people)
      return facet === 'profit' ? { ...order, income: wireIncome(row) } : order
    })
    return { content, totalElements: total, nextCursor }
  }

  async function describe(rows: OrderRow[], wanted: { isLive: boolean; readerId: string }) {
    const [first] = rows
    if (!first) return { products: [], people: new Map() as People }
    const ids = new Set(rows.flatMap((row) => [row.buyerId, row.sellerId]))
    const [products, people] = await Promise.all([
      markets.require(first.productType).describe(rows, wanted),
      identity.findPeople([...ids]),
    ])
    return { products, people: people as People }
  }

  /** One order of the reader's own, as buyer or seller. @throws ContractError `orders.not-found` */
  async function getOrder(userId: string, orderId: string): Promise<Detail> {
    const row = await findOrder(db, orderId)
    requireThat(row && (row.buyerId === userId || row.sellerId === userId), 'orders.not-found')
    const isSeller = row.sellerId === userId
    const [{ products, people }, events, clearings] = await Promise.all([
      describe([row], { isLive: false, readerId: userId }),
      listEvents(db, orderId),
      isSeller ? listClearings(db, orderId) : [],
    ])
    const states = await wallet.traceCleared(
      userId,
      clearings.map(({ at }) => at),
    )
    // A window in which goods may be given back ends when its clock says so, while that runs.
    const windowEnd = row.release === 'at-end' && row.state === 'delivered' && !row.duePausedAt ? row.dueAt : null
    const line = timeLine({ ...row, plannedEnd: row.serveEndAt ?? windowEnd }, events)
    // A renewal has nothing to make ready: it waits for the end of what it goes on with.
    const steps = row.renews === null ? line : line.filter(({ step }) => step !== 'provisioning')
    const detail = {
      ...wireOrder(row, products[0] ?? {}, people),
      role: isSeller ? 'seller' : 'buyer',
      income: isSeller ? wireIncome(row) : null,
      payouts: clearings.map(({ amountFen, at }, i) => ({
        amount: formatYuan(amountFen),
        at: at.toISOString(),
        state: states[i] ?? 'waiting',
      })),
      timeLine: (isSeller ? steps : steps.filter((entry) => entry.step !== 'cleared')).map((entry) => ({
        ...entry,
        at: entry.at?.toISOString() ?? null,
      })),
    }
    // The facts of its kind come from the market; the route checks them against the kind's shape.
    return detail as unknown as Detail
  }

  /**
   * Whether the buyer's order is paid; the provider is asked while we do not know.
   * @throws ContractError `orders.not-found`
   */
  async function payResult(buyerId: string, orderId: string): Promise<z.input<typeof PayResult>> {
    const isPaidNow = await payment.ask(orderId, { buyerId }).catch((error: unknown) => {
      log.warn({ err: error, orderId }, 'could not ask about a payment')
      return false
    })
    if (isPaidNow) return { orderId, result: 'paid', orderState: 'PaymentSuccessful' }
    const order = await findOwn(buyerId, orderId)
    const { orderState } = wireOrder(order, {}, new Map())
    const result = orderState === 'ToBePaid' ? 'confirming' : orderState === 'PaymentSuccessful' ? 'paid' : 'failed'
    return { orderId, result, orderState }
  }

  /** The cashier address of the buyer's unpaid order. @throws ContractError `orders.not-found`, `orders.not-payable` */
  async function payUrl(buyerId: string, orderId: string, device: 'pc' | 'mobile' | undefined): Promise<string> {
    const order = await findOwn(buyerId, orderId)
    requireThat(order.state === 'to-be-paid' && order.expiresAt > order.now, 'orders.not-payable')
    return payment.cashierUrl({ orderId, device: device ?? 'pc' })
  }

  async function findOwn(buyerId: string, orderId: string) {
    const order = await findOrder(db, orderId)
    requireThat(order?.buyerId === buyerId, 'orders.not-found')
    return order
  }

  return {
    list,
    countOrders: (userId: string) => countByKind(pool, userId, markets.kinds()),
    getOrder,
    payResult,
    payUrl,
  }
}
