import { decideApplication, listApplications, openApplication } from '@trove/contract/certification/desk'
import { currentCertification } from '@trove/contract/certification/routes'
import { updateUser } from '@trove/contract/identity/routes'
import { listActs, takeRole } from '@trove/contract/identity/staff'
import { listNotices } from '@trove/contract/notices/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyAs, codeOf, reviewer } from '../../../test/labs/certification-lab.ts'
import { enrolTotp } from '../../../test/world/factors.ts'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { type ReviewersSetting, reviewersNeeded } from './rules.ts'

test.each<[ReviewersSetting, number, 1 | 2]>([
  ['auto', 0, 1],
  ['auto', 1, 1],
  ['auto', 2, 2],
  ['auto', 5, 2],
  ['1', 5, 1],
  ['2', 1, 2],
])('with %s a team of %i needs so many reviewers', (setting, team, needed) => {
  expect(reviewersNeeded(setting, team)).toBe(needed)
})

let world: World
let owner: WorldUser
let desk: WorldUser
let other: WorldUser
beforeAll(async () => {
  world = await startWorld({ hasPayment: false, env: { CERTIFICATION_REVIEWERS: 'auto' } })
  owner = await world.signIn('13800000009')
  await enrolTotp(world, owner)
  desk = await reviewer(world, owner, '13600000401')
  other = await reviewer(world, owner, '13600000402')
})
afterAll(() => world?.stop())

let people = 0
/** Somebody who applied, and the application. */
async function applicant(as?: WorldUser) {
  const who = as ?? (await world.signIn(`136000005${String(++people).padStart(2, '0')}`))
  await applyAs(world, who)
  const { content } = await list()
  return { as: who, id: content.find(({ person }) => person.id === who.userId)!.id }
}
const list = (view: 'waiting' | 'decided' = 'waiting') =>
  world.call(listApplications, { query: { view, size: 100 } }, { as: desk })
const headOf = async (id: string, view: 'waiting' | 'decided') =>
  (await list(view)).content.find((one) => one.id === id)
const open = (id: string, as: WorldUser) => world.call(openApplication, { params: { id } }, { as })
const approve = (id: string, as: WorldUser) =>
  world.call(decideApplication, { params: { id }, body: { decision: 'approve' } }, { as })
const refuse = (id: string, as: WorldUser) =>
  world.call(decideApplication, { params: { id }, body: { decision: 'refuse', reason: '看不清' } }, { as })
const statusOf = async (as: WorldUser) => (await world.call(currentCertification, {}, { as })).status
const wasTold = async (as: WorldUser) =>
  (await world.call(listNotices, { query: {} }, { as })).content.filter(
    ({ kind }) => kind === 'certification.second-waits',
  )
const byOf = (head: { approvals: { by: { id: string } }[] } | undefined) => head?.approvals.map(({ by }) => by.id)

