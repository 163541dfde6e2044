import type { ProductType } from '@trove/contract/order-lists/kinds'
import type { IconComponent } from '@trove/ui/icons/icon'
import { CodeIcon, ComputeIcon, TalentIcon } from '@trove/ui/icons/places'
import { paths } from '../../lib/addresses/paths.ts'

type Market<Kind> = {
  kind: Kind
  tab: string
  name: string
  icon: IconComponent
  tone: string
  offerPath(id: string): string
  /** Its list with this filter. */
  listPath(filter: Record<string, string>): string
}

const byKind = {
  superPoints: {
    kind: 'superPoints',
    tab: 'calculateOrder',
    name: 'orders.tabs.calculateOrder',
    icon: ComputeIcon,
    tone: 'compute',
    offerPath: (id: string) => paths.computeOffer({ id }),
    listPath: (filter: Record<string, string>) => paths.computeList(filter),
  },
  code: {
    kind: 'code',
    tab: 'codeOrder',
    name: 'orders.tabs.codeOrder',
    icon: CodeIcon,
    tone: 'code',
    offerPath: (id: string) => paths.codeDetail({ id }),
    listPath: (filter: Record<string, string>) => paths.codeList(filter),
  },
  manpower: {
    kind: 'manpower',
    tab: 'manpowerOrder',
    name: 'orders.tabs.manpowerOrder',
    icon: TalentIcon,
    tone: 'talent',
    offerPath: (id: string) => paths.talent({ productId: id }),
    listPath: (filter: Record<string, string>) => paths.talent({ ...filter, tab: 'experts' }),
  },
} as const satisfies { [Kind in ProductType]: Market<Kind> }

/**
 * The markets as pages of all markets name them, in the order of their tabs: order lists, the personal center,
 * favourites and saved searches read this one list. It is light; what shows the orders of each is in `order-faces.ts`.
 */
export const markets = Object.values(byKind)
