import { matchPath } from 'react-router'
import { paths } from '../../lib/paths.ts'
import type { Later, RouteEntry } from './route-entry.ts'

/** Addresses of the specification whose market is still being built. */

/** An address whose market comes later. */
function later(
  path: string,
  name: string,
  title: RouteEntry['title'],
  market: Later,
  access: RouteEntry['access'] = 'signed-in',
): RouteEntry {
  return { path, name, title, access, later: market }
}

export const laterRoutes: RouteEntry[] = [later(paths.shareStorage.pattern, 'share', 'share', 'storage')]

/** Whether what stands at an address is still being built. */
export function isLater(path: string): boolean {
  return laterRoutes.some((entry) => matchPath(entry.path, path))
}
