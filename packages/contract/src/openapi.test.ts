import { expect, test } from 'vitest'
import { z } from 'zod'
import { type RouteSpec, takesKey } from './kit/route.ts'
import { openApiDocument } from './openapi.ts'
import { allRoutes } from './routes.ts'

const text = `${JSON.stringify(openApiDocument('trove'), null, 2)}\n`
const document = JSON.parse(text)
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, ...operation })),
)
type Operation = {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  responses: object
}

test('the document is the one in the repository, so that every change of the contract is seen in review', async () => {
  await expect(text).toMatchFileSnapshot('../openapi.snap.json')
})

test('digits are the ten that are taken, also to readers for whom \\d is a digit of any script', () => {
  const patterns = [...text.matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)].map(
    ([, found]) => JSON.parse(found!) as string,
  )
  expect(patterns.filter((pattern) => pattern.includes('0-9')).length).toBeGreaterThan(50)
  expect(patterns.filter((pattern) => pattern.includes('\\d'))).toEqual([])
  for (const pattern of patterns) expect(() => new RegExp(pattern, 'u')).not.toThrow()
})

test('every route is an operation of its own name', () => {
  expect(operations.map((operation) => operation.operationId).sort()).toEqual(allRoutes.map((route) => route.id).sort())
})

test('no two addresses differ by the names of their parameters alone: nobody could tell which is meant', () => {
  const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
  expect(new Set(shapes).size).toBe(shapes.length)
})

test('an empty value is documented wherever a query takes it, and refused where it is not', () => {
  for (const route of allRoutes as readonly RouteSpec[]) {
    const fields = (route.query as z.ZodObject | undefined)?.shape ?? {}
    const { parameters } = operations.find(({ operationId }) => operationId === route.id)!
    for (const [name, field] of Object.entries(fields)) {
      const schema = parameters.find((one) => one.in === 'query' && one.name === name)!.schema
      // What is read to be refused in words of its own is documented as it is taken in the end.
      if (field instanceof z.ZodString && 'pattern' in schema) continue
      const isDocumented = z.fromJSONSchema(schema as never).safeParse('').success
      expect([route.id, name, isDocumented]).toEqual([route.id, name, (field as z.ZodType).safeParse('').success])
    }
  }
})

test('a phone number that would be refused in words of its own is none to the document, the empty one included', () => {
  const { parameters } = operations.find(({ operationId }) => operationId === 'identity.send-sms')!
  const mobile = z.fromJSONSchema(parameters.find(({ name }) => name === 'mobile')!.schema as never)
  expect(['13800000001', '+86 13800000001'].map((text) => mobile.safeParse(text).success)).toEqual([true, true])
  expect(['', '１３８００００００１', '12800000001'].map((text) => mobile.safeParse(text).success)).toEqual([
    false,
    false,
    false,
  ])
})

test('every status that any route may answer is named: overload, bugs, headers too large, keys and bodies', () => {
  for (const route of allRoutes as readonly RouteSpec[]) {
    const { responses } = operations.find(({ operationId }) => operationId === route.id)!
    const named = Object.keys(responses)
    const wanted = ['400', '429', '431', '500', '503']
    if (route.params) wanted.push('404')
    if (route.method !== 'GET') wanted.push('413', '415')
    if (takesKey(route)) wanted.push('409', '422')
    expect([route.id, named]).toEqual([route.id, expect.arrayContaining(wanted)])
  }
})

test('every parameter of an address is declared and required', () => {
  for (const { path, parameters } of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = parameters.filter((parameter) => parameter.in === 'path')
    expect(declared.map((parameter) => parameter.name)).toEqual(named)
    expect(declared.every((parameter) => parameter.required)).toBe(true)
  }
})

test('no two parameters of an operation share name and place', () => {
  for (const { parameters } of operations)
    expect(new Set(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(parameters.length)
})

test('every reference leads somewhere', () => {
  for (const [, target = ''] of text.matchAll(/"\$ref": "#\/([^"]+)"/g))
    expect(target.split('/').reduce((at, step) => at?.[step], document)).toBeDefined()
})
