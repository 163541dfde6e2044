import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memberInfo } from '@trove/contract/identity/routes'
import type { RouteSpec } from '@trove/contract/kit/route'
import { allRoutes } from '@trove/contract/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type DemoMachine, startDemoMachine } from './stand-ins/demo-machine.ts'
import { addRareRows } from './world/rare-rows.ts'
import { freshAddress } from './world/sign-in.ts'
import { beginLife, type Canary, type Life } from './world/whole-life.ts'
import { startWorld, type World } from './world/world.ts'

/**
 * Every route of the contract is asked with every id that two people's things have. Those who ask are nobody, another person,
 * staff of a role that is not for it, and a session that has ended. No answer tells what belongs to the two, and nothing of
 * theirs is changed. A new route or a new kind of row is in it without being named here.
 */

const routes: readonly RouteSpec[] = allRoutes
/** Ids of one column that are tried. */
const OF_A_COLUMN = Number(process.env.STRANGER_IDS ?? 1)
/** What everybody may read: comments on works, the name and cases of a certified expert (decision 47), an offer's name. */
const PUBLIC_KINDS = new Set(['comment', 'case', 'real name'])
/** Read by people outside: how often, and by whom. What a stranger buys or asks for is theirs, and moves these. */
const COUNTED = new Set(['code_works', 'code_browses', 'compute_offers', 'market_changes'])

