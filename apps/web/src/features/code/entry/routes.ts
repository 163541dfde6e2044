import { paths } from '../../../lib/addresses/paths.ts'
import { type RouteEntry, saidEarly } from '../../../lib/addresses/route-entry.ts'
import { codePaths } from '../addresses.ts'

/** The code market: its list, publishing, one work by its two addresses, and one's own. */
export const codeRoutes: RouteEntry[] = [
  {
    path: paths.codeList.pattern,
    name: 'codeForceList',
    title: 'codeForceList',
    access: 'signed-in',
    screen: saidEarly(() => import('../list/code-list.tsx')),
  },
  {
    path: paths.publishCode.pattern,
    name: 'publishProduct',
    title: 'publishProduct',
    access: 'signed-in',
    screen: () => import('../publish/publish-work.tsx'),
  },
  {
    path: paths.codeDetail.pattern,
    name: 'codeDetails',
    title: 'codeDetails',
    access: 'open',
    screen: () => import('../detail/code-detail.tsx'),
  },
  {
    path: paths.sharedCode.pattern,
    name: 'shareCode',
    title: 'codeDetails',
    access: 'open',
    screen: () => import('../detail/code-detail.tsx'),
  },
  {
    path: codePaths.codeRights.pattern,
    name: 'codeRights',
    title: 'codeRights',
    access: 'open',
    screen: () => import('../rights/rights-page.tsx'),
  },
  {
    path: paths.myCode.pattern,
    name: 'my-code',
    title: 'myCode',
    access: 'signed-in',
    screen: () => import('../mine/my-code.tsx'),
  },
]
