import {
  type Calendar,
  FREE_DAYS_SHOWN,
  getCalendar,
  keepCalendar,
  listFreeHours,
} from '@trove/contract/talent/calendar'
import { alterHourSalary, getHomepage, listExperts } from '@trove/contract/talent/experts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { certify, uncertify } from '../../../../test/labs/talent-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

/** Free hours of experts over the edges of clocks: zones, summer time, midnight, half hours. */

type Marked = z.input<typeof Calendar>
type Expert = WorldUser & { id: string; realName: string }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let world: World
let count = 0
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
})
afterAll(() => world.stop())

const person = () => world.signIn(`135${String(++count).padStart(8, '0')}`)
const mark = (as: WorldUser, body: Marked) => world.call(keepCalendar, { body }, { as })
async function expert(marked?: Marked): Promise<Expert> {
  const user = await person()
  const realName = `历${count}`
  await certify(world, user, { realName })
  await world.call(alterHourSalary, { body: { hourSalary: '100' } }, { as: user })
  const { productId: id } = await world.call(getHomepage, { query: {} }, { as: user })
  if (marked) await mark(user, marked)
  return { ...user, id, realName }
}
/** Who is free for the hour from a moment, of these. */
async function free(moment: string, ...experts: Expert[]): Promise<string[]> {
  const { content, totalElements } = await world.call(listExperts, { query: { free: moment, size: 100 } })
  // By its other name it is the same list (docs/wire.md).
  expect(await world.call(listExperts, { query: { freeAt: moment, size: 100 } })).toMatchObject({ content })
  expect(totalElements).toBe(content.length)
  return content.map(({ realName }) => realName).filter((name) => experts.some((one) => one.realName === name))
}
/** Place of an hour in the week: 1 is Monday. */
const at = (weekday: number, hour: number) => (weekday - 1) * 24 + hour
const everyDay = (...hours: number[]) => [1, 2, 3, 4, 5, 6, 7].flatMap((day) => hours.map((hour) => at(day, hour)))

describe('a calendar', () => {
  test('is kept as it was marked, by a certified expert alone, and replaces the one before', async () => {
    const [nobody, one] = [await person(), await expert()]
    const marked: Marked = { zone: 'Asia/Kolkata', weekly: [9, 10], days: [{ day: '2031-05-07', hours: [] }] }
    await expect(mark(nobody, marked)).rejects.toMatchObject({ code: 'talent.not-certified' })
    expect(await world.call(getCalendar, {}, { as: one })).toBeNull()
    expect(await world.call(listFreeHours, { params: { id: one.id } })).toBeNull()
    expect(await mark(one, marked)).toEqual(marked)
    const next: Marked = { zone: 'America/New_York', weekly: [167], days: [{ day: '2031-05-08', hours: [0, 23] }] }
    await mark(one, next)
    expect(await world.call(getCalendar, {}, { as: one })).toEqual(next)
    await mark(one, { ...next, days: [{ day: '2021-05-08', hours: [1] }] })
    expect((await world.call(getCalendar, {}, { as: one }))?.days).toEqual([])
  })

  test.each([
    ['an offset', { zone: '+08:00' }],
    ['a zone that is none', { zone: 'Asia/Atlantis' }, 'talent.zone-unknown'],
    ['an abbreviation, which has no summer time', { zone: 'CET' }, 'talent.zone-unknown'],
    ['an offset for a zone', { zone: '+08:00' }],
    ['an hour beyond the week', { weekly: [168] }],
    ['half an hour', { weekly: [1.5] }],
    ['an hour beyond the day', { days: [{ day: '2031-05-07', hours: [24] }] }],
    ['a date that is none', { days: [{ day: '2031-02-30', hours: [1] }] }],
    ['a date in a year that no calendar has', { days: [{ day: '0000-01-01', hours: [1] }] }],
    [
      'a date twice',
      {
        days: [
          { day: '2031-05-07', hours: [1] },
          { day: '2031-05-07', hours: [2] },
        ],
      },
    ],
    ['another’s name', { userId: 'somebody' }],
  ])('with %s is refused, and nothing changes', async (_, wrong, code = 'request.invalid') => {
    const marked: Marked = { zone: 'Asia/Shanghai', weekly: [1], days: [] }
    const one = await expert(marked)
    await expect(mark(one, { ...marked, ...wrong } as Marked)).rejects.toMatchObject({ code })
    expect(await world.call(getCalendar, {}, { as: one })).toEqual(marked)
  })

  test('shows what is free in the next days as moments that join, and nothing once the certification is gone', async () => {
    const one = await expert({ zone: 'Asia/Shanghai', weekly: everyDay(9, 10, 23, 0), days: [] })
    const times = (await world.call(listFreeHours, { params: { id: one.id } }))!
    const { rows } = await sql<{ now: Date }>`select date_trunc('hour', business_now()) as now`.execute(world.db)
    const [first, last] = [rows[0]!.now.getTime(), rows[0]!.now.getTime() + FREE_DAYS_SHOWN * DAY_MS]
    // Nine to eleven in Shanghai, and eleven at night over midnight.
    const hours = Array.from({ length: FREE_DAYS_SHOWN * 24 }, (__, n) => first + n * HOUR_MS)
    const isFree = (moment: number) => [1, 2, 15, 16].includes(new Date(moment).getUTCHours())
    const expected = hours.filter(isFree)
    const shown = times.flatMap(({ from, until }) => {
      const [start, end] = [Date.parse(from), Date.parse(until)]
      return Array.from({ length: (end - start) / HOUR_MS }, (__, n) => start + n * HOUR_MS)
    })
    expect(shown).toEqual(expected)
    expect(times.every(({ from }, i) => i === 0 || from > times[i - 1]!.until)).toBe(true)
    expect(Date.parse(times.at(-1)!.until)).toBeLessThanOrEqual(last)
    await uncertify(world, one)
    const gone = { code: 'talent.not-found' }
    await expect(world.call(listFreeHours, { params: { id: one.id } })).rejects.toMatchObject(gone)
  })
})

