import { ComputeIcon } from '@trove/ui/icons/places'
import { paths } from '../../lib/addresses/paths.ts'
import type { Market } from '../../market/entry/market.ts'

/** The market of machines, as pages of all markets name it. */
export const computeMarket = {
  kind: 'superPoints',
  tab: 'calculateOrder',
  name: 'orders.tabs.calculateOrder',
  icon: ComputeIcon,
  tone: 'compute',
  goodsKey: 'compute',
  offerPath: (id: string) => paths.computeOffer({ id }),
  listPath: (filter: Record<string, string>) => paths.computeList(filter),
  /** The resource market has its lists, beside storage. */
  menu: [],
} as const satisfies Market
