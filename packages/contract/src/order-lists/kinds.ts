import { codeKind } from '../code/kind.ts'
import { computeKind } from '../compute/kind.ts'
import { merged } from '../kit/merged.ts'
import type { RouteSpec } from '../kit/route.ts'
import { talentKind } from '../talent/kind.ts'

/** What can be sold: each market with orders of its own, by what it adds to the contract. A new one is one line here. */
const kinds = [computeKind, codeKind, talentKind] as const
type Kind = (typeof kinds)[number]

/** The page of an order of each kind, discriminated by `orderSource`. */
export const orderDetails = kinds.map(({ orderDetail }) => orderDetail) as [
  Kind['orderDetail'],
  ...Kind['orderDetail'][],
]

/** Wire names of what can be sold (decisions, Names): superPoints is compute, manpower is talent. */
export const PRODUCT_TYPES = orderDetails.map(({ shape }) => shape.orderSource.value)
export type ProductType = (typeof PRODUCT_TYPES)[number]

/** What a buyer may choose with a product. A market says which of these it uses; with another kind they are refused. */
export const orderChoices = merged(kinds.map(({ choices }) => choices))

/** Why a choice is refused, over all kinds. */
export const orderChoiceErrors = kinds.flatMap(({ choiceErrors }) => choiceErrors).toSorted()

/** The routes of all kinds. */
export const kindRoutes = kinds.flatMap<RouteSpec>(({ routes }) => routes)