describe('the list finds who is free at a moment', () => {
  test('by the clock of each expert', async () => {
    const shanghai = await expert({ zone: 'Asia/Shanghai', weekly: [at(2, 10)], days: [] })
    const london = await expert({ zone: 'Europe/London', weekly: [at(2, 10)], days: [] })
    const unmarked = await expert()
    // Tuesday 12 January 2027: ten in Shanghai, then ten in London.
    expect(await free('2027-01-12T02:00:00Z', shanghai, london, unmarked)).toEqual([shanghai.realName])
    expect(await free('2027-01-12T10:00:00Z', shanghai, london, unmarked)).toEqual([london.realName])
    expect(await free('2027-01-13T02:00:00Z', shanghai, london, unmarked)).toEqual([])
  })

  test('over summer time: the same hour by their clock is another moment', async () => {
    const berlin = await expert({ zone: 'Europe/Berlin', weekly: everyDay(9), days: [] })
    expect(await free('2027-03-27T08:00:00Z', berlin)).toEqual([berlin.realName])
    expect(await free('2027-03-29T08:00:00Z', berlin)).toEqual([])
    expect(await free('2027-03-29T07:00:00Z', berlin)).toEqual([berlin.realName])
  })

  test('an hour the clock skips is never free, and one it repeats is free twice', async () => {
    const skipped = await expert({ zone: 'America/New_York', weekly: [at(7, 2)], days: [] })
    const repeated = await expert({ zone: 'America/New_York', weekly: [at(7, 1)], days: [] })
    // 14 March 2027: from one o'clock (06:00 UTC) straight to three.
    for (const hour of ['06', '07', '08']) expect(await free(`2027-03-14T${hour}:00:00Z`, skipped)).toEqual([])
    expect(await free('2027-03-21T06:00:00Z', skipped)).toEqual([skipped.realName])
    // 7 November 2027: one o'clock comes at 05:00 UTC and again at 06:00.
    for (const hour of ['05', '06'])
      expect(await free(`2027-11-07T${hour}:00:00Z`, repeated)).toEqual([repeated.realName])
    expect(await free('2027-11-07T07:00:00Z', repeated)).toEqual([])
  })

  test('over midnight, between days and from Sunday to Monday', async () => {
    const night = await expert({ zone: 'Asia/Kathmandu', weekly: [at(7, 23), at(1, 0)], days: [] })
    // Sunday 10 January 2027, 23:00 in Kathmandu is 17:15 UTC. From 23:30 the hour ends on Monday.
    for (const time of ['17:15', '17:45', '18:15'])
      expect(await free(`2027-01-10T${time}:00Z`, night)).toEqual([night.realName])
    for (const time of ['17:00', '18:30', '19:15']) expect(await free(`2027-01-10T${time}:00Z`, night)).toEqual([])
  })

  test('in zones of half an hour the whole hour is free, or none of it', async () => {
    const kolkata = await expert({ zone: 'Asia/Kolkata', weekly: [at(2, 10), at(2, 11)], days: [] })
    // Ten in Kolkata is 04:30 UTC; who asks in whole hours of UTC begins half past.
    expect(await free('2027-01-12T04:30:00Z', kolkata)).toEqual([kolkata.realName])
    expect(await free('2027-01-12T05:00:00Z', kolkata)).toEqual([kolkata.realName])
    for (const time of ['04:00', '06:00']) expect(await free(`2027-01-12T${time}:00Z`, kolkata)).toEqual([])
  })

  test('a date that differs counts instead of its week, in the expert’s own day', async () => {
    const days = [
      { day: '2027-01-12', hours: [] },
      { day: '2027-01-13', hours: [3] },
    ]
    const away = await expert({ zone: 'Pacific/Auckland', weekly: everyDay(3, 4), days })
    // Three in Auckland is 14:00 UTC of the day before.
    expect(await free('2027-01-10T14:00:00Z', away)).toEqual([away.realName])
    expect(await free('2027-01-11T14:00:00Z', away)).toEqual([])
    expect(await free('2027-01-12T14:00:00Z', away)).toEqual([away.realName])
    expect(await free('2027-01-12T15:00:00Z', away)).toEqual([])
    // Half of the hour from 14:30 is of the week's hours, which do not count that day.
    expect(await free('2027-01-12T14:30:00Z', away)).toEqual([])
  })

  test('beside other filters, and refuses what is no moment', async () => {
    const one = await expert({ zone: 'UTC', weekly: [at(5, 8)], days: [] })
    const query = { free: '2027-01-15T08:00:00Z', name: one.realName, maxPrice: '100' } as never
    const found = await world.call(listExperts, { query })
    expect(found.content.map(({ productId }) => productId)).toEqual([one.id])
    for (const moment of ['tomorrow', '2027-01-15', '2027-02-30T08:00:00Z', '2027-01-15T08:00:00+08:00'])
      await expect(free(moment)).rejects.toMatchObject({ code: 'request.invalid' })
  })
})
