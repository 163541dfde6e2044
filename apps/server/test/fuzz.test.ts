import type { RouteSpec } from '@trove/contract/kit/route'
import { openApiDocument } from '@trove/contract/openapi'
import { allRoutes } from '@trove/contract/routes'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startWorld, type World, type WorldUser } from './world/world.ts'

/**
 * Every route, with hostile and half-right input, as a stranger and as each role: nothing yields a 5xx, and no status
 * comes that the OpenAPI document does not name. What its schemas refuse is refused, and what they take is not called
 * invalid. Schemathesis checks the same from outside (docs/OPERATIONS.md).
 */

const RUNS = Number(process.env.FUZZ_RUNS ?? 25)
/** The same questions in every run, so that a change is judged and not the draw; another seed asks others. */
const SEED = Number(process.env.FUZZ_SEED ?? 20261122)
/** 503 stands for the provider that a test world may be without; 500 is a bug. */
const ALLOWED_OUTAGE = 503

let world: World
let people: Record<'seller' | 'buyer' | 'operator', WorldUser>
beforeAll(async () => {
  const payee = { DEMO_PAYEE_ID: '2088102180010001', DEMO_PAYEE_NAME: 'Demo Seller' }
  world = await startWorld({ hasJobs: false, env: { DEMO: '1', ...payee } })
  people = {
    seller: await world.signIn('13800000001'),
    buyer: await world.signIn('13800000002'),
    operator: await world.signIn('13800000009'),
  }
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

/** No schema can say that half a surrogate pair is no text, nor anything of a body that the route does not read. */
const isWellFormed = (value: unknown) => !/\\u(d[89a-f]|0000)/.test(JSON.stringify(value) ?? '')

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

const text = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''))
const textsOf = (fields: Json) => Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, text(one)]))

function addressOf(route: RouteSpec, params: Json, query: Json): string {
  const path = route.path
    .replace('{product}', 'trove')
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(text(params[name]) || 'x').replaceAll('.', '%2E'))
  const pairs = Object.entries(textsOf(query)).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

type Operation = {
  parameters: { name: string; in: string; required: boolean; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, unknown>
}
const documented = openApiDocument('trove') as { paths: Record<string, Record<string, Operation>> }

/** What the document says of a route: its statuses, and whether its schemas take an input. */
function readDocument(route: RouteSpec) {
  const path = route.path.replace('{product}', 'trove')
  const operation = documented.paths[path]![route.method.toLowerCase()]!
  const shapeOf = (place: string): Json => {
    const fields = operation.parameters.filter((field) => field.in === place)
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      required: fields.filter(({ required }) => required).map(({ name }) => name),
    }
  }
  const query = z.fromJSONSchema(shapeOf('query') as never)
  const params = z.fromJSONSchema(shapeOf('path') as never)
  const body = operation.requestBody?.content['application/json']?.schema
  const bodySchema = body && z.fromJSONSchema(body as never)
  return {
    statuses: Object.keys(operation.responses).map(Number),
    takes: (input: { params: Json; query: Json; body: unknown }) =>
      params.safeParse(input.params).success &&
      query.safeParse(numbersOf(input.query, shapeOf('query'))).success &&
      (bodySchema === undefined || bodySchema.safeParse(input.body).success),
  }
}

/** The texts of a query as the document's types have them: digits are a number where a number is wanted. */
function numbersOf(query: Json, { properties }: Json): Json {
  const isNumber = (name: string) => JSON.stringify((properties as Json)[name] ?? '').includes('"integer"')
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      isNumber(name) && /^-?\d+(\.\d+)?$/.test(String(value)) ? Number(value) : value,
    ]),
  )
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
      who: fc.constantFrom('seller', 'buyer', 'operator', undefined),
    })
    const { statuses, takes } = readDocument(route)
    await fc.assert(
      fc.asyncProperty(input, async ({ params, query, body, who }) => {
        const headers: Record<string, string> = { 'content-type': 'application/json' }
        if (route.auth === 'client') headers.authorization = `Basic ${btoa('trove:trove')}`
        else if (who) headers.authorization = `Bearer ${people[who].accessToken}`
        const hasBody = route.method !== 'GET'
        const answer = await world.raw(addressOf(route, params, query), {
          method: route.method,
          headers,
          body: hasBody ? JSON.stringify(body) : undefined,
        })
        const said = await answer.text()
        if (answer.status >= 500) expect([answer.status, said]).toEqual([ALLOWED_OUTAGE, expect.any(String)])
        expect(statuses).toContain(answer.status)
        const names = Object.keys((route.params as z.ZodObject | undefined)?.shape ?? {})
        const sent = {
          params: Object.fromEntries(names.map((name) => [name, text(params[name]) || 'x'])),
          query: textsOf(query),
          body: hasBody ? JSON.parse(JSON.stringify(body)) : undefined,
        }
        if (answer.ok && route.bodyKind === undefined) expect([said, takes(sent)]).toEqual([said, true])
        const isBroken = !isWellFormed(sent.body)
        if (answer.status === 400 && JSON.parse(said).error === 'request.invalid' && !isBroken)
          expect([said, takes(sent)]).toEqual([said, false])
      }),
      { numRuns: RUNS, seed: SEED },
    )
  },
)
