import { choicesOfWorks, countWorks, openWorks } from '@trove/contract/code/market'
import { choicesOfOffers, countOffers } from '@trove/contract/compute/routes'
import { CHOICE_COUNT_MAX } from '@trove/contract/kit/choices'
import { choicesOfExperts, listExperts, openExperts } from '@trove/contract/talent/experts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld, type World } from '../../test/world/world.ts'
import { CHOICE_SAMPLE } from '../platform/base/choices.ts'

/** Counts beside each choice of a filter, against the counts of the lists themselves. */

let world: World
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
})
afterAll(() => world?.stop())

type Counted = Record<string, { value: string; count: number }[]>
type Filter = Record<string, string>

/** What the market itself counts with each choice made. */
async function countedAlone(found: Counted, filter: Filter, count: (filter: Filter) => Promise<number>) {
  const alone: Counted = {}
  for (const [field, choices] of Object.entries(found)) {
    alone[field] = []
    for (const { value } of choices)
      alone[field].push({ value, count: Math.min(CHOICE_COUNT_MAX, await count({ ...filter, [field]: value })) })
  }
  return alone
}

const sumOf = (counts: Counted) => Object.values(counts).map((all) => all.reduce((sum, { count }) => sum + count, 0))

describe('the counts beside choices', () => {
  test('of machines are those of the list with each choice made: by groupings, ranges, cut sizes and texts', async () => {
    await sql`insert into compute_offers (id, auth_id, seller_id, ipv4, port, cpu_cores, ram_gb, disk_gb, bandwidth_mbps,
        os, period_days, price_fen, description, username, check_state, gpu_model, gpu_count, gpu_vram_gb)
      select 'm' || g, 'm' || g, 's', '10.0.0.' || g % 250, 1000 + g, 1 + g % 7, 1 + g % 9, 60 + g * 7, 1 + g % 60,
        (1 + g % 5)::text, (array[7, 30, 90])[1 + g % 3], 100 + g * 100, case when g % 4 = 0 then 'Quartz' end, 'root',
        case when g % 11 = 0 then 'unreachable' else 'verified' end,
        (array['t4', 'a100'])[1 + g % 3], case when g % 3 < 2 then 1 + g % 4 end, case when g % 3 < 2 then 8 * (1 + g % 3) end
      from generate_series(1, 120) g`.execute(world.db)
    const count = async (query: Filter) => (await world.call(countOffers, { query })).productCount
    const filters: Filter[] = [
      {},
      { operationSystem: '2' },
      { operationSystem: '2', servePeriod: '30', bandwidth: '20' },
      { cpuAndRAM: '2C-3G' },
      { diskSize: '130', servePeriod: '7' },
      { coresFrom: '2', perDayTo: '9', operationSystem: '3' },
      { keyword: 'Quartz', ramTo: '6' },
      { gpuCount: '1' },
      { gpuModel: 'a100', gpuCount: '2', servePeriod: '30' },
      { gpuVram: '9', operationSystem: '2' },
    ]
    for (const filter of filters) {
      const found = await world.call(choicesOfOffers, { query: filter })
      expect(found, JSON.stringify(filter)).toEqual(await countedAlone(found, filter, count))
      expect(Math.min(...sumOf(found)), JSON.stringify(filter)).toBeGreaterThan(0)
    }
    const none = await world.call(choicesOfOffers, { query: { cpuAndRAM: 'no size' } })
    expect(sumOf(none)).toEqual([0, 0, 0])
    expect(none.operationSystem.length).toBeGreaterThan(1)
  })

  test('of experts are those of the list, a field of technology with all its skills', async () => {
    await sql`insert into talent_experts (user_id, id, is_certified, real_name, identity, work_exp, fields, skills,
        hour_fen, stars_sum, stars_count)
      select 'u' || g, 'e' || g, g % 10 <> 0, 'Name ' || g % 3, '1', '1', array[f.value], array[s.value], 1000 * g,
        (1 + g % 5) * 2, 2
      from generate_series(1, 60) g
      cross join lateral (select value from dictionary_nodes where group_name = 'technical_field' and parent = group_name
        order by value offset g % 2 limit 1) f
      cross join lateral (select value from dictionary_nodes where group_name = 'technical_field' and parent = f.value
        order by value offset g % 3 limit 1) s`.execute(world.db)
    const count = async (query: Filter) =>
      (await world.call(listExperts, { query: { ...query, size: 1, page: 0 } })).totalElements
    // One in ten is not certified, and cannot be hired.
    expect(await world.call(openExperts, {})).toEqual({ openExperts: 54 })
    const all = await world.call(choicesOfExperts, { query: {} })
    const skill = all.skill.find(({ count: many }) => many > 0)!.value
    for (const filter of [
      {},
      { skill },
      { skill, minStars: '3' },
      { minStars: '5', maxPrice: '400' },
      { name: 'Name' },
    ]) {
      const found = await world.call(choicesOfExperts, { query: filter })
      expect(found, JSON.stringify(filter)).toEqual(await countedAlone(found, filter as Filter, count))
      expect(Math.min(...sumOf(found)), JSON.stringify(filter)).toBeGreaterThan(0)
    }
  })

  test('of works are those of the list, also where more match than are looked at and a choice is rare', async () => {
    const many = CHOICE_SAMPLE + 500
    await sql`insert into code_works (id, owner_id, title, intro, state, language, price_fen, rating_sum, rating_count,
        published_at)
      select 'w' || g, 'o', 'Work', '', 'online', case when g > ${many}::int - 7 then 'Rust' when g % 3 = 0 then 'Go'
        else 'Python' end, g, case when g > ${many}::int - 9 then 5 else 0 end, case when g > ${many}::int - 9 then 1
        else 0 end, business_now()
      from generate_series(1, ${many}::int) g`.execute(world.db)
    await sql`update code_works set state = 'offline' where id = 'w1'`.execute(world.db)
    expect(await world.call(openWorks, {})).toEqual({ openWorks: many - 1 })
    const count = async (query: Filter) => (await world.call(countWorks, { query })).productCount
    for (const filter of [{}, { language: 'Go' }, { priceFrom: '104' }, { ratingFrom: '4', language: 'Rust' }]) {
      const found = await world.call(choicesOfWorks, { query: filter })
      expect(found, JSON.stringify(filter)).toEqual(await countedAlone(found, filter as Filter, count))
    }
    const { language, ratingFrom } = await world.call(choicesOfWorks, { query: {} })
    const of = (all: typeof language, value: string) => all.find((one) => one.value === value)?.count
    expect([of(language, 'Python'), of(language, 'Rust'), of(ratingFrom, '5')]).toEqual([CHOICE_COUNT_MAX, 7, 9])
  })
})
