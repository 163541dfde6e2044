import { listNotices } from '@trove/contract/notices/routes'
import {
  changeSearch,
  listSearches,
  removeSearch,
  SAVED_SEARCHES_MAX,
  saveSearch,
  seeSearch,
} from '@trove/contract/searches/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certify } from '../../../test/labs/talent-lab.ts'
import { publishWork } from '../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { createNotices, type Notices } from '../notices/module.ts'
import { lookForNew } from './sweep.ts'

let world: World
let count = 0
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
})
afterAll(() => world?.stop())

const person = () => world.signIn(`1360000${String(++count).padStart(4, '0')}`)
type Kind = 'superPoints' | 'code' | 'manpower'
const save = (as: WorldUser, kind: Kind, filter: Record<string, string>, name = `${kind} search`) =>
  world.call(saveSearch, { body: { kind, name, filter } }, { as })
const refused = (code: string) => expect.objectContaining({ code })
const DAY = 86_400_000
/** Midnight so many days from now, by the clock of the market. */
async function midnightIn(days: number): Promise<string> {
  const { rows } = await sql<{ at: Date }>`
    select date_trunc('day', business_now()) + make_interval(days => ${days}::int) as at`.execute(world.db)
  return rows[0]!.at.toISOString()
}

/** Runs the sweep and returns what it told this person, newest first. */
async function told(as: WorldUser) {
  await world.platform.jobs.poke()
  await world.settle()
  const { content } = await world.call(listNotices, { query: {} }, { as })
  return content.filter(({ kind }) => kind === 'searches.found')
}

/** A machine on the market, as the machine check leaves one. */
async function addMachine(sellerId: string, cores: number): Promise<void> {
  const id = `m${++count}`
  await sql`insert into compute_offers (id, auth_id, seller_id, ipv4, port, cpu_cores, ram_gb, disk_gb, bandwidth_mbps,
      os, period_days, price_fen, description, username, check_state)
    values (${id}, ${id}, ${sellerId}, ${`10.0.0.${count % 250}`}, ${1000 + count}, ${cores}, 8, 100, 20, 'Debian', 30, 990, null, 'root', 'verified')`.execute(
    world.db,
  )
}

describe('a saved search', () => {
  test('is kept as it was made, can be renamed, and is nobody else’s', async () => {
    const [as, other] = [await person(), await person()]
    const { id } = await save(as, 'code', { language: 'Go' }, 'Go works')
    expect(await world.call(listSearches, {}, { as })).toMatchObject([
      { id, kind: 'code', name: 'Go works', filter: { language: 'Go' }, hasNotice: true },
    ])
    await expect(world.call(changeSearch, { body: { id, name: 'Mine' } }, { as: other })).rejects.toEqual(
      refused('resource.not-found'),
    )
    await world.call(removeSearch, { body: { id } }, { as: other })
    await world.call(changeSearch, { body: { id, name: 'Go' } }, { as })
    await world.call(changeSearch, { body: { id, hasNotice: false } }, { as })
    expect(await world.call(listSearches, {}, { as })).toMatchObject([{ name: 'Go', hasNotice: false }])
    expect(await world.call(listSearches, {}, { as: other })).toEqual([])
    for (const _ of [1, 2]) await world.call(removeSearch, { body: { id } }, { as })
    expect(await world.call(listSearches, {}, { as })).toEqual([])
  })

  test('is of its market: a field the list does not have, or a value it does not take, is refused', async () => {
    const as = await person()
    for (const [kind, filter] of [
      ['code', { operationSystem: 'Debian' }],
      ['superPoints', { coresFrom: 'many' }],
      ['manpower', { minPrice: '-1' }],
    ] as const)
      await expect(save(as, kind, filter)).rejects.toEqual(refused('searches.filter-unknown'))
    await expect(save(as, 'code', { keyword: 'a\u0000b' })).rejects.toEqual(refused('request.invalid'))
    expect(await world.call(listSearches, {}, { as })).toEqual([])
  })

  test('is one of so many at most, also when many are saved at once', async () => {
    const as = await person()
    const all = await Promise.allSettled(
      Array.from({ length: SAVED_SEARCHES_MAX + 5 }, (_, i) => save(as, 'code', {}, `n${i}`)),
    )
    const failed = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(failed).toEqual(Array(5).fill(refused('searches.limit')))
    expect(failed[0]).toMatchObject({ params: { count: SAVED_SEARCHES_MAX } })
    expect(await world.call(listSearches, {}, { as })).toHaveLength(SAVED_SEARCHES_MAX)
  })
})

