import { laterScreens } from '../../../lib/addresses/later-screens.ts'
import { paths } from '../../../lib/addresses/paths.ts'
import { type RouteEntry, saidEarly } from '../../../lib/addresses/route-entry.ts'
import { codePaths } from '../addresses.ts'

const later = laterScreens(() => import('./screens.ts'))

/** The code market: its list, publishing, one work by its two addresses, and one's own. */
export const codeRoutes: RouteEntry[] = [
  {
    path: paths.codeList.pattern,
    name: 'codeForceList',
    title: 'codeForceList',
    access: 'signed-in',
    hasBack: true,
    shape: 'cards',
    screen: saidEarly(() => import('../list/code-list.tsx')),
  },
  {
    path: paths.publishCode.pattern,
    name: 'publishProduct',
    title: 'publishProduct',
    access: 'signed-in',
    hasBack: true,
    changes: 'id',
    shape: 'form',
    screen: later('publishWork'),
  },
  {
    path: paths.codeDetail.pattern,
    name: 'codeDetails',
    title: 'codeDetails',
    access: 'open',
    hasBack: true,
    shape: 'thing',
    screen: later('codeDetail'),
  },
  {
    path: paths.sharedCode.pattern,
    name: 'shareCode',
    title: 'codeDetails',
    access: 'open',
    hasBack: true,
    shape: 'thing',
    screen: later('codeDetail'),
  },
  {
    path: codePaths.codeRights.pattern,
    name: 'codeRights',
    title: 'codeRights',
    access: 'open',
    hasBack: true,
    screen: later('rightsPage'),
  },
  {
    path: paths.myCode.pattern,
    name: 'my-code',
    title: 'myCode',
    access: 'signed-in',
    hasBack: true,
    shape: 'tabs',
    screen: later('myCode'),
  },
]
