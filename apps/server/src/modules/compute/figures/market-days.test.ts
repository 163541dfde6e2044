import { marketDays, marketDaysFile } from '@trove/contract/compute/public/market-days'
import { deleteOffer } from '@trove/contract/compute/routes'
import { fineYuan, yuan } from '@trove/contract/kit/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { createMarketDayStore } from './store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let lab: ComputeLab
const machines = createFakeMachines()

beforeAll(async () => {
  lab = await openOwnComputeLab(machines, [])
  // Noon in Shanghai, so that no day ends meanwhile.
  await lab.advance(DAY - ((Date.now() - 4 * HOUR) % DAY))
})
afterAll(() => lab.close())

type Machine = { price: string; days: number; units: number; hourPrice?: string }

/** Asks the rows themselves: what answers of the routes may be up to a minute old. */
const daysOf = (kind?: string) => createMarketDayStore(lab.db).list(365, kind)
const count = () => lab.sweep('compute.count-market')

/** The quartile by its definition: the first price below or at which a quarter, half or three quarters of them are. */
function recount(prices: bigint[]) {
  const sorted = prices.toSorted((a, b) => Number(a - b))
  return sorted.length === 0 ? null : [1, 2, 3].map((part) => sorted[Math.ceil((sorted.length * part) / 4) - 1])
}

/** Rounded to the fen, half of one up. */
const perUnit = ({ price, days, units }: Machine) => {
  const of = BigInt(days * units)
  return (BigInt(price.replace('.', '')) * 2n + of) / (2n * of)
}

/** The same of an hour, in hundredths of a fen. */
const hourPerUnit = ({ hourPrice, units }: Machine) => perUnit({ price: `${hourPrice}00`, days: 1, units })

let port = 100
async function publish({ price, days, units, hourPrice }: Machine): Promise<string> {
  port++
  machines.at('8.8.8.8', port).facts.cpuCores = units
  const id = await lab.publish('seller', {
    serverPort: port,
    price,
    servePeriod: days,
    cpuCores: units,
    hourPrice: hourPrice ?? null,
  })
  await lab.settle()
  return id
}

