import { paths } from '../../../lib/addresses/paths.ts'
import type { RouteEntry } from '../../../lib/addresses/route-entry.ts'

/** Addresses of the storage market. */
export const storageRoutes: RouteEntry[] = [
  {
    path: paths.myStorage.pattern,
    name: 'my-storage',
    title: 'myStorage',
    access: 'signed-in',
    screen: () => import('../my-storage.tsx'),
  },
  {
    path: paths.storedFile.pattern,
    name: 'stored-file',
    title: 'storedFile',
    access: 'signed-in',
    screen: () => import('../stored-file.tsx'),
  },
  {
    path: paths.sharedFile.pattern,
    name: 'shared-file',
    title: 'sharedFile',
    access: 'open',
    screen: () => import('../share-links/shared-file.tsx'),
  },
  {
    path: paths.storageFigures.pattern,
    name: 'informationStatistics',
    title: 'informationStatistics',
    access: 'signed-in',
    screen: () => import('../network/network-page.tsx'),
  },
  {
    path: paths.shareStorage.pattern,
    name: 'share',
    title: 'share',
    access: 'signed-in',
    screen: () => import('../share/share-page.tsx'),
  },
  {
    path: paths.storageNode.pattern,
    name: 'storageNode',
    title: 'storageNode',
    access: 'signed-in',
    screen: () => import('../nodes/node-page.tsx'),
  },
  {
    path: paths.nodeManual.pattern,
    name: 'nodeManual',
    title: 'nodeManual',
    access: 'signed-in',
    screen: () => import('../share/node-manual.tsx'),
  },
]
