import { expect, it } from 'vitest'
import { lastDays } from './last-days.ts'

const day = (name: string, checks: number, reached: number) => ({
  ...{
    day: name,
    checks,
    reached,
    cpuScore: null,
    diskWrite: null,
    bandwidth: null,
    gpuTflops: null,
    gpuMemoryBandwidth: null,
  },
})

it('shows each of the last days once, up to the day it is in China, also where nothing was checked', () => {
  const days = [day('2026-02-27', 2, 2), day('2026-03-01', 3, 1), day('2026-03-02', 1, 0)]
  // Half past four in the afternoon of the first of March by UTC is the second of March in China.
  expect(lastDays(days, '2026-03-01T16:30:00.000Z', 5)).toEqual([
    { day: '2026-02-26', reached: 'unchecked' },
    { day: '2026-02-27', reached: 'all' },
    { day: '2026-02-28', reached: 'unchecked' },
    { day: '2026-03-01', reached: 'some' },
    { day: '2026-03-02', reached: 'none' },
  ])
})
