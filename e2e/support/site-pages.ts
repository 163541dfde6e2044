import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every address of the site, read from its own route table, so that a new page cannot be forgotten here. */

const TABLE = join(import.meta.dirname, '../../apps/web/src/app/route-table.ts')

export type Ids = { offerId: string; orderId: string }

/** The paths of the route table with their parameters filled in. */
export function listPages({ offerId, orderId }: Ids): string[] {
  const paths = [...readFileSync(TABLE, 'utf8').matchAll(/(?:\bpath: |\blater\()'(\/[^']*)'/g)].map(
    (found) => found[1]!,
  )
  if (paths.length < 40) throw new Error('the route table is not read as it should be')
  const values: Record<string, string> = { orderId, productId: offerId, from: 'profile', 'key?': 'calculateOrder' }
  return paths.map((path) =>
    path.replace(/:(\w+\??)/g, (_, name: string) =>
      name === 'id' ? (path.includes('/my-order/') ? orderId : offerId) : (values[name] ?? 'x'),
    ),
  )
}