describe('where the staff has several reviewers', () => {
  test('two certify: the first approval is kept and told to the others, and the same reviewer is not the second', async () => {
    const { as, id } = await applicant()
    const before = (await wasTold(desk)).length
    expect((await list()).reviewersNeeded).toBe(2)
    expect(await approve(id, desk)).toEqual({ state: 'submitted' })
    expect(await statusOf(as)).toBe(1)
    expect(byOf(await headOf(id, 'waiting'))).toEqual([desk.userId])
    expect([(await open(id, desk)).waitsForOther, (await open(id, other)).waitsForOther]).toEqual([true, false])
    expect(await codeOf(approve(id, desk))).toBe('certification.second-needed')
    for (const who of [other, owner]) expect(await wasTold(who)).toMatchObject([{ link: { to: 'certification-desk' } }])
    for (const who of [desk, as]) expect((await wasTold(who)).length).toBe(who === desk ? before : 0)
    expect(await approve(id, other)).toEqual({ state: 'approved' })
    expect(await statusOf(as)).toBe(2)
    const head = await headOf(id, 'decided')
    expect([head?.decidedBy?.id, byOf(head)]).toEqual([other.userId, [desk.userId, other.userId]])
    const { content } = await world.call(listActs, { query: { subjectId: id } }, { as: owner })
    const acts = content
      .filter(({ act }) => act !== 'certification.read')
      .map(({ act, operator }) => [act, operator.id])
    expect(acts.reverse()).toEqual([
      ['certification.approve-first', desk.userId],
      ['certification.approve', other.userId],
    ])
  })

  test('an application waits for whoever may decide about it now, and is found by its person and its end', async () => {
    const [approved, own] = [await applicant(), await applicant(other)]
    await approve(approved.id, desk)
    const page = async (query: object, as: WorldUser) => {
      const { content, totalElements } = await world.call(listApplications, { query: { size: 100, ...query } }, { as })
      expect(totalElements).toBe(content.length)
      return content.map(({ id }) => id).filter((id) => [approved.id, own.id].includes(id))
    }
    const mine = (as: WorldUser) => page({ waitsFor: 'me' }, as)
    expect([await mine(desk), await mine(other), await mine(owner)]).toEqual([
      [own.id],
      [approved.id],
      [approved.id, own.id],
    ])
    await world.call(updateUser, { body: { username: '雨燕' } }, { as: approved.as })
    expect(await page({ keyword: '雨燕' }, desk)).toEqual([approved.id])
    await refuse(own.id, desk)
    expect(await page({ view: 'decided', end: 'refused' }, desk)).toEqual([own.id])
    expect(await page({ view: 'decided', end: 'approved' }, desk)).toEqual([])
    expect(await codeOf(mine(approved.as))).toBe('session.forbidden')
    await refuse(approved.id, other)
  })

  test('one is enough to refuse, also after a first approval', async () => {
    const { as, id } = await applicant()
    await approve(id, desk)
    expect(await refuse(id, other)).toEqual({ state: 'refused' })
    expect(await statusOf(as)).toBe(3)
    expect(await codeOf(approve(id, owner))).toBe('certification.decided')
    const again = await applicant(as)
    // What was approved of the application before counts nothing for this one.
    expect(await approve(again.id, other)).toEqual({ state: 'submitted' })
  })

  test('two at the same moment certify once', async () => {
    const { as, id } = await applicant()
    const states = await Promise.all([desk, other].map(async (who) => (await approve(id, who)).state))
    expect(states.sort()).toEqual(['approved', 'submitted'])
    expect(await statusOf(as)).toBe(2)
  })

  test('an approval of somebody whose role was taken since counts no more', async () => {
    const { as, id } = await applicant()
    const gone = await reviewer(world, owner, '13600000403')
    await approve(id, gone)
    const body = { userId: gone.userId, role: 'reviewer' as const, reason: '离岗' }
    await world.call(takeRole, { body }, { as: owner })
    expect(await approve(id, desk)).toEqual({ state: 'submitted' })
    expect(await statusOf(as)).toBe(1)
    expect(await approve(id, other)).toEqual({ state: 'approved' })
  })
})

describe('where one reviewer is left', () => {
  test('that one certifies alone, also what waited for a second, and the desk says so', async () => {
    const [waiting, own] = [await applicant(), await applicant(other)]
    await approve(waiting.id, desk)
    await sql`update users set role = 'member' where role = 'operator'`.execute(world.db)
    const mine = async () => {
      const { content } = await world.call(listApplications, { query: { waitsFor: 'me', size: 100 } }, { as: desk })
      return content.map(({ id }) => id).filter((id) => id === waiting.id)
    }
    expect(await mine()).toEqual([])
    // Two may review; of the two only one may decide about the other's application.
    expect((await list()).reviewersNeeded).toBe(2)
    expect(await approve(own.id, desk)).toEqual({ state: 'approved' })
    await sql`delete from staff_roles where user_id = ${other.userId}`.execute(world.db)
    expect((await list()).reviewersNeeded).toBe(1)
    expect((await open(waiting.id, desk)).waitsForOther).toBe(false)
    expect(await mine()).toEqual([waiting.id])
    expect(await approve(waiting.id, desk)).toEqual({ state: 'approved' })
    const { as, id } = await applicant()
    expect(await approve(id, desk)).toEqual({ state: 'approved' })
    expect(await statusOf(as)).toBe(2)
  })
})
