import { ComputeOrderDetail } from '../compute/orders.ts'
import { Id, personText } from '../kit/shapes.ts'

/** What each market adds to orders, in one place: a new kind adds a line to each list and nothing to `orders.ts`. */

/** The page of an order of each kind, discriminated by `orderSource`. */
export const orderDetails = [ComputeOrderDetail] as const

/** What a buyer may choose with a product. A market says which of these it uses; with another kind they are refused. */
export const orderChoices = {
  /** Talent: the package of hours, and what is to be done. */
  manWorkingHourId: Id.optional(),
  manWorkingRequire: personText(0, 2000).optional(),
}
