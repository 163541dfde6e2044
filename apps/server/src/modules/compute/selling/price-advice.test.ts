import { advisePrice } from '@trove/contract/compute/publishing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { SPREAD_STEPS } from '../market/spread.ts'
import { bandOf } from './price-advice.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let lab: ComputeLab
const machines = createFakeMachines()

beforeAll(async () => {
  lab = await openOwnComputeLab(machines)
})
afterAll(() => lab.close())

let asked = 0
/** Each time as another seller, whose answer is not kept yet. */
const advise = async (cpuCores = 4, ramSize = 8, seller = `asker ${++asked}`) =>
  (await lab.call(advisePrice, { query: { cpuCores, ramSize } }, seller)).advice

let lastPort = 0
const publish = (seller: string, change: object) => lab.publish(seller, { serverPort: ++lastPort, ...change })
/** A lease of 30 days at so many yuan a day. */
const at = (perDay: number) => ({ servePeriod: 30, price: (perDay * 30).toFixed(2) })

describe('bands', () => {
  it.each([
    [1, { from: 1, to: 2 }],
    [3, { from: 2, to: 4 }],
    [4, { from: 4, to: 8 }],
    [9_999, { from: 64, to: null }],
  ])('%s cores are alike within %o', (cores, band) => {
    expect(bandOf(SPREAD_STEPS.cores, cores)).toEqual(band)
  })
})

describe('advice on a price', () => {
  const ids: string[] = []

  it('is none while fewer than five machines of others are alike', async () => {
    for (const perDay of [10, 20, 30, 40]) ids.push(await publish('seller', at(perDay)))
    await publish('seller', { ...at(99), ramSize: 16 })
    await publish('seller', { ...at(99), cpuCores: 2 })
    await lab.settle()
    expect(await advise()).toBeNull()
  })

  it('says quartiles of what a day costs and how many machines it rests on, those of the asker left out', async () => {
    ids.push(await publish('seller', at(50)))
    await publish('unchecked', at(1))
    machines.at('8.8.8.8', lastPort).failure = 'no-connection'
    expect(await advise()).toBeNull()
    await lab.settle()
    expect(await advise()).toEqual({
      machines: 5,
      perDayFrom: '20.00',
      perDayMiddle: '30.00',
      perDayTo: '40.00',
      rented: 0,
      rentedWithinDays: null,
      usedPercent: 0,
    })
    expect(await advise(4, 8, 'seller')).toBeNull()
  })

  it('counts what was rented, and says within how many days from five on', async () => {
    const rent = async (id: string) => {
      await lab.buy('buyer', id)
      await lab.settle()
    }
    await rent(ids[0]!)
    for (const id of ids.slice(1, 4)) {
      await lab.advance(34 * HOUR_MS)
      await rent(id)
    }
    expect(await advise()).toMatchObject({ machines: 5, rented: 4, rentedWithinDays: null, usedPercent: 80 })
    await lab.advance(3 * DAY_MS)
    await rent(ids[4]!)
    // 0, 1.4, 2.8, 4.3 and 7.3 days after they were published.
    expect(await advise()).toMatchObject({ machines: 5, rented: 5, rentedWithinDays: 3, usedPercent: 100 })
  })

  it('forgets machines that were rented long ago and are not offered any more', async () => {
    await lab.advance(200 * DAY_MS)
    await lab.settle()
    expect(await advise()).toBeNull()
  })
})
