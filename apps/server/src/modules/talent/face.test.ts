import { decideApplication, listApplications } from '@trove/contract/certification/desk'
import { listConversations, openConversation } from '@trove/contract/conversations/routes'
import { addFavourite, listFavourites } from '@trove/contract/favourites/routes'
import { deleteAccount, sendAccountCode } from '@trove/contract/identity/account'
import { addCase, alterHourSalary, getHomepage, listExperts } from '@trove/contract/talent/experts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyAs, reviewer } from '../../../test/labs/certification-lab.ts'
import { certify, uncertify } from '../../../test/labs/talent-lab.ts'
import { enrolTotp } from '../../../test/world/factors.ts'
import { freshAddress, readCode } from '../../../test/world/sign-in.ts'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { CLOSING_SECONDS } from '../identity/account/service.ts'

/** What is public of an expert: written with the decision and by no reader, and gone with the certification. */

let world: World
let owner: WorldUser
let count = 0
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
  owner = await world.signIn('13800000009')
  await enrolTotp(world, owner)
})
afterAll(() => world.stop())

const person = () => world.signIn(`1350000${String(++count).padStart(4, '0')}`)
const setSalary = (as: WorldUser) => world.call(alterHourSalary, { body: { hourSalary: '90' } }, { as })
const readOwn = (as: WorldUser) => world.call(getHomepage, { query: {} }, { as })

async function erase(as: WorldUser): Promise<void> {
  await world.call(sendAccountCode, { body: { purpose: 'delete-account' } }, { as, headers: freshAddress() })
  await world.call(deleteAccount, { body: { smsCode: await readCode(world, as.mobile) } }, { as })
  await world.advance(CLOSING_SECONDS * 1000 + 1000)
  await world.settle()
  await world.platform.jobs.poke()
  await world.settle()
}

/** Every row of the market that has this text. */
async function rowsWith(text: string): Promise<unknown[]> {
  const { rows } = await sql`select 'expert' as where from talent_experts t where t::text like ${`%${text}%`}
    union all select 'words' from talent_expert_words t where t::text like ${`%${text}%`}`.execute(world.db)
  return rows
}

async function blocked(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
  return rows[0]!.n
}

/** Waits until a call is over, or one more statement than before waits for a lock. */
async function untilOverOrBlocked(call: Promise<unknown>, before: number): Promise<void> {
  let isOver = false
  void call.then(() => {
    isOver = true
  })
  while (!isOver && (await blocked()) <= before) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('the face of an expert', () => {
  test('is on the market with the approval itself, before anybody reads the homepage', async () => {
    const desk = await reviewer(world, owner, '13500009999')
    const as = await person()
    await applyAs(world, as)
    const { content } = await world.call(listApplications, { query: { size: 100 } }, { as: desk })
    const { id } = content.find((one) => one.person.id === as.userId)!
    await world.call(decideApplication, { params: { id }, body: { decision: 'approve' } }, { as: desk })
    expect(await rowsWith('沈知行')).toEqual([{ where: 'expert' }, { where: 'words' }])
    expect(await readOwn(as)).toMatchObject({ realName: '沈知行', skills: ['Go', 'Rust', 'React'], isOpen: false })
  })

  test('is not written by a reader: a homepage read leaves the row as it is', async () => {
    const as = await person()
    await certify(world, as, { realName: '温如故' })
    const versionOf = async () =>
      (await sql`select xmin::text, ctid::text from talent_experts where user_id = ${as.userId}`.execute(world.db)).rows
    const before = await versionOf()
    await readOwn(as)
    expect(await versionOf()).toEqual(before)
  })

  test('leaves no name in its row, in the text search, in favourites and conversations once it is withdrawn', async () => {
    const [as, reader] = [await person(), await person()]
    await certify(world, as, { realName: '闻人语' })
    await setSalary(as)
    await world.call(addCase, { body: { caseName: '灯塔' } }, { as })
    const { productId } = await readOwn(as)
    const subject = { kind: 'manpower' as const, id: productId }
    await world.call(addFavourite, { body: subject }, { as: reader })
    await world.call(openConversation, { body: { subjectKind: 'manpower', subjectId: productId } }, { as: reader })
    expect(await rowsWith('闻人语')).toHaveLength(2)
    await uncertify(world, as)
    expect(await rowsWith('闻人语')).toEqual([])
    expect((await world.call(listExperts, { query: { name: '灯塔' } })).content).toEqual([])
    const favourites = await world.call(listFavourites, { query: {} }, { as: reader })
    expect(favourites.content).toMatchObject([{ id: productId, title: null }])
    const talks = await world.call(listConversations, { query: {} }, { as: reader })
    expect(talks.content[0]!.subject).toMatchObject({ title: '', isOpen: false })
    // Certified anew, they are found again by what they wrote before.
    await certify(world, as, { realName: '闻人语' })
    expect((await world.call(listExperts, { query: { name: '灯塔' } })).content).toHaveLength(1)
  })

  test('goes from the market with the account, and from the search', async () => {
    const as = await person()
    await certify(world, as, { realName: '司徒远' })
    await world.call(addCase, { body: { caseName: '司徒远的作品' } }, { as })
    await world.advance(3_600_000)
    await erase(as)
    expect(await rowsWith('司徒远')).toEqual([])
    expect(await rowsWith(as.userId)).toEqual([])
  })
})

describe('an expert who leaves while a call of theirs is under way stays away', () => {
  // The call stands still where it writes, because another connection is about to write the same row and then does not.
  test.each([
    ['the homepage is read', 'the certification is withdrawn', readOwn, uncertify],
    ['the salary is set', 'the certification is withdrawn', setSalary, uncertify],
    ['the homepage is read', 'the account is erased', readOwn, undefined],
    ['the salary is set', 'the account is erased', setSalary, undefined],
  ] as const)('when %s as %s', async (_, __, call, withdraw) => {
    const as = await person()
    await certify(world, as, { realName: '百里寻' })
    await sql`delete from talent_experts where user_id = ${as.userId}`.execute(world.db)
    await world.advance(3_600_000)
    const pending: Promise<unknown>[] = []
    const undone = inTransaction(world.db, async (tx) => {
      await sql`insert into talent_experts (user_id, id, is_certified, real_name, identity, work_exp, fields, skills)
        values (${as.userId}, ${`blocker-${as.userId}`}, false, '', '', '', '{}', '{}')`.execute(tx)
      for (const begin of [() => call(as), () => (withdraw ? withdraw(world, as) : erase(as))]) {
        const before = await blocked()
        const begun = begin().catch((error: unknown) => error)
        pending.push(begun)
        await untilOverOrBlocked(begun, before)
      }
      throw new Error('nothing is written after all')
    })
    await expect(undone).rejects.toThrow('nothing is written after all')
    await Promise.all(pending)
    expect(await rowsWith('百里寻')).toEqual([])
  })
})