describe('the market by the day', () => {
  const asked: Machine[] = [
    { price: '9.90', days: 30, units: 1, hourPrice: '0.03' },
    { price: '60.00', days: 7, units: 8, hourPrice: '0.50' },
    { price: '61.05', days: 30, units: 2 },
    { price: '300.00', days: 14, units: 4, hourPrice: '1.25' },
    { price: '0.50', days: 1, units: 4 },
  ]
  const let_: Machine = { price: '120.00', days: 30, units: 4, hourPrice: '0.01' }
  const ids: string[] = []

  it('equals a recount from the machines themselves', async () => {
    for (const machine of asked) ids.push(await publish(machine))
    const taken = await publish(let_)
    await lab.buy('buyer', taken)
    await lab.settle()
    // It failed its check: nobody can rent it.
    port++
    machines.at('8.8.8.8', port).failure = 'no-connection'
    await lab.publish('seller', { serverPort: port, price: '0.01' })
    await lab.settle()
    await count()
    const [row, ...others] = await daysOf('cpu')
    expect(others).toEqual([])
    expect(row).toMatchObject({ machines: 6, serving: 1, units: 23n, units_serving: 4n })
    expect(row!.asked_fen).toEqual(recount(asked.map(perUnit)))
    expect(row!.rented_fen).toEqual(recount([perUnit(let_)]))
    const byHour = asked.filter(({ hourPrice }) => hourPrice)
    expect(row!.machines_by_hour).toBe(byHour.length)
    expect(row!.hour_asked_parts).toEqual(recount(byHour.map(hourPerUnit)))
  })

  it('counts machines with GPUs by their model and each GPU, apart from the others', async () => {
    await sql`update compute_offers set gpu_model = 'rtx-4090', gpu_count = 2, gpu_vram_gb = 24 where id = ${ids[3]!}`.execute(
      lab.db,
    )
    await count()
    const all = await daysOf()
    expect(all.map(({ kind, machines: n, units }) => [kind, n, units])).toEqual([
      ['cpu', 5, 19n],
      ['rtx-4090', 1, 2n],
    ])
    expect(all[1]!.asked_fen).toEqual(recount([perUnit({ ...asked[3]!, units: 2 })]))
    expect(all[1]!.hour_asked_parts).toEqual(recount([hourPerUnit({ ...asked[3]!, units: 2 })]))
  })

  it('keeps what was when machines are gone, and has no row for a day without any', async () => {
    const before = await daysOf()
    await lab.advance(2 * DAY)
    for (const id of ids) await lab.call(deleteOffer, { params: { id } }, 'seller')
    await count()
    const after = await daysOf()
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.slice(before.length).map(({ kind, machines: n }) => [kind, n])).toEqual([['cpu', 1]])
  })

  it('has the newest count of a day, and nothing of a kind that went within it', async () => {
    const id = await publish(asked[0]!)
    await sql`update compute_offers set gpu_model = 'h100', gpu_count = 1, gpu_vram_gb = 80 where id = ${id}`.execute(
      lab.db,
    )
    await count()
    expect(await daysOf('h100')).toHaveLength(1)
    await lab.call(deleteOffer, { params: { id } }, 'seller')
    await Promise.all([count(), count()])
    expect(await daysOf('h100')).toEqual([])
  })

  it('counts a small market at each look, and a large one every ten minutes', async () => {
    const countedAt = async () => (await daysOf('cpu')).at(-1)!.counted_at.getTime()
    const first = await countedAt()
    await count()
    const second = await countedAt()
    expect(second).toBeGreaterThan(first)
    await sql`update compute_market_days set machines = 1000000
      where day = (select max(day) from compute_market_days)`.execute(lab.db)
    await lab.advance(9 * 60_000)
    await count()
    expect(await countedAt()).toBe(second)
    await lab.advance(61_000)
    await count()
    expect(await countedAt()).toBeGreaterThan(second)
  })

  it('is public as JSON of one kind and as CSV of all, in the same figures', async () => {
    const answer = await lab.call(marketDays, { query: {} })
    const rows = await daysOf('cpu')
    expect(answer.kind).toBe('cpu')
    expect(answer.days.map(({ day, machines: n, asked: q }) => [day, n, q?.middle])).toEqual(
      rows.map((row) => [row.day, row.machines, row.asked_fen ? yuan(row.asked_fen[1]) : undefined]),
    )
    expect(answer.days.map((each) => [each.machinesByHour, each.hourAsked?.middle])).toEqual(
      rows.map((row) => [row.machines_by_hour, row.hour_asked_parts ? fineYuan(row.hour_asked_parts[1]) : undefined]),
    )
    expect(answer.days[0]!.hourAsked).not.toBeNull()
    expect(answer.countedAt).not.toBeNull()
    expect((await lab.call(marketDays, { query: { kind: 'no-such' } })).days).toEqual([])
    const sent: unknown[] = []
    const reply = { headers: () => reply, send: (text: unknown) => sent.push(text) }
    const { handler } = lab.compute.routes.find(({ route }) => route.id === marketDaysFile.id)!
    await handler({ query: { days: '365' } } as never, { reply } as never)
    const [head, ...lines] = String(sent[0]).trim().split('\r\n')
    expect(head).toMatch(/^day,kind,machines,serving/)
    expect(head).toMatch(/,machines_by_hour,hour_asked_low,hour_asked_middle,hour_asked_high$/)
    expect(lines[0]!.split(',').at(-2)).toBe(answer.days[0]!.hourAsked!.middle)
    expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual(
      (await daysOf()).map(({ day, kind, machines: n }) => [day, kind, String(n)]),
    )
  })
})
