import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NOTICE_PAGES } from '@trove/contract/notices/routes'
import { describe, expect, it } from 'vitest'
import { paths } from '../lib/addresses/paths.ts'
import { noticePath } from '../lib/told/notice-path.ts'
import { findRoute } from './routes/find-route.ts'
import { routeTable } from './routes/route-table.ts'

/** Those of one feature alone are written there. */
const FEATURES = join(import.meta.dirname, '../features')
const ownOf = async (feature: string) => {
  const file = join(FEATURES, feature, 'addresses.ts')
  if (!existsSync(file)) return []
  // Beside addresses stand the names of parts of a page.
  return Object.values((await import(file)) as Record<string, object | string>).filter((own) => typeof own === 'object')
}

describe('the addresses of the site', () => {
  it('are those of the route table, each once', async () => {
    const own = (await Promise.all(readdirSync(FEATURES).map(ownOf))).flat()
    expect(own.length).toBeGreaterThan(2)
    const all: { pattern: string }[] = [paths, ...own].flatMap((some) => Object.values(some))
    const patterns = all.map(({ pattern }) => pattern)
    expect(patterns.toSorted()).toEqual(routeTable.map(({ path }) => path).toSorted())
  })

  it('take parameters and a query, each written so that it is read back as it was', () => {
    expect(paths.home()).toBe('/home')
    expect(paths.market({ tab: 'computing' })).toBe('/computingPowerMarket/storage-resources?tab=computing')
    expect(paths.computeOffer({ id: 'a/b' })).toBe('/computingPowerMarket/offer/a%2Fb')
    expect(paths.login({ next: '/x?y=1', other: undefined })).toBe('/login?next=%2Fx%3Fy%3D1')
    expect(paths.consumeOrders()).toBe('/personal-center/my-order/consume')
    expect(paths.consumeOrders({ key: 'codeOrder' })).toBe('/personal-center/my-order/consume/codeOrder')
    expect(paths.interestTags({ from: 'login' }, { next: '/home' })).toBe('/interest/tag/login?next=%2Fhome')
  })
})

describe('a notice leads', () => {
  it.each([
    ['order', '/personal-center/my-order/detail/x1', 'orderDetail'],
    ['conversation', '/personal-center/conversations/x1', 'conversations'],
  ] as const)('to the %s it is about', (to, path, name) => {
    expect(noticePath({ to, id: 'x1' })).toBe(path)
    expect(findRoute(path)?.name).toBe(name)
  })

  it('to its order, and says of which kind it is where the notice knows', () => {
    expect(noticePath({ to: 'order', id: 'x1', kind: 'code' })).toBe('/personal-center/my-order/detail/x1?kind=code')
  })

  it.each(NOTICE_PAGES)('to a page there is: %s', (to) => {
    const path = noticePath({ to })!
    expect(findRoute(path.split('?')[0]!)?.access).toBe('signed-in')
  })

  it('to the tab it speaks of', () => {
    expect(noticePath({ to: 'shared-machines' })).toBe('/personal-center/my-calculate?tab=share')
    expect(noticePath({ to: 'rented-machines' })).toBe('/personal-center/my-calculate?tab=purchase')
  })

  it('nowhere when it says so, or names a place this version does not know', () => {
    expect(noticePath(null)).toBeUndefined()
    expect(noticePath({ to: 'moon' } as never)).toBeUndefined()
    expect(noticePath({ to: 'moon', id: 'x' } as never)).toBeUndefined()
  })
})
