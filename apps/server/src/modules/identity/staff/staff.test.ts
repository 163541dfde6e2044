import { memberInfo } from '@trove/contract/identity/routes'
import { factorState } from '@trove/contract/identity/second-factor'
import { grantRole, listActs, listStaff, readAct, resetFactor, takeRole } from '@trove/contract/identity/staff'
import type { StaffRole } from '@trove/contract/kit/staff-roles'
import { listNotices } from '@trove/contract/notices/routes'
import { listPayoutsToDecide } from '@trove/contract/wallet/payout-approvals'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolTotp } from '../../../../test/world/factors.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { noteAct } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { checkActs } from '../model/act-check.ts'
import { findStaff, listStaff as listStaffOf } from '../model/staff.ts'

let world: World
let owner: WorldUser
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
  owner = await world.signIn('13800000009')
  await enrolTotp(world, owner)
})
afterAll(() => world?.stop())

let people = 0
const somebody = () => world.signIn(`137000002${String(++people).padStart(2, '0')}`)
const change = (who: WorldUser, role: StaffRole) => ({ body: { userId: who.userId, role, reason: '值班' } })
const grant = (who: WorldUser, role: StaffRole, as = owner) => world.call(grantRole, change(who, role), { as })
const take = (who: WorldUser, role: StaffRole, as = owner) => world.call(takeRole, change(who, role), { as })
const acts = (query = {}) => world.call(listActs, { query }, { as: owner })
/** Hours after which the record is followed from its first act: always, or not today. */
const [WHOLE, DAY] = [0, 24]
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
/** Signs in anew: another session, of which nobody remembers the roles. */
const again = async (who: WorldUser) => {
  await world.advance(61_000)
  return world.signIn(who.mobile)
}

describe('a role of the staff', () => {
  test('lets its holder do what it names and no more, until it is taken', async () => {
    const who = await somebody()
    await grant(who, 'cashier')
    const cashier = await again(who)
    expect(await world.call(memberInfo, {}, { as: cashier })).toMatchObject({
      role: 'operator',
      staffRoles: ['cashier'],
    })
    expect(await codeOf(world.call(listPayoutsToDecide, { query: {} }, { as: cashier }))).toBe('done')
    expect(await codeOf(world.call(listActs, { query: {} }, { as: cashier }))).toBe('session.forbidden')
    expect(await codeOf(grant(who, 'owner', cashier))).toBe('session.forbidden')
    const cashiers = () =>
      inTransaction(world.db, (tx) => findStaff(tx, [who.userId, owner.userId, 'nobody'], 'cashier'))
    expect(await cashiers()).toEqual(new Set([who.userId, owner.userId]))
    const all = async () => new Set(await inTransaction(world.db, (tx) => listStaffOf(tx, 'cashier')))
    expect(await all()).toEqual(new Set([who.userId, owner.userId]))
    const reviewer = await somebody()
    await grant(reviewer, 'reviewer')
    const asReviewer = await again(reviewer)
    expect(await codeOf(world.call(listPayoutsToDecide, { query: {} }, { as: asReviewer }))).toBe('session.forbidden')
    await take(who, 'cashier')
    expect([await cashiers(), await all()]).toEqual([new Set([owner.userId]), new Set([owner.userId])])
    const former = await again(who)
    expect(await world.call(memberInfo, {}, { as: former })).toMatchObject({ role: 'member', staffRoles: [] })
    expect(await codeOf(world.call(listPayoutsToDecide, { query: {} }, { as: former }))).toBe('session.forbidden')
  })

  test('an owner has all of them; whom the configuration names stays one', async () => {
    expect(await world.call(memberInfo, {}, { as: owner })).toMatchObject({ role: 'operator', staffRoles: ['owner'] })
    expect(await codeOf(take(owner, 'owner'))).toBe('staff.configured')
    const who = await somebody()
    await grant(who, 'owner')
    const second = await again(who)
    expect(await codeOf(grant(await somebody(), 'editor', second))).toBe('factor.missing')
    const shown = await world.call(listStaff, {}, { as: second })
    expect(shown.find(({ person }) => person.id === owner.userId)).toMatchObject({
      roles: [{ role: 'owner', isConfigured: true }],
      hasFactor: true,
    })
    expect(shown.find(({ person }) => person.id === who.userId)).toMatchObject({ hasFactor: false })
    await take(who, 'owner')
  })

  test('is given to nobody who is not there, and by nobody who is no owner', async () => {
    const gone = { ...owner, userId: 'nobody' }
    expect(await codeOf(grant(gone, 'editor'))).toBe('resource.not-found')
    const stranger = await somebody()
    for (const code of [codeOf(grant(stranger, 'owner', stranger)), codeOf(take(owner, 'owner', stranger))])
      expect(await code).toBe('session.forbidden')
    expect(await codeOf(world.call(listStaff, {}, { as: stranger }))).toBe('session.forbidden')
  })

  test('a lost second factor is reset by an owner, never by its holder', async () => {
    const who = await somebody()
    await enrolTotp(world, who)
    const reset = (userId: string) =>
      codeOf(world.call(resetFactor, { body: { userId, reason: '手机丢失' } }, { as: owner }))
    expect(await reset(owner.userId)).toBe('staff.own-factor')
    expect(await reset('nobody')).toBe('resource.not-found')
    expect((await acts({ subjectId: 'nobody' })).content).toEqual([])
    expect(await reset(who.userId)).toBe('done')
    expect(await codeOf(world.call(factorState, {}, { as: who }))).toBe('session.expired')
    const anew = await again(who)
    const { content } = await world.call(listNotices, { query: {} }, { as: anew })
    expect(content.map(({ kind, link }) => [kind, link])).toContainEqual(['identity.factors-reset', { to: 'account' }])
    expect(await world.call(factorState, {}, { as: anew })).toMatchObject({ hasTotp: false, recoveryLeft: 0 })
  })
})

