import { addSheetEntry, deliverHire, getHireSheet, setWeekLimit, startHire } from '@trove/contract/talent/hours'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addExpert, type HireLab, hire, openHireLab, payHire } from '../../../../test/labs/hire-lab.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'

/** The limit of a week that a buyer sets: what goes over it cannot be written down. */

let base: TestDatabase
let lab: HireLab
let other: HireLab
let count = 0
let id: string
let [expert, buyer] = ['', '']
beforeAll(async () => {
  base = await createTestDatabase()
  lab = await openHireLab(base.url)
  other = await openHireLab(base.url)
})
afterAll(async () => {
  await lab?.close()
  await other?.close()
  await base?.drop()
})
beforeEach(async () => {
  ;[expert, buyer] = [`expert${++count}`, `buyer${count}`]
  await addExpert(lab.db, expert, 12345n)
  id = await hire(lab, expert, buyer, 40)
  await payHire(lab, id)
  await lab.call(startHire, { params: { id } }, expert)
  await ordered(30)
})

/** Has the hire ordered so many days ago. */
const ordered = (days: number) =>
  sql`update talent_hires set accepted_at = business_now() - make_interval(days => ${days}) where order_id = ${id}`.execute(
    lab.db,
  )

const limit = (hours: number | null, as = buyer) => lab.call(setWeekLimit, { params: { id }, body: { hours } }, as)
/** Monday and Sunday of the week before the last one, and the Monday after, as days of Shanghai. */
async function days() {
  const { rows } = await sql<{ monday: string; sunday: string; next: string }>`
    select to_char(m, 'YYYY-MM-DD') as monday, to_char(m + 6, 'YYYY-MM-DD') as sunday, to_char(m + 7, 'YYYY-MM-DD') as next
    from (select date_trunc('week', business_now() at time zone 'Asia/Shanghai')::date - 14 as m) w`.execute(lab.db)
  return rows[0]!
}
const write = (workDay: string, minutes: number, from = lab) =>
  from.call(addSheetEntry, { params: { id }, body: { workDay, minutes, note: '联调', link: '' } }, expert)
const sheet = () => lab.call(getHireSheet, { params: { id } }, expert)
const over = (hours: number) => expect.objectContaining({ code: 'talent.week-exceeded', params: { hours } })
const notices = async () =>
  (
    await sql<{ kind: string; params: object }>`select kind, params from notices where user_id = ${expert}
      and kind like 'talent.week%' order by seq`.execute(lab.db)
  ).rows

test('a week holds as much as the buyer says, Monday to Sunday, and the next one as much again', async () => {
  const { monday, sunday, next } = await days()
  await limit(10)
  await write(monday, 590)
  await expect(write(sunday, 11)).rejects.toEqual(over(10))
  await write(sunday, 10)
  await expect(write(monday, 1)).rejects.toEqual(over(10))
  await write(next, 600)
  expect(await sheet()).toMatchObject({ weekHours: 10, weekMinutes: 0, minutes: 1200 })
})

test('no day before the hire was ordered takes what a week does not', async () => {
  const { monday } = await days()
  await ordered(7)
  await limit(10)
  await expect(write(monday, 60)).rejects.toMatchObject({ code: 'talent.day-before' })
  const { rows } = await sql<{ day: string }>`
    select to_char((business_now() at time zone 'Asia/Shanghai')::date - n, 'YYYY-MM-DD') as day
    from unnest(array[7, 8, 9]) with ordinality t (n, i) order by i`.execute(lab.db)
  const [first, west, earlier] = rows.map(({ day }) => day) as [string, string, string]
  // It was the day before still where the expert is.
  for (const day of [first, west]) await write(day, 1)
  await expect(write(earlier, 1)).rejects.toMatchObject({ code: 'talent.day-before' })
})

test('lowering the limit keeps what is written, removing it lets more be written', async () => {
  const { monday } = await days()
  await write(monday, 300)
  await limit(2)
  expect(await sheet()).toMatchObject({ weekHours: 2, minutes: 300 })
  await expect(write(monday, 1)).rejects.toEqual(over(2))
  await limit(null)
  await write(monday, 60)
  expect(await sheet()).toMatchObject({ weekHours: null, minutes: 360 })
})

test('says what is written down for this week', async () => {
  const { rows } = await sql<{ day: string }>`
    select to_char(business_now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`.execute(lab.db)
  await write(rows[0]!.day, 45)
  expect(await sheet()).toMatchObject({ weekMinutes: 45 })
})

test('is the buyer’s alone to set, while time can be written down, and the expert hears of each change once', async () => {
  await expect(limit(5, expert)).rejects.toMatchObject({ code: 'orders.not-found' })
  await expect(limit(5, 'stranger')).rejects.toMatchObject({ code: 'orders.not-found' })
  for (const hours of [5, 5, null, null, 5]) await limit(hours)
  expect(await notices()).toEqual([
    { kind: 'talent.week-limited', params: { hours: '5' } },
    { kind: 'talent.week-unlimited', params: { hours: '0' } },
    { kind: 'talent.week-limited', params: { hours: '5' } },
  ])
  await lab.call(deliverHire, { params: { id }, body: { note: 'done' } }, expert)
  await expect(limit(null)).rejects.toMatchObject({ code: 'talent.step-not-now' })
})

test('whoever changes it again and again is stopped: the expert’s inbox is not theirs to fill', async () => {
  const outcomes = []
  for (let n = 1; n <= 25; n++) outcomes.push(await limit(n).catch((error: { code: string }) => error.code))
  expect(outcomes.slice(0, 20)).not.toContain('request.too-frequent')
  expect(new Set(outcomes.slice(20))).toEqual(new Set(['request.too-frequent']))
  expect(await notices()).toHaveLength(20)
})

test('20 entries of an hour at once from two processes: as many as the week holds', async () => {
  const { monday } = await days()
  await limit(7)
  const done = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => write(monday, 60, i % 2 ? other : lab)))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  expect(await sheet()).toMatchObject({ minutes: 420 })
})
