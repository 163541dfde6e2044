import { allErrors } from '@trove/contract/errors/all'
import type { ErrorCode } from '@trove/contract/errors/codes'
import type { ErrorSpec } from '@trove/contract/errors/define'
import type { RouteSpec } from '@trove/contract/kit/route'
import { allRoutes } from '@trove/contract/routes'
import { errors as texts } from '@trove/messages/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { serve } from '../src/platform/http/call/serve.ts'
import { findRouteProblems } from '../src/platform/http/site/route-check.ts'
import { enrolTotp } from './world/factors.ts'
import { startWorld, type World, type WorldUser } from './world/world.ts'

/** What must hold for every route of the contract, whatever it does. */

const routes: readonly RouteSpec[] = allRoutes
const SELLER = '13800000001'
const OPERATOR = '13800000009'

let world: World
let seller: WorldUser
let operator: WorldUser
beforeAll(async () => {
  const payee = { DEMO_PAYEE_ID: '2088102180010001', DEMO_PAYEE_NAME: 'Demo Seller' }
  world = await startWorld({ hasJobs: false, env: { DEMO: '1', ...payee } })
  seller = await world.signIn(SELLER)
  operator = await world.signIn(OPERATOR)
  await enrolTotp(world, operator)
  await enrolTotp(world, seller)
})
afterAll(() => world?.stop())

const label = (route: RouteSpec) => `${route.method} ${route.path}`
const pick = (isWanted: (route: RouteSpec) => boolean) =>
  routes.filter(isWanted).map((route) => [label(route), route] as const)

/** A well-formed address of the route, whose parameters name nothing that exists. */
function pathOf(route: RouteSpec, param = 'nobody-nothing-00'): string {
  return route.path.replace('{product}', 'trove').replace(/\{\w+\}/g, param)
}

async function ask(route: RouteSpec, path: string, init: { headers?: Record<string, string>; body?: string } = {}) {
  const answer = await world.raw(path, { method: route.method, ...init })
  return { status: answer.status, headers: answer.headers, json: JSON.parse(await answer.text()) }
}

/** The right to call the route, so that only its input can be at fault. */
function rightTo(route: RouteSpec): Record<string, string> {
  if (route.auth === 'client') return { authorization: `Basic ${btoa('trove:trove')}` }
  return { authorization: `Bearer ${(route.auth === 'operator' ? operator : seller).accessToken}` }
}

test('ids and addresses are unique', () => {
  expect(new Set(routes.map((route) => route.id)).size).toBe(routes.length)
  expect(new Set(routes.map(label)).size).toBe(routes.length)
})

test('a route without a handler, with two, or unknown to the contract is found', () => {
  const [first, second] = routes as [RouteSpec, RouteSpec]
  const stranger = { ...first, id: 'test.stranger' }
  const served = [first, first, stranger].map((route) => serve(route, () => null as never))
  expect(findRouteProblems([first, second], served)).toEqual([
    'test.stranger is served but not in the contract',
    `${first.id} has 2 handlers`,
    `${second.id} has no handler`,
  ])
})

describe('strangers', () => {
  const guarded = pick(({ auth }) => auth === 'user' || auth === 'wallet-bound' || auth === 'operator')
  test.each(guarded)('%s refuses a call without a session, or with a false one', async (_, route) => {
    const basic = `Basic ${btoa('trove:trove')}`
    for (const authorization of [undefined, 'Bearer nonsense', `Bearer ${'x'.repeat(3000)}`, basic]) {
      const { status, json } = await ask(route, pathOf(route), { headers: authorization ? { authorization } : {} })
      expect([status, json.code, json.error, json.data]).toEqual([401, 401, 'session.expired', null])
    }
  })
  test.each(pick(({ auth }) => auth === 'client'))('%s refuses an unknown client', async (_, route) => {
    const { status, json } = await ask(route, pathOf(route), { headers: rightTo({ ...route, auth: 'user' }) })
    expect([status, json.error]).toEqual([401, 'session.client-unknown'])
  })
  test.each(pick(({ auth }) => auth === 'operator'))('%s refuses a member', async (_, route) => {
    const { json } = await ask(route, pathOf(route), { headers: rightTo({ ...route, auth: 'user' }) })
    expect(json.error).toBe('session.forbidden')
  })
  test.each(pick((route) => route.isUnsafeGet === true))('%s refuses other sites', async (_, route) => {
    const headers = { ...rightTo(route), 'sec-fetch-site': 'cross-site' }
    const { status, headers: answered } = await ask(route, pathOf(route), { headers })
    expect([status, answered.get('cache-control')]).toEqual([403, 'no-store'])
  })
})

