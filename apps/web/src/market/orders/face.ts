import type { ProductType } from '@trove/contract/order-lists/kinds'
import type { Income, OrderCommon as OrderCommonShape, orderDetailParts } from '@trove/contract/orders/shapes'
import type { Action } from '@trove/ui/actions/action-button'
import type { Tone } from '@trove/ui/base/tokens'
import type { IconComponent } from '@trove/ui/icons/icon'
import type { MoneyRow } from '@trove/ui/lists/money-block'
import type { ReactNode } from 'react'
import type { z } from 'zod'

/** What a market hands in so that its orders can be listed and shown. The frame knows what all orders have in common. */

export type OrderCommon = z.output<typeof OrderCommonShape> & { orderSource: ProductType }
export type OrderIncome = z.output<typeof Income>
type DetailParts = z.output<z.ZodObject<typeof orderDetailParts>>
/** One order as its own page shows it. */
export type Detailed<Order extends OrderCommon = OrderCommon> = Order & DetailParts
/** What its page knows of one order as soon as a list had it: all but its time line and its payouts. */
export type Known<Order extends OrderCommon = OrderCommon> = Listed<Order> & Pick<DetailParts, 'role'>
/** One order of a list; the seller's say what they earned. */
export type Listed<Order extends OrderCommon = OrderCommon> = Order & { income?: OrderIncome | null }
/** Which side of the orders a list shows: what one bought, or what one sold. */
export type Side = 'consume' | 'profit'
export type Reader = 'buyer' | 'seller'

export type OrderQuery = { name?: string; cursor?: string; page: number; size: number }
export type OrderPage<Order extends OrderCommon> = {
  content: Listed<Order>[]
  totalElements: number
  nextCursor: string | null
}

/** `standing` names where it stands for programs, the label for people. */
export type OrderLook = { standing: string; tone: Tone; icon: IconComponent; label: string }
export type OrderFact = { label: string; value: ReactNode; isWide?: boolean }

/** Words and looks of a market's orders, in the reader's language. */
export type OrderWords<Order extends OrderCommon = OrderCommon> = {
  /** Where the order stands, as a badge. */
  look(order: Order, reader: Reader): OrderLook
  /** What happens next and who must act, until when. `now`: business time, for what has a time limit. */
  next(order: Known<Order>, now: Date): string
  /** What stands on the card. */
  facts(order: Order, reader: Reader): OrderFact[]
  /** What stands on the page: the goods in one line, and rows about them. */
  about(order: Known<Order>): { summary: ReactNode; rows: MoneyRow[] }
  /** Said of an order that will be cleared by itself, beside what is still to clear. */
  clearNote(order: Order): string | undefined
  /** The market's own word for a step of the time line, where the common one does not fit; null for one that is not shown. */
  step?(step: DetailParts['timeLine'][number], order: Detailed<Order>): string | null | undefined
  /** Why the step under way stands still, of an order that is on hold. */
  held?(order: Order): string | undefined
  /** What cancelling an unpaid order means, where the market has more to say than that it is over. */
  cancelText?: string
  empty(side: Side): { title: string; text: string; action: Action }
  /** After the payment: what is said, where a certain order needs other words than most, where the goods are, and where to go once they are ready. */
  paid: {
    text: string
    action: Action
    textOf?(order: Order): string | undefined
    readyOf?(order: Order): { text: string; action: Action } | undefined
  }
  /** Where the goods can be bought again. */
  goodsPath(order: OrderCommon): string
}

export type OrderFace<Order extends OrderCommon = OrderCommon> = {
  /** `orderSource` of the wire. */
  kind: string
  /** Under which key of the query cache what it sells is kept. */
  goodsKey: string
  /** Its tab of the order lists, as the address names it. */
  tab: string
  list(side: Side, query: OrderQuery): Promise<OrderPage<Order>>
  /** Something happens soon without the person. */
  isMoving(order: Order): boolean
  isEarning(order: Order): boolean
  /** Until when income grows by itself; null when it does not. */
  earnsUntil(order: Order): string | null
  /** Whether the step under way waits for this reader. */
  isWaitingFor(order: Order, reader: Reader): boolean
  useWords(): OrderWords<Order>
  /** Whether there is something to do besides paying and cancelling. */
  hasAction(order: Order, reader: Reader, now: Date): boolean
  /** What its page shows besides, such as a time-sheet. */
  More?(props: { order: Known<Order> }): ReactNode
  /** The same, where it grows when it has been read: it stands last, so that it pushes nothing away. */
  Last?(props: { order: Known<Order> }): ReactNode
  /** How many steps the time line has of one that goes as usual. */
  steps: number
  /** What its page shows besides, in the shape of a paid one's, while nothing is known of the order yet. */
  Awaited?(): ReactNode
  /** The button for it. */
  Act(props: { order: Listed<Order>; reader: Reader; size: 'sm' | 'md' }): ReactNode
  /** What the reader has of the order, on its page. */
  Goods?(props: { order: Known<Order> }): ReactNode
}

/** The face of an order; undefined for a kind this version does not know. */
export function faceOf(faces: readonly OrderFace[], kind: string): OrderFace | undefined {
  return faces.find((face) => face.kind === kind)
}