describe('the record of what the staff did', () => {
  test('names who, what, to what and why, newest first, and each act once', async () => {
    const who = await somebody()
    await grant(who, 'editor')
    await grant(who, 'editor')
    await take(who, 'editor')
    await take(who, 'editor')
    const { content } = await acts({ subjectId: who.userId })
    expect(content.map(({ act, reason, operator, subjectKind }) => [act, reason, operator.id, subjectKind])).toEqual([
      ['staff.take-editor', '值班', owner.userId, 'person'],
      ['staff.grant-editor', '值班', owner.userId, 'person'],
    ])
    const { username } = await world.call(memberInfo, {}, { as: await again(who) })
    expect(content.map(({ subjectName }) => subjectName)).toEqual([username, username])
    expect((await acts({ operatorId: 'nobody' })).totalElements).toBe(0)
  })

  test('is read by its number too, by owners alone', async () => {
    const who = await somebody()
    await grant(who, 'editor')
    const [newest] = (await acts({ subjectId: who.userId })).content
    const read = (no: string, as = owner) => world.call(readAct, { params: { no } }, { as })
    expect(await read(newest!.no)).toEqual(newest)
    expect(await codeOf(read('999999'))).toBe('resource.not-found')
    expect(await codeOf(read('x'))).toBe('request.invalid')
    expect(await codeOf(read(newest!.no, await again(who)))).toBe('session.forbidden')
  })

  test('has no gap and no fork when many act at once, and shows what was changed', async () => {
    const note = (i: number) =>
      inTransaction(world.db, (tx) =>
        noteAct(tx, { operatorId: 'o', act: 'test', subject: { kind: 'test', id: String(i) } }),
      )
    await Promise.all(Array.from({ length: 25 }, (_, i) => note(i)))
    const { totalElements, content } = await acts({ size: 100 })
    expect(content[0]!.no).toBe(String(totalElements))
    await checkActs(world.db, WHOLE)
    expect(await acts()).toMatchObject({ brokenAt: null, checkedAt: expect.any(String) })
    const change = sql`update staff_act set reason = 'other' where no = 2`
    await expect(change.execute(world.db)).rejects.toThrow('append-only')
    await expect(sql`truncate staff_act`.execute(world.db)).rejects.toThrow('append-only')
    await expect(sql`delete from staff_act where no = 2`.execute(world.db)).rejects.toThrow('append-only')
    await sql`alter table staff_act disable trigger staff_act_kept`.execute(world.db)
    try {
      await sql`update staff_act set reason = 'other' where no = 2`.execute(world.db)
      expect(await checkActs(world.db, WHOLE)).toBe(2n)
      expect((await acts()).brokenAt).toBe('2')
      await sql`delete from staff_act where no = 2`.execute(world.db)
      // What is broken is looked at from the beginning, however long ago that was done.
      expect(await checkActs(world.db, DAY)).toBe(3n)
      expect((await acts()).brokenAt).toBe('3')
    } finally {
      await sql`alter table staff_act enable trigger staff_act_kept`.execute(world.db)
    }
  })

  test.each([
    ['staff.grant.before-commit', 0],
    ['staff.grant.after-commit', 1],
  ])('has an act exactly when it was done: killed at %s', async (point, count) => {
    const who = await somebody()
    const dying = await world.spawnServer({ TROVE_CRASH_AT: point }, ['--roles=http'])
    const call = fetch(dying.url + grantRole.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(change(who, 'editor').body),
    })
    await expect(call).rejects.toThrow()
    const { rows } = await sql`select from staff_roles where user_id = ${who.userId}`.execute(world.db)
    expect([rows.length, (await acts({ subjectId: who.userId })).totalElements]).toEqual([count, count])
  })
})
