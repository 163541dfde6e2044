import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addExpert, type HireLab, openHireLab } from '../../../../test/labs/hire-lab.ts'
import { HIRE_LIVES, type HireLife } from '../../../../test/labs/hire-script.ts'
import { DIES_EVERYWHERE, runUntil } from '../../../../test/steps.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'

/** The process dies at a step of a hire, another one does the same again: hours, refund and income are those of one run. */

const SCRIPT = fileURLToPath(new URL('../../../../test/labs/hire-script.ts', import.meta.url))
const HOURS = 8
const HOUR_FEN = 12_345n
/** No life passes so many points; only ends what would go on for ever. */
const MOST_STEPS = 60

let base: TestDatabase
let lab: HireLab
beforeAll(async () => {
  base = await createTestDatabase()
  lab = await openHireLab(base.url)
})
afterAll(async () => {
  await lab.close()
  await base.drop()
})

type Lived = { passed: string[]; point: string | undefined }
/** What a life passes until it dies at its nth point, which is undefined when it comes to its end before. */
async function livedUntil(step: number, expert: string, life: HireLife): Promise<Lived> {
  const { code, signal, passed } = await runUntil(`#${step}`, SCRIPT, [base.url, expert, life])
  if (code === 0) return { passed, point: undefined }
  expect(signal).toBe('SIGKILL')
  return { passed, point: passed.at(-1) }
}

/** What a hire left behind, by its expert. */
async function outcomeOf(expert: string) {
  const { rows } = await sql<Record<string, unknown>>`select o.state, o.refunded_fen, o.returned_fen, o.cleared_fen,
      h.returned_hours, e.hires, d.disputes, d.rulings
    from orders o join talent_hires h on h.order_id = o.id join talent_experts e on e.id = o.product_id
    cross join lateral (select count(distinct t.id) as disputes, count(r.*) as rulings from talent_disputes t
      left join talent_rulings r on r.dispute_id = t.id where t.order_id = o.id) d
    where o.product_id = ${expert}`.execute(lab.db)
  const { rows: told } = await sql<{ kind: string; count: bigint }>`select kind, count(*) as count from notices
    where user_id in (${expert}, ${`buyer-of-${expert}`}) group by kind`.execute(lab.db)
  const income = -(await lab.ledger.balance(lab.db, `payable:${expert}`))
  return { orders: rows, income, told: told.map(({ kind, count }) => `${count} ${kind}`).sort() }
}

const TOLD = ['1 orders.delivered', '1 orders.paid', '1 orders.started']
const REFUNDED = '1 orders.refunded'
type Way = { life: HireLife; hourFen?: bigint; hours?: number; more?: Record<string, unknown>; told: string[] }
/** The ways a hire of 8 hours ends, how many go back to the buyer, and how often the two are told of what. */
const WAYS: Way[] = [
  { life: 'whole', told: [...TOLD, '1 orders.accepted'] },
  { life: 'unaccepted', told: [...TOLD, '2 orders.accept-soon', '1 orders.accepted'] },
  { life: 'accepted', hours: 3, told: [...TOLD, REFUNDED, '1 orders.accepted'] },
  {
    ...{ life: 'ruled', hours: 3, more: { disputes: 1n, rulings: 1n } },
    told: [...TOLD, REFUNDED, '1 talent.dispute-opened', '2 talent.dispute-ruled'],
  },
  {
    ...{ life: 'silent', hours: 3 },
    told: [
      ...[...TOLD, REFUNDED, '2 orders.accept-soon', '1 orders.accepted'],
      ...['1 talent.hours-asked', '2 talent.hours-answer-soon', '1 talent.hours-unanswered'],
    ],
  },
  {
    ...{ life: 'late', hours: 8, more: { state: 'refunded', hires: 0 } },
    told: [
      ...['1 orders.paid', '1 orders.started', '2 orders.deliver-soon', REFUNDED],
      ...['1 orders.delivery-overdue', '1 orders.delivery-overdue-seller'],
      ...['1 orders.not-delivered', '1 orders.not-delivered-seller'],
    ],
  },
  {
    ...{ life: 'confirmed', hourFen: 62_501n, hours: 3, more: { disputes: 1n, rulings: 1n } },
    told: [...TOLD, REFUNDED, '1 talent.dispute-opened', '2 talent.dispute-ruled'],
  },
  {
    ...{ life: 'agreed', hours: 3, more: { disputes: 1n } },
    told: [...TOLD, REFUNDED, '1 orders.accepted', '1 talent.dispute-opened', '1 talent.dispute-agreed'],
  },
]
const tried = new Set<string>()

test.each(WAYS)('a hire that is $life ends the same, whichever point its process dies at', async (way) => {
  const { life, hourFen = HOUR_FEN, hours = 0, more = {}, told } = way
  const returned = BigInt(hours) * hourFen
  const income = BigInt(HOURS - hours) * hourFen
  const order = {
    ...{ state: 'finished', refunded_fen: returned, returned_fen: returned, cleared_fen: income },
    ...{ returned_hours: hours, hires: 1, disputes: 0n, rulings: 0n },
    ...more,
  }
  let points: string[] = []
  // The life that is not cut off tells what there is to die at.
  for (let step = 0; step <= points.length; step++) {
    const wanted = points[step - 1]
    // Lives have much in common: each dies where none before it died.
    if (wanted !== undefined && tried.has(wanted) && !DIES_EVERYWHERE) continue
    const expert = `expert-${life}-${step}`
    await addExpert(lab.db, expert, HOUR_FEN)
    const { passed, point } = await livedUntil(step, expert, life)
    if (step === 0) points = passed
    await HIRE_LIVES[life](lab, expert)
    expect({ point, ...(await outcomeOf(expert)) }).toEqual({ point, orders: [order], income, told: [...told].sort() })
    if (point !== undefined) tried.add(point)
    expect(step).toBeLessThan(MOST_STEPS)
  }
  expect(await lab.ledger.verify()).toEqual([])
})

test('every crash point of hours and disputes was died at', async () => {
  const dirs = ['.', '../disputes/'].map((dir) => fileURLToPath(new URL(dir, import.meta.url)))
  const known = new Set<string>()
  for (const dir of dirs)
    for (const file of (await readdir(dir)).filter((name) => !name.endsWith('.test.ts')))
      for (const found of (await readFile(dir + file, 'utf8')).matchAll(/crashPoint\('([^']+)'\)/g))
        known.add(found[1]!)
  expect(known.size).toBeGreaterThan(0)
  expect([...known].filter((point) => !tried.has(point))).toEqual([])
})
