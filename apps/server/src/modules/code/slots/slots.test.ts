import { clearSlot, FEATURED_PLACES, listFeatured, listSlots, setSlot } from '@trove/contract/code/slots'
import { putWorkOnline, takeWorkOffline } from '@trove/contract/code/works'
import { grantRole, listActs } from '@trove/contract/identity/staff'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishWork } from '../../../../test/labs/work-lab.ts'
import { enrolTotp } from '../../../../test/world/factors.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

let world: World
let author: WorldUser
let owner: WorldUser
let editor: WorldUser
const ids: string[] = []
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
  author = await world.signIn('13500000021')
  editor = await world.signIn('13500000022')
  owner = await world.signIn('13800000009')
  await enrolTotp(world, owner)
  await world.call(grantRole, { body: { userId: editor.userId, role: 'editor', reason: 'test' } }, { as: owner })
  for (let i = 0; i < FEATURED_PLACES + 2; i++) ids.push(await publishWork(world, author, { title: `Work ${i}` }))
})
afterAll(() => world?.stop())

const refused = (code: string) => expect.objectContaining({ code })
const set = (place: number, workId: string, as = editor) =>
  world.call(setSlot, { params: { place }, body: { workId } }, { as })
const featured = async () => (await world.call(listFeatured, {}, {})).map(({ id }) => id)
const slots = async () =>
  (await world.call(listSlots, {}, { as: editor })).map(({ place, id, state }) => [place, id, state])

test('an editor fills the featured row; empty places and works that went offline leave room for popular ones', async () => {
  await sql`update code_works set gets = 7 where id = ${ids[9]!}`.execute(world.db)
  expect((await featured())[0]).toBe(ids[9])
  await set(2, ids[3]!)
  await set(1, ids[4]!)
  const row = await featured()
  expect(row.slice(0, 3)).toEqual([ids[4], ids[3], ids[9]])
  expect([row.length, new Set(row).size]).toEqual([FEATURED_PLACES, FEATURED_PLACES])
  await set(8, ids[4]!)
  await set(2, ids[5]!)
  expect(await slots()).toEqual([
    [2, ids[5], 'online'],
    [8, ids[4], 'online'],
  ])
  await world.call(takeWorkOffline, { params: { id: ids[5]! } }, { as: author })
  expect((await featured()).slice(0, 2)).toEqual([ids[4], ids[9]])
  expect(await slots()).toContainEqual([2, ids[5], 'offline'])
  await expect(set(3, ids[5]!)).rejects.toEqual(refused('resource.not-found'))
  await world.call(putWorkOnline, { params: { id: ids[5]! } }, { as: author })
  await world.call(clearSlot, { params: { place: 8 } }, { as: editor })
  await world.call(clearSlot, { params: { place: 8 } }, { as: editor })
  expect(await slots()).toEqual([[2, ids[5], 'online']])
  const acts = (await world.call(listActs, { query: {} }, { as: owner })).content.map(({ act }) => act)
  expect(acts.filter((act) => act.startsWith('code.'))).toEqual([
    'code.unfeature',
    ...Array.from({ length: 4 }, () => 'code.feature'),
  ])
})

test('nobody but an editor fills the row, and one work never stands in two places, filled at once or not', async () => {
  await expect(set(1, ids[0]!, author)).rejects.toEqual(refused('session.forbidden'))
  await expect(world.call(listSlots, {}, {})).rejects.toEqual(refused('session.expired'))
  await expect(set(9, ids[0]!)).rejects.toEqual(refused('request.invalid'))
  await Promise.all([1, 3, 4, 6].map((place) => set(place, ids[0]!)))
  expect((await slots()).filter(([, id]) => id === ids[0])).toHaveLength(1)
})

test('an editor puts no work of their own there', async () => {
  const own = await publishWork(world, editor, { title: 'The work of an editor' })
  const before = await slots()
  await expect(set(1, own)).rejects.toEqual(refused('code.own-work'))
  expect(await slots()).toEqual(before)
})
