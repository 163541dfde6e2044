import type { ProductType } from '@trove/contract/order-lists/kinds'
import { codeRoutes } from '../../features/code/entry/routes.ts'
import { codeMarket } from '../../features/code/market.ts'
import { computeRoutes } from '../../features/compute/entry/routes.ts'
import { computeMarket } from '../../features/compute/market.ts'
import { talentRoutes } from '../../features/talent/entry/routes.ts'
import { talentMarket } from '../../features/talent/market.ts'
import type { RouteEntry } from '../../lib/addresses/route-entry.ts'
import type { Market } from '../../market/entry/market.ts'

const byKind = {
  superPoints: { ...computeMarket, routes: computeRoutes },
  code: { ...codeMarket, routes: codeRoutes },
  manpower: { ...talentMarket, routes: talentRoutes },
} as const satisfies { [Kind in ProductType]: Market<Kind> & { routes: readonly RouteEntry[] } }

/**
 * The markets with orders of their own, in the order of their tabs: the route table, the menu and all pages that name each
 * market read this one list. It is light; what shows their goods and orders is in `market-faces.ts`.
 */
export const markets = Object.values(byKind)
