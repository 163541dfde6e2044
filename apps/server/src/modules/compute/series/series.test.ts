import { checkSeries } from '@trove/contract/compute/public/series'
import { listChecks } from '@trove/contract/compute/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let lab: ComputeLab
const machines = createFakeMachines()

beforeAll(async () => {
  lab = await openOwnComputeLab(machines, [])
})
afterAll(() => lab.close())

const seriesOf = (id: string) => lab.call(checkSeries, { params: { id } })
const runsOf = (id: string) => lab.call(listChecks, { params: { id } }, 'seller')
const later = async (ms: number) => {
  await lab.advance(ms)
  await lab.settle()
}

describe('the series of machine checks', () => {
  it('equals a recount from the single checks, in each window and on each day', async () => {
    const id = await lab.publish('seller', { serverPort: 41 })
    const machine = machines.at('8.8.8.8', 41)
    await lab.settle()
    await later(25 * HOUR)
    machine.failure = 'no-connection'
    await later(25 * HOUR)
    machine.failure = undefined
    await later(25 * HOUR)
    const { windows, perDay } = await seriesOf(id)
    const runs = await runsOf(id)
    const reached = runs.filter((run) => run.result.state !== 'unreachable')
    expect([runs.length, reached.length]).toEqual([4, 3])
    expect(windows).toEqual([
      { days: 1, checks: 1, reached: 1 },
      { days: 7, checks: 4, reached: 3 },
      { days: 30, checks: 4, reached: 3 },
    ])
    expect(perDay.reduce((sum, day) => sum + day.checks, 0)).toBe(4)
    const missed = perDay.filter((day) => day.reached < day.checks)
    expect(missed).toMatchObject([{ cpuScore: null, diskWrite: null, bandwidth: null }])
    const { measured } = reached[0]!.result
    const { cpuScore, diskWrite, bandwidth } = measured!
    expect(perDay.at(-1)).toMatchObject({ checks: 1, reached: 1, cpuScore, diskWrite, bandwidth })
  })

  it('opens without signing in, and says nothing of where the machine is or how it is entered', async () => {
    const id = await lab.publish('seller', { serverPort: 42 })
    await lab.settle()
    const text = JSON.stringify(await seriesOf(id))
    for (const secret of ['8.8.8.8', 'root', 'host', 'password']) expect(text).not.toContain(secret)
    await expect(seriesOf('A'.repeat(22))).rejects.toMatchObject({ code: 'compute.not-found' })
  })

  it('forgets checks after forty days', async () => {
    const id = await lab.publish('seller', { serverPort: 43 })
    await lab.settle()
    const [first] = await runsOf(id)
    await later(39 * DAY)
    await lab.sweep('compute.tidy')
    expect((await runsOf(id)).map((run) => run.id)).toContain(first!.id)
    await later(2 * DAY)
    await lab.sweep('compute.tidy')
    expect((await runsOf(id)).map((run) => run.id)).not.toContain(first!.id)
  })
})
