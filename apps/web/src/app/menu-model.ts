import type { titles } from '@trove/messages/shell'
import type { IconComponent } from '@trove/ui/icons/icon'
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
  TalentIcon,
  WalletIcon,
} from '@trove/ui/icons/places'
import { isLater } from './later-routes.ts'

/** What the desktop menu lists: the shared market and the personal center (b-markets 2, main layout). */

export type MenuItem = { title: keyof typeof titles; path: string; icon: IconComponent; also?: string[] }

export const marketMenu: MenuItem[] = [
  { title: 'home', path: '/home', icon: HomeIcon, also: ['/computingPower', '/workCodeForce'] },
  { title: 'computingHub', path: '/computingPowerMarket/hub', icon: ComputeIcon },
  {
    title: 'storageResources',
    path: '/computingPowerMarket/storage-resources',
    icon: MarketIcon,
    also: [
      '/computingPowerMarket/computing-list',
      '/computingPowerMarket/offer',
      '/computingPowerMarket/computing-check',
      '/computingPowerMarket/shared-computing',
    ],
  },
  { title: 'informationStatistics', path: '/computingPowerMarket/information-statistics', icon: ChartIcon },
  { title: 'share', path: '/computingPowerMarket/share', icon: StorageIcon },
  { title: 'workCodeForce', path: '/codeForce/codeForceList', icon: CodeIcon, also: ['/codeForce'] },
  { title: 'manpower', path: '/manpower', icon: TalentIcon },
]

export const personalMenu: MenuItem[] = [
  {
    title: 'personalCenter',
    path: '/personalCenter',
    icon: MeIcon,
    also: ['/personal-center/profile', '/personal-center/notices', '/personal-center/authentication'],
  },
  { title: 'conversations', path: '/personal-center/conversations', icon: MessagesIcon },
  { title: 'myPurse', path: '/personal-center/my-purse', icon: WalletIcon, also: ['/bind/alipay'] },
  { title: 'myConsumeOrder', path: '/personal-center/my-order/consume', icon: OrdersIcon },
  { title: 'myProfitOrder', path: '/personal-center/my-order/profit', icon: OrdersIcon },
  { title: 'myCalculate', path: '/personal-center/my-calculate', icon: ComputeIcon },
  { title: 'myStorage', path: '/personal-center/my-storage', icon: StorageIcon },
  { title: 'myCode', path: '/personal-center/my-code', icon: CodeIcon },
]

/** Whether a menu item stands for the path in view. */
export function isSelected(item: MenuItem, path: string): boolean {
  return [item.path, ...(item.also ?? [])].some((start) => path === start || path.startsWith(`${start}/`))
}

/** What can be used now, and what is still to come. */
export function splitLater(items: MenuItem[]): { now: MenuItem[]; later: MenuItem[] } {
  return { now: items.filter(({ path }) => !isLater(path)), later: items.filter(({ path }) => isLater(path)) }
}