let world: World
let machine: DemoMachine
let life: Life
let folder: string
let secrets: Canary[]
let ids: string[]
let callers: Record<'nobody' | 'another person' | 'staff of another role' | 'an ended session', string | undefined>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trove-strangers-'))
  machine = await startDemoMachine(join(folder, 'machine'))
  world = await startWorld({ env: { MACHINE_ALLOW: `${machine.host}:${machine.port}` } })
  life = await beginLife(world, machine)
  const { orderId } = await life.rent()
  await addRareRows(world, life)
  await world.settle()
  const { rows } = await sql<{
    number: string
  }>`select out_trade_no as number from orders where id = ${orderId}`.execute(world.db)
  const more = [rows[0]!.number, 'rare-number', 'rare-refund']
  secrets = [
    ...life.canaries.filter(({ kind }) => kind !== 'code' && !PUBLIC_KINDS.has(kind)),
    ...more.map((canary) => ({ owner: 'buyer' as const, kind: 'what an order holds', canary })),
  ]
  ids = await listIds()
  const another = await world.signIn('13655556666')
  const staff = await world.signIn('13655557777')
  await sql`insert into staff_roles (user_id, role, granted_by) values (${staff.userId}, 'editor', 'an-owner')`.execute(
    world.db,
  )
  const gone = await world.signIn('13655558888')
  await sql`update sessions set revoked_at = business_now() where user_id = ${gone.userId}`.execute(world.db)
  callers = {
    nobody: undefined,
    'another person': another.accessToken,
    'staff of another role': staff.accessToken,
    'an ended session': gone.accessToken,
  }
}, 120_000)
afterAll(async () => {
  await world?.stop()
  await machine?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A few values of every column that names something. */
async function listIds(): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'uuid', 'character varying')
      and (column_name ~ '(^|_)(id|number|key|no|cid|token|hash|product)$')`.execute(world.db)
  const found = new Set<string>()
  for (const { table, column } of rows) {
    const values = await sql<{
      value: string
    }>`select distinct ${sql.ref(column)}::text as value from ${sql.table(table)}
      where ${sql.ref(column)} is not null limit ${OF_A_COLUMN}`.execute(world.db)
    for (const { value } of values.rows) if (value.length < 100) found.add(value)
  }
  found.add(life.seller.userId).add(life.buyer.userId)
  return [...found]
}

type Json = { [key: string]: unknown }
const NAMES = /(^|\.)id$|Id$|number|key$|No$|cid|token|^mobile$/i

/** A value of a shape: ids wherever something is named, and else the first that fits. */
function sample(schema: Json, name: string, id: string): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if ('const' in schema) return schema.const
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as Json[]
  if (first) return sample(first, name, id)
  if (schema.type === 'object') {
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>)
    const needed = new Set(schema.required as string[] | undefined)
    return Object.fromEntries(
      fields
        .filter(([field]) => needed.has(field) || NAMES.test(field))
        .map(([field, one]) => [field, sample(one, field, id)]),
    )
  }
  if (schema.type === 'array') return [sample((schema.items ?? {}) as Json, name, id)]
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  return NAMES.test(name) ? id : '1'
}

const schemaOf = (shape: z.ZodType | undefined): Json =>
  shape ? (z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Json) : {}

/** The route's address and body with this id in every place that names something. */
function askedWith(route: RouteSpec, id: string): { path: string; body: string | undefined } {
  const path = route.path
    .replace('{product}', 'trove')
    .replace(/\{(\w+)\}/g, (_, name: string) => (name === 'number' || name === 'day' ? '1' : encodeURIComponent(id)))
  const query = route.query ? (sample(schemaOf(route.query), '', id) as Json) : {}
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const search = new URLSearchParams(pairs)
  const hasBody = route.method !== 'GET' && route.body !== undefined
  return {
    path: search.size > 0 ? `${path}?${search}` : path,
    body: hasBody ? JSON.stringify(sample(schemaOf(route.body), '', id)) : undefined,
  }
}

/** Whether the id is anywhere in what is asked; without one a route is asked once. */
const takesIds = (route: RouteSpec) =>
  JSON.stringify(askedWith(route, 'an-id-of-somebody')).includes('an-id-of-somebody')

async function ask(route: RouteSpec, id: string, token: string | undefined): Promise<{ status: number; text: string }> {
  const { path, body } = askedWith(route, id)
  const headers: Record<string, string> = { ...freshAddress() }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (token) headers.authorization = `Bearer ${token}`
  const answer = await world.raw(path, { method: route.method, headers, ...(body === undefined ? {} : { body }) })
  return { status: answer.status, text: await answer.text() }
}

/**
 * The first two end the asker's own sessions; they name nothing of anybody else. A script is shared by its id: its owner is
 * told so before saving it, and lease-recipes.test.ts says what whoever has the id may do with it.
 */
const LEFT_OUT = new Set(['identity.logout', 'identity.withdraw-consent', 'compute.get-own-recipe'])
const asked = routes.filter((route) => !LEFT_OUT.has(route.id) && route.bodyKind !== 'multipart')

/** Rows of the two people, by table. */
async function ownRows(): Promise<Set<string>> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = 'public'`.execute(world.db)
  const lines = new Set<string>()
  for (const { name } of tables.filter((table) => !COUNTED.has(table.name))) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t
      where t::text like ${`%${life.seller.userId}%`} or t::text like ${`%${life.buyer.userId}%`}`.execute(world.db)
    for (const { text } of rows) lines.add(`${name}: ${text}`)
  }
  return lines
}

test('no answer to a stranger holds anything of somebody else, whatever is asked and with whichever id', async () => {
  expect(ids.length).toBeGreaterThan(60)
  const before = await ownRows()
  expect(before.size).toBeGreaterThan(50)
  const leaks = new Set<string>()
  const failures = new Set<string>()
  let answers = 0
  const statuses: Record<number, number> = {}
  for (const route of asked)
    for (const id of takesIds(route) ? ids : ['x'])
      for (const [who, token] of Object.entries(callers)) {
        const { status, text } = await ask(route, id, token)
        answers++
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status >= 500 && status !== 503) failures.add(`${route.id} answered ${status} to ${who}`)
        for (const { kind, canary } of secrets)
          if (canary !== id && text.includes(canary)) leaks.add(`${route.id} told ${who} of a ${kind} (${id})`)
      }
  expect([...failures]).toEqual([])
  expect([...leaks]).toEqual([])
  expect(answers).toBeGreaterThan(10_000)
  // Answers of a limit tell nothing of what is behind it.
  expect(statuses[429] ?? 0).toBeLessThan(answers / 50)
  expect(statuses[200] ?? 0).toBeGreaterThan(100)
  for (const who of ['another person', 'staff of another role'] as const)
    expect((await ask(memberInfo, 'x', callers[who])).status, `${who} was signed in to the end`).toBe(200)
  const after = await ownRows()
  expect([...before].filter((row) => !after.has(row))).toEqual([])
}, 1_800_000)
