import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { addExpert, type HireLab, openHireLab } from '../../../../test/hire-lab.ts'
import { runHire } from '../../../../test/hire-script.ts'

/** The process dies at a step of a hire, another one does the same again: hours, refund and income are those of one run. */

const SCRIPT = fileURLToPath(new URL('../../../../test/hire-script.ts', import.meta.url))
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

async function killedAt(point: string, expert: string): Promise<string | null> {
  const child = spawn(process.execPath, [SCRIPT, base.url, expert], {
    env: { PATH: process.env.PATH, TROVE_CRASH_AT: point },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal
}

test.each([...POINTS, ...ORDER_POINTS])('a process killed at %s: the next one ends the hire, once', async (point) => {
  const expert = `expert-${point.replaceAll('.', '-')}`
  await addExpert(lab.db, expert, 12345n)
  expect(await killedAt(point, expert)).toBe('SIGKILL')
  await runHire(lab, expert)
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

test('every crash point of hours is tried', async () => {
  const dir = fileURLToPath(new URL('.', import.meta.url))
  const files = (await readdir(dir)).filter((file) => !file.endsWith('.test.ts'))
  const texts = await Promise.all(files.map((file) => readFile(dir + file, 'utf8')))
  const known = texts.flatMap((text) => [...text.matchAll(/crashPoint\('([^']+)'\)/g)].map((found) => found[1]))
  expect([...new Set(known)].sort()).toEqual([...POINTS].sort())
})
