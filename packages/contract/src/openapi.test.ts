import { expect, test } from 'vitest'
import { openApiDocument } from './openapi.ts'
import { allRoutes } from './routes.ts'

const text = `${JSON.stringify(openApiDocument('trove'), null, 2)}\n`
const document = JSON.parse(text)
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, ...operation })),
)
type Operation = {
  operationId: string
  parameters: { name: string; in: string; required: boolean }[]
  responses: object
}

test('the document is the one in the repository, so that every change of the contract is seen in review', async () => {
  await expect(text).toMatchFileSnapshot('../openapi.snap.json')
})

test('every route is an operation of its own name', () => {
  expect(operations.map((operation) => operation.operationId).sort()).toEqual(allRoutes.map((route) => route.id).sort())
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
