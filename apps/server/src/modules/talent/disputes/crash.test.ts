import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addExpert, type HireLab, openHireLab } from '../../../../test/labs/hire-lab.ts'
import { HIRE_LIVES, type HireLife } from '../../../../test/labs/hire-script.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'

/** The process dies at a step of a dispute, another one does the same again: the ruling, refund and income are those of one run. */

const SCRIPT = fileURLToPath(new URL('../../../../test/labs/hire-script.ts', import.meta.url))
const CASES: [point: string, life: HireLife][] = [
  ['talent.dispute-opened.before-commit', 'ruled'],
  ['talent.ruled.returned', 'ruled'],
  ['orders.refund.written', 'ruled'],
  ['orders.clear.posted', 'ruled'],
  ['talent.ruled.before-commit', 'ruled'],
  ['talent.ruled.before-commit', 'confirmed'],
  ['talent.ruled.returned', 'confirmed'],
  ['talent.ruling-confirmed.before-commit', 'confirmed'],
  ['talent.dispute-agreed.before-commit', 'agreed'],
]

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

test.each(CASES)('a process killed at %s of a hire that is %s: the next one ends it, once', async (point, life) => {
  const expert = `expert-${life}-${point.replaceAll('.', '-')}`
  await addExpert(lab.db, expert, 12_345n)
  expect(await killedAt(point, expert, life)).toBe('SIGKILL')
  await HIRE_LIVES[life](lab, expert)
  const price = life === 'confirmed' ? 62_501n : 12_345n
  const { rows } = await sql`select o.state, o.refunded_fen, o.returned_fen, o.cleared_fen, h.returned_hours,
      (select count(*) from talent_disputes d where d.order_id = o.id) as disputes,
      (select count(*) from talent_disputes d join talent_rulings r on r.dispute_id = d.id where d.order_id = o.id) as rulings
    from orders o join talent_hires h on h.order_id = o.id where o.product_id = ${expert}`.execute(lab.db)
  expect(rows).toEqual([
    {
      ...{ state: 'finished', refunded_fen: 3n * price, returned_fen: 3n * price, cleared_fen: 5n * price },
      ...{ returned_hours: 3, disputes: 1n, rulings: life === 'agreed' ? 0n : 1n },
    },
  ])
  expect(await lab.ledger.balance(lab.db, `payable:${expert}`)).toBe(-5n * price)
  expect(await lab.ledger.verify()).toEqual([])
})

test('every crash point of disputes is tried', async () => {
  const dir = fileURLToPath(new URL('.', import.meta.url))
  const files = (await readdir(dir)).filter((file) => !file.endsWith('.test.ts'))
  const texts = await Promise.all(files.map((file) => readFile(dir + file, 'utf8')))
  const known = texts.flatMap((text) => [...text.matchAll(/crashPoint\('([^']+)'\)/g)].map((found) => found[1]))
  const tried = CASES.map(([point]) => point).filter((point) => point.startsWith('talent.'))
  expect([...new Set(known)].sort()).toEqual([...new Set(tried)].sort())
})