describe('what is new to a saved search', () => {
  test('is told once, what matches only, and never one’s own goods or what was there before', async () => {
    const [as, seller] = [await person(), await person()]
    await addMachine(seller.userId, 16)
    await save(as, 'superPoints', { coresFrom: '8' }, 'Big ones')
    await addMachine(seller.userId, 4)
    await addMachine(as.userId, 32)
    expect(await told(as)).toEqual([])
    await addMachine(seller.userId, 8)
    await addMachine(seller.userId, 64)
    expect(await told(as)).toMatchObject([
      { params: { name: 'Big ones', count: '2' }, link: { to: 'saved-searches' }, isRead: false },
    ])
    await world.advance(DAY + 1000)
    expect(await told(as)).toHaveLength(1)
  })

  test('is told once a day at most; what came meanwhile is in the next notice', async () => {
    const [as, seller] = [await person(), await person()]
    await save(as, 'superPoints', {})
    for (const _ of [1, 2, 3]) {
      await addMachine(seller.userId, 2)
      expect(await told(as)).toHaveLength(1)
    }
    await world.advance(DAY + 1000)
    expect((await told(as)).map(({ params }) => params.count)).toEqual(['2', '1'])
  })

  test('is new until its owner looks, and what comes later is new again', async () => {
    const [as, seller, other] = [await person(), await person(), await person()]
    const { id } = await save(as, 'superPoints', {})
    const fresh = async () => (await world.call(listSearches, {}, { as })).map(({ newCount }) => newCount)
    for (const _ of [1, 2]) await addMachine(seller.userId, 2)
    await told(as)
    expect(await fresh()).toEqual([2])
    await world.call(seeSearch, { body: { id } }, { as: other })
    expect(await fresh()).toEqual([2])
    for (const _ of [1, 2]) await world.call(seeSearch, { body: { id } }, { as })
    expect(await fresh()).toEqual([0])
    await world.advance(DAY + 1000)
    await addMachine(seller.userId, 4)
    await told(as)
    expect(await fresh()).toEqual([1])
  })

  test('counts an offer once, however often it leaves the market and comes back', async () => {
    const [as, seller] = [await person(), await person()]
    await save(as, 'superPoints', {})
    await addMachine(seller.userId, 2)
    expect(await told(as)).toHaveLength(1)
    for (const listing of ['offline', 'online'])
      await sql`update compute_offers set listing = ${listing} where seller_id = ${seller.userId}`.execute(world.db)
    await world.advance(DAY + 1000)
    expect(await told(as)).toHaveLength(1)
  })

  test('is as well what comes to match later: a lower price, back from a lease, other facts, each offer once', async () => {
    const [as, seller] = [await person(), await person()]
    for (const cores of [4, 8, 12, 16]) await addMachine(seller.userId, cores)
    const change = (cores: number, set: string) =>
      sql`update compute_offers set ${sql.raw(set)} where seller_id = ${seller.userId} and cpu_cores = ${cores}`.execute(
        world.db,
      )
    await change(4, 'price_fen = 90000')
    await change(8, "slot = 'ended'")
    await save(as, 'superPoints', { perDayTo: '20', coresTo: '12' }, 'Cheap')
    // Matches as before: nothing new.
    await change(12, 'price_fen = 600')
    await change(4, 'price_fen = 80000')
    expect(await told(as)).toEqual([])
    await change(4, 'price_fen = 500')
    await change(8, "slot = 'free'")
    await change(16, 'cpu_cores = 11')
    expect((await told(as)).map(({ params }) => params.count)).toEqual(['3'])
    await change(4, 'price_fen = 90000')
    await change(4, 'price_fen = 400')
    await world.advance(DAY + 1000)
    expect(await told(as)).toHaveLength(1)
  })

  test('is no offer that an unpaid order gave back, unless nobody could look before it was held', async () => {
    const [as, seller] = [await person(), await person()]
    await addMachine(seller.userId, 4)
    await world.advance(3 * DAY)
    await save(as, 'superPoints', {})
    await addMachine(seller.userId, 8)
    const hold = (slot: string, order: string | null) =>
      sql`update compute_offers set slot = ${slot}, slot_order_id = ${order} where seller_id = ${seller.userId}`.execute(
        world.db,
      )
    await hold('reserved', 'an-order')
    expect(await told(as)).toEqual([])
    await hold('free', null)
    expect((await told(as)).map(({ params }) => params.count)).toEqual(['1'])
  })

  test('is a work or an expert that comes to match by price, words, skill, stars or a free hour', async () => {
    const [as, author, expert] = [await person(), await person(), await person()]
    await certify(world, expert, { realName: '谢观澜' })
    await sql`update talent_experts set hour_fen = 90000 where user_id = ${expert.userId}`.execute(world.db)
    const workId = await publishWork(world, author, { title: 'Foghorn' })
    await sql`update code_works set price_fen = 50000, rating_sum = 2, rating_count = 1 where id = ${workId}`.execute(
      world.db,
    )
    const free = await midnightIn(7)
    await save(as, 'manpower', { maxPrice: '100', name: '观澜' }, 'price')
    await save(as, 'manpower', { free, name: '观澜' }, 'free')
    await save(as, 'manpower', { skill: 'Sailing' }, 'skill')
    await save(as, 'code', { priceTo: '100', keyword: 'Foghorn' }, 'cheap')
    await save(as, 'code', { ratingFrom: '4', keyword: 'Foghorn' }, 'stars')
    await save(as, 'code', { keyword: 'Lightship' }, 'words')
    await save(as, 'code', { keyword: 'Foghorn' }, 'still')
    // Match before as after: nothing new.
    await save(as, 'code', { priceFrom: '1' }, 'not told')
    await save(as, 'manpower', { minPrice: '1' }, 'not told either')
    expect(await told(as)).toEqual([])
    await sql`update talent_experts set hour_fen = 9000, skills = '{Sailing}' where user_id = ${expert.userId}`.execute(
      world.db,
    )
    await sql`insert into talent_calendars (user_id, zone, weekly)
      values (${expert.userId}, 'UTC', array(select generate_series(0, 167)))`.execute(world.db)
    await sql`update code_works set price_fen = 900, rating_sum = 5, intro = 'On a Lightship' where id = ${workId}`.execute(
      world.db,
    )
    const names = (await told(as)).map(({ params }) => params.name).sort()
    // A search by words cannot know what the words were: it is told once.
    expect(names).toEqual(['cheap', 'free', 'price', 'skill', 'stars', 'still', 'words'])
  })

  test('is over with the hour it asks for: nothing is told any more, and the list says so', async () => {
    const [as, expert] = [await person(), await person()]
    const free = await midnightIn(1)
    await save(as, 'manpower', { free, name: '沈知微' })
    await save(as, 'manpower', { name: '沈知微' }, 'at any hour')
    expect((await world.call(listSearches, {}, { as })).map(({ isOver }) => isOver)).toEqual([false, false])
    await world.advance(2 * DAY)
    expect((await world.call(listSearches, {}, { as })).map(({ isOver }) => isOver)).toEqual([false, true])
    await certify(world, expert, { realName: '沈知微' })
    await sql`update talent_experts set hour_fen = 9000 where user_id = ${expert.userId}`.execute(world.db)
    await sql`insert into talent_calendars (user_id, zone, weekly)
      values (${expert.userId}, 'UTC', array(select generate_series(0, 167)))`.execute(world.db)
    expect((await told(as)).map(({ params }) => params.name)).toEqual(['at any hour'])
  })

  test('is never what was there before, nor less than all, when tens of thousands of changes wait for their numbers', async () => {
    const [as, seller] = [await person(), await person()]
    const many = () =>
      sql`insert into market_changes (kind, subject_id) select 'superPoints', 'many' || g from generate_series(1, 12000) g`.execute(
        world.db,
      )
    await many()
    await addMachine(seller.userId, 4)
    await save(as, 'superPoints', {})
    expect(await told(as)).toEqual([])
    await many()
    await addMachine(seller.userId, 4)
    await many()
    await addMachine(seller.userId, 4)
    expect((await told(as)).map(({ params }) => params.count)).toEqual(['2'])
  })

  test('is not told while the notice is off, and what came then is not told afterwards', async () => {
    const [as, seller] = [await person(), await person()]
    const { id } = await save(as, 'superPoints', {})
    await world.call(changeSearch, { body: { id, hasNotice: false } }, { as })
    await addMachine(seller.userId, 2)
    expect(await told(as)).toEqual([])
    await world.call(changeSearch, { body: { id, hasNotice: true } }, { as })
    expect(await told(as)).toEqual([])
    await addMachine(seller.userId, 2)
    expect(await told(as)).toHaveLength(1)
  })

  test('is found in the markets of code and talent as well', async () => {
    const [as, seller] = [await person(), await person()]
    await save(as, 'code', { keyword: 'Lighthouse' }, 'Code')
    await save(as, 'manpower', { maxPrice: '100' }, 'Cheap')
    await save(as, 'manpower', { minPrice: '100' }, 'Dear')
    await certify(world, seller, { realName: '温如故' })
    expect(await told(as)).toEqual([])
    await sql`update talent_experts set hour_fen = 9000 where user_id = ${seller.userId}`.execute(world.db)
    await publishWork(world, seller, { title: 'Lighthouse' })
    expect((await told(as)).map(({ params }) => params.name).sort()).toEqual(['Cheap', 'Code'])
  })

  test('is told by one of two processes that look at once', async () => {
    const [as, seller] = [await person(), await person()]
    await save(as, 'superPoints', {})
    await addMachine(seller.userId, 2)
    const { tell } = createNotices({ db: world.db, jobs: { ...world.platform.jobs, every: () => undefined } })
    let tellings = 0
    const notices: Notices = {
      tell(tx, notice) {
        if (notice.userId === as.userId) tellings++
        return tell(tx, notice)
      },
    }
    let waiting = 0
    const both = Promise.withResolvers<void>()
    // Both have counted before either of them tells.
    const kind = {
      kind: 'superPoints',
      schema: undefined as never,
      findNew: async ({ readerId }: { readerId: string }) => {
        if (readerId !== as.userId) return []
        if (++waiting === 2) both.resolve()
        await both.promise
        return ['one']
      },
    }
    const kinds = new Map([[kind.kind, kind]])
    await Promise.all([1, 2].map(() => lookForNew({ db: world.db, notices, kinds })))
    expect(tellings).toBe(1)
    expect(await told(as)).toHaveLength(1)
  })

  test('is not lost when the process dies between looking and telling', async () => {
    const [as, seller] = [await person(), await person()]
    await save(as, 'superPoints', {})
    await addMachine(seller.userId, 2)
    const dying = { tell: () => Promise.reject(new Error('killed')) }
    const kind = { kind: 'superPoints', schema: undefined as never, findNew: async () => ['one'] }
    const kinds = new Map([[kind.kind, kind]])
    await expect(lookForNew({ db: world.db, notices: dying, kinds })).rejects.toThrow('killed')
    expect(await told(as)).toHaveLength(1)
  })

  test('is told to the others when one search cannot be looked at', async () => {
    const [broken, as, seller] = [await person(), await person(), await person()]
    await save(broken, 'superPoints', {})
    await save(as, 'superPoints', {})
    await addMachine(seller.userId, 2)
    const kind = {
      kind: 'superPoints',
      schema: undefined as never,
      findNew: async ({ readerId }: { readerId: string }) => {
        if (readerId === broken.userId) throw new Error('filter of another release')
        return ['one']
      },
    }
    const { tell } = createNotices({ db: world.db, jobs: { ...world.platform.jobs, every: () => undefined } })
    const toldTo: string[] = []
    const notices: Notices = {
      tell(tx, notice) {
        toldTo.push(notice.userId)
        return tell(tx, notice)
      },
    }
    const kinds = new Map([[kind.kind, kind]])
    await expect(lookForNew({ db: world.db, notices, kinds })).rejects.toThrow('filter of another release')
    expect(toldTo).toContain(as.userId)
    expect(toldTo).not.toContain(broken.userId)
    // Still due: the next run tells it.
    expect(await told(broken)).toHaveLength(1)
  })
})
