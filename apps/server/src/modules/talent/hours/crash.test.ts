import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addExpert, type HireLab, openHireLab } from '../../../../test/labs/hire-lab.ts'
import { HIRE_LIVES, type HireLife } from '../../../../test/labs/hire-script.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'

/** The process dies at a step of a hire, another one does the same again: hours, refund and income are those of one run. */

const SCRIPT = fileURLToPath(new URL('../../../../test/labs/hire-script.ts', import.meta.url))
const POINTS = [
  'talent.held.before-commit',
  'talent.delivered.before-commit',
  'talent.returned.counted',
  'talent.returned.before-commit',
  'talent.ended.before-commit',
]
/** Points of orders where what is done of hours stands or falls with them. */
const ORDER_POINTS = ['orders.create.after-commit', 'orders.refund.written', 'orders.clear.posted']

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

async function killedAt(point: string, expert: string, life: HireLife): Promise<string | null> {
  const child = spawn(process.execPath, [SCRIPT, base.url, expert, life], {
    env: { PATH: process.env.PATH, TROVE_CRASH_AT: point },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal
}

const RETURNED = ['talent.returned.counted', 'talent.returned.before-commit', 'orders.refund.written']
const CASES: [point: string, life: HireLife][] = [
  ...[...POINTS, ...ORDER_POINTS].map((point): [string, HireLife] => [point, 'accepted']),
  ...RETURNED.map((point): [string, HireLife] => [point, 'silent']),
]

async function runKilled(point: string, life: HireLife): Promise<string> {
  const expert = `expert-${life}-${point.replaceAll('.', '-')}`
  await addExpert(lab.db, expert, 12345n)
  expect(await killedAt(point, expert, life)).toBe('SIGKILL')
  await HIRE_LIVES[life](lab, expert)
  return expert
}

test.each(CASES)('a process killed at %s of a hire that is %s: the next one ends it, once', async (point, life) => {
  const expert = await runKilled(point, life)
  const { rows } = await sql`select o.state, o.amount_fen, o.refunded_fen, o.returned_fen, o.cleared_fen,
      h.returned_hours, h.delivery_note, e.hires
    from orders o join talent_hires h on h.order_id = o.id join talent_experts e on e.id = o.product_id
    where o.product_id = ${expert}`.execute(lab.db)
  expect(rows).toEqual([
    {
      ...{ state: 'finished', amount_fen: 98_760n, refunded_fen: 37_035n, returned_fen: 37_035n, cleared_fen: 61_725n },
      ...{ returned_hours: 3, delivery_note: '完成', hires: 1 },
    },
  ])
  expect(await lab.ledger.balance(lab.db, `payable:${expert}`)).toBe(-61_725n)
  expect(await lab.ledger.verify()).toEqual([])
})

test.each(['orders.due.before', 'orders.refund.written', 'orders.due.after'])(
  'a process killed at %s of a hire that is never delivered: the next one gives the money back, once',
  async (point) => {
    const expert = await runKilled(point, 'late')
    const { rows } = await sql`select state, refunded_fen, returned_fen, cleared_fen from orders
      where product_id = ${expert}`.execute(lab.db)
    expect(rows).toEqual([{ state: 'refunded', refunded_fen: 98_760n, returned_fen: 98_760n, cleared_fen: 0n }])
    expect(await lab.ledger.balance(lab.db, `payable:${expert}`)).toBe(0n)
    expect(await lab.ledger.verify()).toEqual([])
  },
)

test('every crash point of hours is tried', async () => {
  const dir = fileURLToPath(new URL('.', import.meta.url))
  const files = (await readdir(dir)).filter((file) => !file.endsWith('.test.ts'))
  const texts = await Promise.all(files.map((file) => readFile(dir + file, 'utf8')))
  const known = texts.flatMap((text) => [...text.matchAll(/crashPoint\('([^']+)'\)/g)].map((found) => found[1]))
  expect([...new Set(known)].sort()).toEqual([...POINTS].sort())
})
