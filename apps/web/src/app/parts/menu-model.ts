import {
  ChartIcon,
  CodeIcon,
  ComputeIcon,
  HomeIcon,
  MarketIcon,
  MeIcon,
  MessagesIcon,
  OrdersIcon,
  StorageIcon,
  WalletIcon,
} from '@trove/ui/icons/places'
import { areaOf, areas, isUnder, paths, rootOf } from '../../lib/addresses/paths.ts'
import type { MenuItem } from '../../market/entry/market.ts'
import { markets } from '../entries/markets.ts'

/** What the desktop menu lists: the shared market and the personal center (b-markets 2, main layout). */

export const marketMenu: MenuItem[] = [
  { title: 'home', path: paths.home(), icon: HomeIcon, also: [paths.computingPower(), paths.workCodeForce()] },
  { title: 'computingHub', path: paths.hub(), icon: ComputeIcon },
  {
    title: 'storageResources',
    path: paths.market(),
    icon: MarketIcon,
    also: [
      paths.computeList(),
      areaOf(paths.computeOffer),
      paths.computeFigures(),
      areaOf(paths.computeSeller),
      areaOf(paths.compareCompute),
      areaOf(paths.checkoutCompute),
      paths.publishCompute(),
    ],
  },
  { title: 'informationStatistics', path: paths.storageFigures(), icon: ChartIcon },
  { title: 'share', path: paths.shareStorage(), icon: StorageIcon },
  ...markets.flatMap<MenuItem>(({ menu }) => menu),
]

export const personalMenu: MenuItem[] = [
  {
    title: 'personalCenter',
    path: paths.personalCenter(),
    icon: MeIcon,
    also: [paths.profile(), paths.notices(), paths.certification()],
  },
  { title: 'conversations', path: paths.conversations(), icon: MessagesIcon },
  { title: 'income', path: paths.income(), icon: ChartIcon },
  { title: 'myPurse', path: paths.purse(), icon: WalletIcon, also: [paths.bindAlipay()] },
  { title: 'myConsumeOrder', path: paths.consumeOrders(), icon: OrdersIcon },
  { title: 'myProfitOrder', path: paths.profitOrders(), icon: OrdersIcon },
  { title: 'myCalculate', path: paths.myCompute(), icon: ComputeIcon },
  { title: 'myStorage', path: paths.myStorage(), icon: StorageIcon },
  { title: 'myCode', path: paths.myCode(), icon: CodeIcon },
]

/** What the addresses of the markets begin with. */
export const marketAreas: readonly string[] = [...areas.pay, ...markets.map(({ listPath }) => rootOf(listPath({})))]

/** Whether a menu item stands for the path in view. */
export function isSelected(item: MenuItem, path: string): boolean {
  return isUnder(path, [item.path, ...(item.also ?? [])])
}
