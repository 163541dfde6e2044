import type { listComputeProfit, listPurchases } from '@trove/contract/compute/orders'
import type { listShares } from '@trove/contract/compute/routes'
import type { listComputeGroups } from '@trove/contract/dictionary/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import type { getOrder } from '@trove/contract/order-lists/routes'
import { offerOf } from './people.ts'

/** Orders and machines that the fake server knows in screen tests. */

export type OrderOfList = RouteResult<typeof listComputeProfit>['content'][number]
export type OrderDetail = Extract<RouteResult<typeof getOrder>, { orderSource: 'superPoints' }>
export type Purchase = RouteResult<typeof listPurchases>['content'][number]
export type Share = RouteResult<typeof listShares>['content'][number]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const now = Date.now()
/** A moment so many days from now. */
export const inDays = (days: number): string => new Date(now + days * DAY_MS).toISOString()

const machine = {
  cpuCores: 4,
  ramSize: 8,
  diskSize: 100,
  bandwidth: 20,
  operationSystem: '3',
  servePeriod: 30,
  serveHours: null,
  renewsOrderId: null,
  gpu: null,
  isAutoRenewed: false,
  openFault: null,
}

/** A machine in service since yesterday, half of its income cleared. */
export const serving: OrderOfList = {
  ...machine,
  id: 'o1',
  fkProductId: 'm1',
  orderSource: 'superPoints',
  outTradeNo: 'TR20261101',
  orderState: 'PaymentSuccessful',
  closeReason: null,
  totalAmount: '30.00',
  feeAmount: '0.00',
  tradingPlatform: 'Alipay',
  cstCreate: inDays(-1),
  expiresAt: inDays(-1),
  paidAt: inDays(-1),
  refund: null,
  refundState: null,
  superPointsStatus: 1,
  authId: 'CP-77',
  serveStartTime: inDays(-1),
  serveEndTime: inDays(29),
  purchaser: 'Bea',
  sharer: 'Sam',
  income: {
    accruedAmount: '1.00',
    clearedAmount: '0.50',
    clearableAmount: '0.50',
    perDayAmount: '1.00',
    asOf: inDays(0),
  },
}

type OpenFault = NonNullable<OrderOfList['openFault']>
/** The same with a case that is open: a fault that waits for its seller for two days more. */
export const withFault = (change: Partial<OpenFault> = {}): OrderOfList => ({
  ...serving,
  openFault: { awaits: 'seller', until: inDays(2), contest: null, ...change },
})

/** Waits for its money for ten minutes more. */
export const unpaid: OrderOfList = {
  ...serving,
  id: 'o2',
  outTradeNo: 'TR20261102',
  orderState: 'ToBePaid',
  paidAt: null,
  expiresAt: new Date(now + 600_000).toISOString(),
  superPointsStatus: null,
  serveStartTime: null,
  serveEndTime: null,
}

/** One order as its own page shows it. */
export function detailOf(order: OrderOfList, change: Partial<OrderDetail> = {}): OrderDetail {
  return {
    ...order,
    role: 'buyer',
    payouts: [],
    timeLine: [
      { step: 'created', at: order.cstCreate, state: 'done' },
      { step: 'serving', at: order.serveStartTime, state: 'now' },
      { step: 'ended', at: order.serveEndTime, state: 'next' },
    ],
    ...change,
    income: change.role === 'seller' ? order.income : null,
  }
}

/** A machine one rented, in service. */
export const purchase: Purchase = {
  ...machine,
  orderId: 'o1',
  fkProductId: 'm1',
  authId: 'CP-77',
  serveStartTime: inDays(-1),
  serveEndTime: inDays(29),
  sharer: 'Sam',
  superPointsStatus: 1,
  verification: offerOf('m1').verification,
  isOnMarket: false,
}

/** A machine one shares, on sale. */
export const share: Share = {
  ...machine,
  id: 'm1',
  faultAwaits: null,
  isRelisted: false,
  isRenewable: true,
  renewalPrice: '9.90',
  price: '9.90',
  hourPrice: null,
  description: 'in the cellar',
  status: 0,
  listing: 'online',
  isReserved: false,
  authId: 'CP-77',
  serveStartTime: null,
  serveEndTime: null,
  serverIPv4: '8.8.8.8',
  serverPort: 22,
  defaultUsername: 'root',
  verification: offerOf('m1').verification,
  cleaning: 'none',
  orderId: null,
  cstCreate: '2026-10-01T00:00:00.000Z',
}

/** The option that a GPU of an order is called by. */
export const gpuGroup = {
  GPU: [{ dictKey: 'RTX 4090', dictValue: 'rtx-4090', labelZh: 'RTX 4090', labelEn: 'RTX 4090' }],
} satisfies RouteResult<typeof listComputeGroups>

/** A last page. */
export const pageOf = <T>(...content: T[]) => ({ content, totalElements: content.length, nextCursor: null })
