import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createClient } from '@trove/contract/client'
import type { RouteSpec } from '@trove/contract/kit/route'
import { YuanInput } from '@trove/contract/kit/shapes'
import { getOrder } from '@trove/contract/order-lists/routes'
import { ENABLED_PAY_METHODS, payResult } from '@trove/contract/payment/routes'
import { allRoutes } from '@trove/contract/routes'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isDomainModule, plainExports } from './plain-routes.ts'

/** What the browser gets of the contract when the site is built. */

const contract = fileURLToPath(new URL('../../../packages/contract/src/', import.meta.url))
const files = readdirSync(contract, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !name.includes('.test.') && !name.startsWith('kit/'))

type Def = { type: string } & Record<string, unknown>
const CHANGING = ['transform', 'pipe', 'default', 'prefault', 'catch', 'codec']

/** Kinds of schema inside a schema. */
function kindsIn(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const def = (schema as { _zod?: { def: Def } })._zod?.def
  const inside = Object.values(def ? { ...def, shape: undefined, own: def.shape } : schema)
  return [...(def ? [def.type] : []), ...inside.flatMap((part) => kindsIn(part, seen))]
}

describe('a contract module in the browser', () => {
  it('has its constants as they are, amounts too', async () => {
    const code = plainExports(
      { LEAST_FEN: 10n, CODE: /^\d{6}$/, STATES: ['a'], SIZE: { max: 3 }, none: null },
      'unused',
    )
    const plain = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    expect(plain).toMatchObject({ LEAST_FEN: 10n, CODE: /^\d{6}$/, STATES: ['a'], SIZE: { max: 3 }, none: null })
  })

  it('would be noticed if an answer were changed by reading it, however deep', () => {
    expect(kindsIn(z.object({ list: z.array(z.object({ price: YuanInput.nullable() })) }))).toContain('transform')
  })

  it('keeps of a route what calling it needs, and leaves an answer as it came', async () => {
    const code = plainExports({ payResult, ENABLED_PAY_METHODS }, 'unused')
    const plain = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const { id, method, path, auth } = payResult
    expect(plain.payResult).toEqual({ id, method, path, auth, ok: plain.payResult.ok })
    const answer = { orderId: 'o1', result: 'paid' }
    expect(plain.payResult.ok.parse(answer)).toBe(answer)
    expect(plain.ENABLED_PAY_METHODS).toEqual(ENABLED_PAY_METHODS)
  })

  it('keeps of a route enough for the caller of the whole site', async () => {
    const code = plainExports({ getOrder }, 'unused')
    const plain = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { getOrder: typeof getOrder }
    const answer = { id: 'o1', orderSource: 'of tomorrow' }
    const call = createClient({
      ...{ baseUrl: 'http://trove.test', product: 'trove', authorization: () => undefined, language: () => 'en' },
      fetch: async () => Response.json({ code: 200, message: '', data: answer }),
    })
    expect(await call(plain.getOrder, { params: { id: 'o1' } })).toEqual(answer)
  })

  it('keeps which routes want a second factor, or nobody would ever be asked for one', async () => {
    const named = Object.fromEntries(allRoutes.map((route, no) => [`route${no}`, route as RouteSpec]))
    const code = plainExports(named, 'unused')
    const plain = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, RouteSpec>
    const wanting = (routes: Record<string, RouteSpec>) =>
      Object.keys(named).flatMap((name) => (routes[name]?.needsFactor ? [routes[name].id] : []))
    expect(wanting(plain)).toEqual(wanting(named))
    expect(wanting(named).length).toBeGreaterThan(5)
  })

  it('keeps which calls may take long, or a large file would be given up after a minute', async () => {
    const named = Object.fromEntries(allRoutes.map((route, no) => [`route${no}`, route as RouteSpec]))
    const code = plainExports(named, 'unused')
    const plain = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, RouteSpec>
    const long = (routes: Record<string, RouteSpec>) =>
      Object.keys(named).flatMap((name) => (routes[name]?.isLong ? [routes[name].id] : []))
    expect(long(plain)).toEqual(long(named))
    expect(long(named).length).toBeGreaterThan(2)
  })

  it.each(files)('%s is written out whole: what is no data comes from elsewhere, nothing is lost', async (name) => {
    const exports = (await import(`${contract}${name}`)) as Record<string, unknown>
    const code = plainExports(exports, './whole')
    const names = [...code.matchAll(/^export (?:const (\w+)|\{ (\w+) \})/gm)].map(([, one, other]) => one ?? other)
    expect(names.sort()).toEqual(Object.keys(exports).sort())
  })

  it('is known by its place: every file but those of the kit', () => {
    expect(files.filter((name) => !isDomainModule(`${contract}${name}`))).toEqual([])
    expect(files.filter((name) => name.endsWith('/routes.ts')).length).toBeGreaterThan(5)
    expect(isDomainModule(`${contract}kit/shapes.ts`)).toBe(false)
  })

  it.each(allRoutes.map((route) => [route.id, route] as const))(
    'the answer of %s is the same before and after reading',
    (_id, route) => {
      expect(kindsIn(route.ok).filter((kind) => CHANGING.includes(kind))).toEqual([])
    },
  )
})
