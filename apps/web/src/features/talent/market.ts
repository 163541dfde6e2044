import { TalentIcon } from '@trove/ui/icons/places'
import { paths } from '../../lib/addresses/paths.ts'
import type { Market } from '../../market/entry/market.ts'

/** The market of experts, as pages of all markets name it. */
export const talentMarket = {
  kind: 'manpower',
  tab: 'manpowerOrder',
  name: 'orders.tabs.manpowerOrder',
  icon: TalentIcon,
  tone: 'talent',
  goodsKey: 'talent',
  offerPath: (id: string) => paths.talent({ productId: id }),
  listPath: (filter: Record<string, string>) => paths.talent({ ...filter, tab: 'experts' }),
  menu: [{ title: 'manpower', path: paths.talent(), icon: TalentIcon }],
} as const satisfies Market
