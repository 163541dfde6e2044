import { randomBytes } from 'node:crypto'
import {
  createStorageShare,
  listStorageShares,
  openStorageShare,
  PERSON_SHARES_MAX,
  revokeStorageShare,
  SHARES_MAX,
} from '@trove/contract/storage/shares'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStorageLab, type StorageLab, seal } from '../../../../test/labs/storage-lab.ts'
import type { WorldUser } from '../../../../test/world/world.ts'
import { DELETE_OLD_SHARES } from './store.ts'

/** Links to stored files: what the server says of one, and to whom. */

const refused = (code: string) => expect.objectContaining({ code })
const DAY_MS = 24 * 60 * 60_000

let lab: StorageLab
let an: WorldUser
let bo: WorldUser
let cid: string
beforeAll(async () => {
  lab = await openStorageLab()
  an = await lab.world.signIn('13810000001')
  bo = await lab.world.signIn('13810000002')
  cid = (await lab.stage(an, await seal(randomBytes(100)))).cid
})
afterAll(() => lab?.world.stop())

const create = (days: 1 | 7 = 7, as = an) => lab.world.call(createStorageShare, { body: { cid, days } }, { as })
const open = (id: string) => lab.world.call(openStorageShare, { params: { id } })
const list = async (as = an) => (await page({}, as)).content
const page = (query: { before?: string }, as = an) =>
  lab.world.call(listStorageShares, { params: { cid }, query }, { as })
const revoke = (id: string, as = an) => lab.world.call(revokeStorageShare, { params: { id } }, { as })

describe('a link to a stored file', () => {
  test('tells anybody which sealed file it is of while it lives, and nothing once it has expired', async () => {
    const { id, expiresAt } = await create(1)
    expect(await open(id)).toEqual({ cid, expiresAt })
    expect((await lab.read(`/ipfs/${cid}`)).status).toBe(200)
    await lab.world.advance(DAY_MS + 1000)
    await expect(open(id)).rejects.toEqual(refused('storage.share-expired'))
    expect(await list()).toMatchObject([{ id, state: 'expired' }])
  })

  test('is revoked by its owner alone, at once and for good, also when that is repeated', async () => {
    const { id } = await create()
    await expect(revoke(id, bo)).rejects.toEqual(refused('resource.not-found'))
    expect(await open(id)).toMatchObject({ cid })
    await revoke(id)
    await revoke(id)
    await expect(open(id)).rejects.toEqual(refused('storage.share-revoked'))
    await lab.world.advance(8 * DAY_MS)
    await expect(open(id)).rejects.toEqual(refused('storage.share-revoked'))
  })

  test('is guessed by nobody: a strange token finds nothing, and links of others are in nobody’s list', async () => {
    await create()
    for (const id of ['x', 'A'.repeat(22), `${'A'.repeat(63)}_`])
      await expect(open(id)).rejects.toEqual(refused('resource.not-found'))
    await expect(open('a b/../c')).rejects.toEqual(refused('request.invalid'))
    expect(await list(bo)).toEqual([])
    expect(new Set((await list()).map(({ id }) => id.length >= 22))).toEqual(new Set([true]))
  })

  test('is one of so many live ones at most, however many are made at once; ended ones do not count', async () => {
    const all = await Promise.allSettled(Array.from({ length: SHARES_MAX + 4 }, () => create(7, bo)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(SHARES_MAX)
    await expect(create(7, bo)).rejects.toEqual(refused('storage.too-many-shares'))
    await revoke((await list(bo))[0]!.id, bo)
    expect(await create(7, bo)).toMatchObject({ state: 'live' })
  })

  test('is one of so many live ones of a person, whatever files they are of', async () => {
    const eve = await lab.world.signIn('13810000003')
    await sql`insert into storage_shares (id, owner_id, cid, expires_at)
      select 'eve ' || i, ${eve.userId}, 'cid ' || i, business_now() + interval '9 days'
      from generate_series(1, ${PERSON_SHARES_MAX - 1}::int) i`.execute(lab.world.db)
    const last = await create(7, eve)
    await expect(create(7, eve)).rejects.toEqual(refused('storage.too-many-shares-in-all'))
    await revoke(last.id, eve)
    expect(await create(7, eve)).toMatchObject({ state: 'live' })
  })

  test('is found on its page: the list goes on behind the last one, to the oldest', async () => {
    const kim = await lab.world.signIn('13810000004')
    const made: string[] = []
    for (let i = 0; i < 23; i++) made.unshift((await create(7, kim)).id)
    const first = await page({}, kim)
    expect(first.hasMore).toBe(true)
    const rest = await page({ before: first.content.at(-1)!.id }, kim)
    expect(rest.hasMore).toBe(false)
    expect([...first.content, ...rest.content].map(({ id }) => id)).toEqual(made)
    // A link of somebody else is no place in this list.
    expect((await page({ before: made[10]! }, bo)).content).toEqual([])
  })

  test('is forgotten a month after it ended', async () => {
    const { id } = await create(1)
    await lab.world.advance(30 * DAY_MS)
    await lab.sweep()
    await expect(open(id)).rejects.toEqual(refused('storage.share-expired'))
    await lab.world.advance(2 * DAY_MS)
    await lab.sweep()
    await expect(open(id)).rejects.toEqual(refused('resource.not-found'))
    const { rows } = await sql`select id from storage_shares where id = ${id}`.execute(lab.world.db)
    expect(rows).toEqual([])
  })
})

test('the sweep finds the links that ended without reading all of them', async () => {
  const { db } = lab.world
  await sql`insert into storage_shares (id, owner_id, cid, expires_at)
    select 'many ' || i, 'nobody', 'c', business_now() + interval '300 days' from generate_series(1, 5000) i`.execute(
    db,
  )
  await sql`analyze storage_shares`.execute(db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${DELETE_OLD_SHARES}`.execute(db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('storage_shares_ended')
  expect(plan).not.toContain('Seq Scan')
})
