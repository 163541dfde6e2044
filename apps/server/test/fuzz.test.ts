import type { RouteSpec } from '@trove/contract/kit/route'
import { allRoutes } from '@trove/contract/routes'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startWorld, type World, type WorldUser } from './world.ts'

/** Nothing a client sends yields a 5xx: every route, with hostile and half-right input, as a stranger and signed in. */

const RUNS = Number(process.env.FUZZ_RUNS ?? 25)
/** 503 stands for the provider that a test world may be without; 500 is a bug. */
const ALLOWED_OUTAGE = 503

let world: World
let seller: WorldUser
beforeAll(async () => {
  const payee = { DEMO_PAYEE_ID: '2088102180010001', DEMO_PAYEE_NAME: 'Demo Seller' }
  world = await startWorld({ hasJobs: false, env: { DEMO: '1', ...payee } })
  seller = await world.signIn('13800000001')
})
afterAll(() => world?.stop())

const hostile = fc.constantFrom<unknown>(
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '1e999',
  'NaN',
  '９９９',
  '0.001',
  '9007199254740993',
  "'; select pg_sleep(5); --",
  '<script>alert(1)</script>',
  '\u0000',
  '\ud800',
  '\u202e',
  '😀'.repeat(50),
  'x'.repeat(5000),
  '%',
  '%%%',
  '\\',
  '%00',
  '../../etc/passwd',
  '127.0.0.1',
  '::ffff:127.0.0.1',
  '2026-02-30',
  '0001-01-01',
  '275760-09-13',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '1'.repeat(400),
  '13800000002',
  'true',
  '2026-01-01T00:00:00Z',
  'superPoints',
  'alipay',
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 31,
  Number.MIN_VALUE,
  true,
  false,
  null,
  [],
  [[]],
  {},
  { a: 1 },
  ['a', 1, null],
)

type Json = { [key: string]: unknown }

/** Values near the right ones: what the schema names, or something hostile in its place. */
function nearly(schema: Json): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: rightish(schema) }, { weight: 2, arbitrary: hostile })
}

function rightish(schema: Json): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  if (Array.isArray(schema.anyOf)) return fc.oneof(...(schema.anyOf as Json[]).map(rightish))
  if (schema.type === 'object') {
    const shape = (schema.properties ?? {}) as Record<string, Json>
    return fc.record(Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, nearly(one)])), {
      requiredKeys: [],
    })
  }
  if (schema.type === 'array') return fc.array(nearly((schema.items ?? {}) as Json), { maxLength: 4 })
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double())
  if (schema.type === 'boolean') return fc.boolean()
  return fc.oneof(
    fc.constantFrom('1', '100.00', 'abc', '8.8.8.8', 'Ubuntu 22.04', '4C-8G'),
    fc.string({ unit: 'binary' }),
  )
}

const schemaOf = (shape: z.ZodType | undefined) =>
  shape ? (z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Json) : { type: 'object', properties: {} }

function addressOf(route: RouteSpec, params: Json, query: Json): string {
  const text = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value))
  const path = route.path
    .replace('{product}', 'trove')
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(text(params[name]) || 'x').replaceAll('.', '%2E'))
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(text(value) ?? '')}`,
  )
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

/** Reading routes that answer files or pages, and sockets, are tried as they are. */
const tried = allRoutes.filter((route) => (route as RouteSpec).id !== 'identity.logout') as readonly RouteSpec[]

test.each(tried.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s never fails by what is sent',
  async (_, route) => {
    const record = (shape: z.ZodType | undefined) => rightish(schemaOf(shape)) as fc.Arbitrary<Json>
    const input = fc.record({
      params: record(route.params),
      query: record(route.query),
      body: fc.oneof({ weight: 5, arbitrary: record(route.body) }, { weight: 1, arbitrary: hostile }),
      isSignedIn: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(input, async ({ params, query, body, isSignedIn }) => {
        const headers: Record<string, string> = { 'content-type': 'application/json' }
        if (route.auth === 'client') headers.authorization = `Basic ${btoa('trove:trove')}`
        else if (isSignedIn) headers.authorization = `Bearer ${seller.accessToken}`
        const hasBody = route.method !== 'GET'
        const answer = await world.raw(addressOf(route, params, query), {
          method: route.method,
          headers,
          body: hasBody ? JSON.stringify(body) : undefined,
        })
        const text = await answer.text()
        if (answer.status >= 500) expect([answer.status, text]).toEqual([ALLOWED_OUTAGE, expect.any(String)])
      }),
      { numRuns: RUNS },
    )
  },
)
