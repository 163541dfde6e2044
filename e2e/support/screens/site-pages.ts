import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every address of the site, read from its own lists, so that a new page cannot be forgotten here. */

const WEB = join(import.meta.dirname, '../../../apps/web/src')
const TABLES = ['lib/addresses/paths.ts', ...globSync('features/*/addresses.ts', { cwd: WEB })]

export type Ids = { offerId: string; orderId: string }

/** The patterns of the site with their parameters filled in. */
export function listPages({ offerId, orderId }: Ids): string[] {
  const written = TABLES.map((file) => readFileSync(join(WEB, file), 'utf8')).join('\n')
  const paths = [...written.matchAll(/\bat\('(\/[^']*)'\)/g)].map((found) => found[1]!)
  if (paths.length < 40) throw new Error('the addresses are not read as they should be')
  const values: Record<string, string> = {
    orderId,
    productId: offerId,
    ids: offerId,
    from: 'profile',
    // A storage node's account: any address.
    account: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    'key?': 'calculateOrder',
  }
  return paths.map((path) =>
    path.replace(/:(\w+\??)/g, (_, name: string) =>
      name === 'id' ? (path.includes('/my-order/') ? orderId : offerId) : (values[name] ?? 'x'),
    ),
  )
}
