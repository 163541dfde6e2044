import { matchPath } from 'react-router'
import type { RouteEntry } from '../../lib/addresses/route-entry.ts'
import { routeTable } from './route-table.ts'

/** The entry an address belongs to, or undefined for an unknown one. */
export function findRoute(pathname: string): RouteEntry | undefined {
  return routeTable.find(({ path }) => matchPath(path, pathname))
}
