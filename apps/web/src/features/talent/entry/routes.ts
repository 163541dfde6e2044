import { laterScreens } from '../../../lib/addresses/later-screens.ts'
import { paths } from '../../../lib/addresses/paths.ts'
import { type RouteEntry, saidEarly } from '../../../lib/addresses/route-entry.ts'
import { loadMoreWords } from '../../../lib/session/language.ts'
import { talentPaths } from '../addresses.ts'

/** The market of experts; the homepage of one, which the address names, comes beside it. */
function loadManpower() {
  if (new URLSearchParams(location.search).has('productId')) {
    // A failure shows where the homepage is drawn.
    import('../experts/homepage.tsx').catch(() => undefined)
    loadMoreWords().catch(() => undefined)
  }
  return import('../experts/manpower.tsx')
}

const later = laterScreens(() => import('./screens.ts'))

/** The talent market: experts and homepages, which everybody may read (decision 43), and what signed-in people do there. */
export const talentRoutes: RouteEntry[] = [
  {
    path: paths.talent.pattern,
    name: 'manpower',
    title: 'manpower',
    access: 'open',
    shape: 'cards',
    screen: saidEarly(loadManpower, 'markets'),
    pageParameter: 'productId',
  },
  {
    path: talentPaths.addCase.pattern,
    name: 'addCase',
    title: 'addCase',
    access: 'signed-in',
    hasBack: true,
    changes: 'case',
    shape: 'form',
    screen: later('addCase'),
  },
  {
    path: talentPaths.orderTalent.pattern,
    name: 'orderNow',
    title: 'computingCheck',
    access: 'signed-in',
    hasBack: true,
    shape: 'thing',
    screen: later('checkoutTalent'),
  },
  {
    path: talentPaths.contactConsultant.pattern,
    name: 'contactConsultant',
    title: 'contactConsultant',
    access: 'signed-in',
    hasBack: true,
    screen: later('contactConsultant'),
  },
  {
    path: paths.hourSalary.pattern,
    name: 'myHourSalary',
    title: 'myHourSalary',
    access: 'signed-in',
    screen: later('hourSalary'),
  },
  {
    path: talentPaths.freeHours.pattern,
    name: 'myFreeHours',
    title: 'freeHours',
    access: 'signed-in',
    hasBack: true,
    screen: later('freeHours'),
  },
]
