import { laterScreens } from '../../../lib/addresses/later-screens.ts'
import { paths } from '../../../lib/addresses/paths.ts'
import type { RouteEntry } from '../../../lib/addresses/route-entry.ts'

const later = laterScreens(() => import('./screens.ts'))

/** Addresses of the storage market. */
export const storageRoutes: RouteEntry[] = [
  {
    path: paths.myStorage.pattern,
    name: 'my-storage',
    title: 'myStorage',
    access: 'signed-in',
    shape: 'tabs',
    screen: later('myStorage'),
  },
  {
    path: paths.storedFile.pattern,
    name: 'stored-file',
    title: 'storedFile',
    access: 'signed-in',
    hasBack: true,
    shape: 'file',
    screen: later('storedFile'),
  },
  {
    path: paths.sharedFile.pattern,
    name: 'shared-file',
    title: 'sharedFile',
    access: 'open',
    screen: later('sharedFile'),
  },
  {
    path: paths.storageFigures.pattern,
    name: 'informationStatistics',
    title: 'informationStatistics',
    access: 'signed-in',
    screen: later('networkPage'),
  },
  {
    path: paths.shareStorage.pattern,
    name: 'share',
    title: 'share',
    access: 'signed-in',
    screen: later('sharePage'),
  },
  {
    path: paths.storageNode.pattern,
    name: 'storageNode',
    title: 'storageNode',
    access: 'signed-in',
    screen: later('nodePage'),
  },
  {
    path: paths.nodeManual.pattern,
    name: 'nodeManual',
    title: 'nodeManual',
    access: 'signed-in',
    hasBack: true,
    screen: later('nodeManual'),
  },
]