describe('wrong input', () => {
  test.each(pick((route) => route.body !== undefined && route.bodyKind !== 'form-or-query'))(
    '%s names the refused fields of a body',
    async (_, route) => {
      for (const body of ['7', '[]', '"text"', 'null', '{"__proto__":{}}', '{']) {
        const headers = { ...rightTo(route), 'content-type': 'application/json' }
        const { status, json } = await ask(route, pathOf(route), { headers, body })
        expect([body, status, json.error]).toEqual([body, 400, 'request.invalid'])
        expect(json.fields.length).toBeGreaterThan(0)
        for (const field of json.fields)
          expect(field).toEqual({ path: expect.any(String), error: expect.any(String), message: expect.any(String) })
      }
    },
  )
  test.each(pick(({ bodyKind }) => bodyKind === 'form-or-query'))(
    '%s names the refused fields of a form',
    async (_, route) => {
      const headers = { ...rightTo(route), 'content-type': 'application/x-www-form-urlencoded' }
      const { status, json } = await ask(route, pathOf(route), { headers, body: `mobile=${'1'.repeat(5000)}` })
      expect([status, json.error]).toEqual([400, 'request.invalid'])
      expect(json.fields.map((field: { path: string }) => field.path)).toContain('mobile')
    },
  )
  test.each(pick(({ bodyKind }) => bodyKind === 'multipart'))('%s takes only a multipart body', async (_, route) => {
    const headers = { ...rightTo(route), 'content-type': 'application/json' }
    const { json } = await ask(route, pathOf(route), { headers, body: '{}' })
    expect(json.error).toBe('request.unsupported-media')
  })
  const takesAnyWord = (route: RouteSpec) => {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '<script>'])
    return route.params?.safeParse(Object.fromEntries(names)).success === true
  }
  test.each(pick((route) => route.params !== undefined))('%s refuses a strange parameter', async (_, route) => {
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
    const sent =
      route.bodyKind === 'multipart'
        ? { headers: { ...rightTo(route), ...multipart }, body: '--b--\r\n' }
        : { headers: rightTo(route) }
    const { status, json } = await ask(route, pathOf(route, '%3Cscript%3E'), sent)
    if (takesAnyWord(route)) return expect([status, json.error]).toEqual([404, 'resource.not-found'])
    expect([status, json.error]).toEqual([400, 'request.invalid'])
    expect(json.fields.length).toBeGreaterThan(0)
  })
  test.each(pick((route) => route.query !== undefined))('%s refuses a query field given twice', async (_, route) => {
    const name = Object.keys((route.query as z.ZodObject).shape)[0]
    const { status, json } = await ask(route, `${pathOf(route)}?${name}=1&${name}=2`, { headers: rightTo(route) })
    expect([status, json.fields[0].path]).toEqual([400, name])
  })
})

describe('the error catalogue', () => {
  test.each(Object.entries(allErrors) as [ErrorCode, ErrorSpec][])(
    '%s has both texts, and only parameters it declares',
    (code, spec) => {
      const { zh, en } = texts[code]
      expect(zh).toMatch(/[一-鿿]/)
      expect(en).not.toMatch(/[一-鿿]/)
      expect(en.trim().length).toBeGreaterThan(5)
      const named = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
      expect(named(zh).sort()).toEqual(named(en).sort())
      for (const name of named(zh)) expect(spec.params).toContain(name)
      expect(spec.status).toBeGreaterThanOrEqual(400)
    },
  )
  test.each(pick(() => true))('%s names only codes of the catalogue, none of them an outage or a bug', (_, route) => {
    for (const code of route.errors ?? []) expect(allErrors[code].status).toBeDefined()
  })
})

type Json = { [key: string]: unknown }

/** Every place of an answer's shape where something undeclared could leave. */
function openPlaces(shape: Json, path = '$'): string[] {
  const choices = shape.anyOf ?? shape.oneOf
  if (Array.isArray(choices)) return choices.flatMap((one, i) => openPlaces(one as Json, `${path}|${i}`))
  if (Array.isArray(shape.allOf)) return shape.allOf.flatMap((one, i) => openPlaces(one as Json, `${path}&${i}`))
  if (shape.enum || 'const' in shape || shape.$ref) return []
  if (shape.type === 'array') return openPlaces(shape.items as Json, `${path}[]`)
  if (shape.type === 'object') {
    const own = Object.entries((shape.properties ?? {}) as Record<string, Json>)
    const inner = own.flatMap(([name, one]) => openPlaces(one, `${path}.${name}`))
    if (shape.additionalProperties === false) return inner
    if (shape.additionalProperties && own.length === 0)
      return openPlaces(shape.additionalProperties as Json, `${path}.*`)
    return [...inner, path]
  }
  return shape.type === undefined ? [path] : []
}

describe('undeclared fields never leave', () => {
  test.each(pick((route) => route.envelope !== 'raw'))('%s declares its answer to the last field', (_, route) => {
    expect(openPlaces(z.toJSONSchema(route.ok, { io: 'output', unrepresentable: 'any' }) as Json)).toEqual([])
  })
})
