import { paths } from '../../lib/addresses/paths.ts'
import { type RouteEntry, saidEarly } from '../entries/route-entry.ts'

/** The code market: its list, publishing, one work by its two addresses, and one's own. */
export const codeRoutes: RouteEntry[] = [
  {
    path: paths.codeList.pattern,
    name: 'codeForceList',
    title: 'codeForceList',
    access: 'signed-in',
    screen: saidEarly(() => import('../../features/code/list/code-list.tsx')),
  },
  {
    path: paths.publishCode.pattern,
    name: 'publishProduct',
    title: 'publishProduct',
    access: 'signed-in',
    screen: () => import('../../features/code/publish/publish-work.tsx'),
  },
  {
    path: paths.codeDetail.pattern,
    name: 'codeDetails',
    title: 'codeDetails',
    access: 'open',
    screen: () => import('../../features/code/detail/code-detail.tsx'),
  },
  {
    path: paths.sharedCode.pattern,
    name: 'shareCode',
    title: 'codeDetails',
    access: 'open',
    screen: () => import('../../features/code/detail/code-detail.tsx'),
  },
  {
    path: paths.codeRights.pattern,
    name: 'codeRights',
    title: 'codeRights',
    access: 'open',
    screen: () => import('../../features/code/rights/rights-page.tsx'),
  },
  {
    path: paths.myCode.pattern,
    name: 'my-code',
    title: 'myCode',
    access: 'signed-in',
    screen: () => import('../../features/code/mine/my-code.tsx'),
  },
]
