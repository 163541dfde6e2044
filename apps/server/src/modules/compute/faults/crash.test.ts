import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Leased, liveFault } from '../../../../test/fault-script.ts'
import { type ComputeLab, openComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { runUntil } from '../../../../test/steps.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'

/** The process dies at a step of a case, another one goes on: one ruling, one refund, and sums to the fen. */

const SCRIPT = fileURLToPath(new URL('../../../../test/fault-script.ts', import.meta.url))
/** No case passes so many points; only ends what would go on for ever. */
const MOST_STEPS = 40
const MINUTE = 60_000

let base: TestDatabase
let lab: ComputeLab
beforeAll(async () => {
  base = await createTestDatabase()
  lab = await openComputeLab(base.url, createFakeMachines())
})
afterAll(async () => {
  await lab.close()
  await base.drop()
})

let count = 0
async function leased(price: string, refund: string, silent = 0): Promise<Leased> {
  const n = ++count
  const [buyer, seller] = [`taker${n}`, `giver${n}`]
  const id = await lab.publish(seller, { serverPort: n, price })
  await lab.settle()
  const orderId = await lab.buy(buyer, id)
  await lab.settle()
  if (silent === 0) return { orderId, buyer, seller, refund }
  await lab.advance(silent * MINUTE)
  const { rows } = await sql<{
    at: Date
  }>`insert into compute_silences (order_id, first_minute, last_minute, minutes, state)
    select ${orderId}, serve_start_at, business_now(), ${silent}, 'over' from compute_leases where order_id = ${orderId}
    returning first_minute as at`.execute(lab.db)
  return { orderId, buyer, seller, refund, from: rows[0]!.at.toISOString() }
}

/** Where the process died; undefined when it came to its end before it passed so many points. */
async function killedAt(point: string, lease: Leased): Promise<string | undefined> {
  const { code, signal, passed } = await runUntil(point, SCRIPT, [base.url, JSON.stringify(lease)])
  if (code === 0) return undefined
  expect(signal).toBe('SIGKILL')
  return passed.at(-1)
}

async function outcomeOf({ orderId, buyer, seller }: Leased) {
  for (let i = 0; i < 3; i++) await lab.payment.work()
  const { rows } = await sql<Record<string, unknown>>`select o.state, o.refunded_fen, o.returned_fen,
      (select count(*)::int from order_refunds r where r.order_id = o.id) as refunds,
      (select count(*)::int from compute_faults f where f.order_id = o.id and f.state = 'ruled') as ruled,
      (select count(*)::int from compute_fault_rulings g join compute_faults f on f.id = g.fault_id
        where f.order_id = o.id and g.state = 'final') as rulings
    from orders o where o.id = ${orderId}`.execute(lab.db)
  const { rows: told } = await sql<{ n: number }>`select count(*)::int as n from notices
    where user_id in (${buyer}, ${seller}) and kind in ('compute.fault-ruled', 'compute.contest-returned')`.execute(
    lab.db,
  )
  return { ...rows[0], told: told[0]!.n }
}

const tried = new Set<string>()

test.each([
  { name: 'one person rules', price: '9.90', refund: '3.00', fen: 300n },
  { name: 'two persons rule', price: '5000.01', refund: '1234.56', fen: 123_456n },
  // 60 minutes of 30 days.
  { name: 'one person rules that a silence goes back', price: '72.00', refund: '', silent: 60, fen: 10n },
  { name: 'two persons rule so', price: '7200.00', refund: '', silent: 60, fen: 1000n },
])('a case about which $name ends the same, whichever point its process dies at', async (one) => {
  const { price, refund, silent, fen } = one
  let point: string | undefined
  for (let step = 1; step === 1 || point !== undefined; step++) {
    const lease = await leased(price, refund, silent)
    point = await killedAt(`#${step}`, lease)
    await liveFault(lab, lease)
    const whole = { state: 'serving', refunded_fen: fen, returned_fen: fen, refunds: 1, ruled: 1, rulings: 1, told: 2 }
    expect({ point, ...(await outcomeOf(lease)) }).toEqual({ point, ...whole })
    if (point !== undefined) tried.add(point)
    expect(step).toBeLessThan(MOST_STEPS)
  }
})

test('every crash point of a case was died at', async () => {
  const dir = fileURLToPath(new URL('.', import.meta.url))
  const known = new Set<string>()
  for (const file of (await readdir(dir)).filter((name) => !name.includes('.test.')))
    for (const [, name] of (await readFile(`${dir}${file}`, 'utf8')).matchAll(/crashPoint\('([^']+)'\)/g))
      known.add(name!)
  expect([...known].filter((name) => ![...tried].some((at) => at.includes(name)))).toEqual([])
})
