import { CodeIcon } from '@trove/ui/icons/places'
import { areaOf, paths } from '../../lib/addresses/paths.ts'
import type { Market } from '../../market/entry/market.ts'

/** The market of works, as pages of all markets name it. */
export const codeMarket = {
  kind: 'code',
  tab: 'codeOrder',
  name: 'orders.tabs.codeOrder',
  icon: CodeIcon,
  tone: 'code',
  goodsKey: 'code',
  offerPath: (id: string) => paths.codeDetail({ id }),
  listPath: (filter: Record<string, string>) => paths.codeList(filter),
  menu: [
    {
      title: 'workCodeForce',
      path: paths.codeList(),
      icon: CodeIcon,
      also: [paths.publishCode(), areaOf(paths.codeDetail), areaOf(paths.sharedCode)],
    },
  ],
} as const satisfies Market
