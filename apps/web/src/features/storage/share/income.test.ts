import { expect, test } from 'vitest'
import { incomeOf, percentInUse } from './income.ts'

const TTC = 10n ** 12n

test.each([
  [{ gigabytes: 500, percent: 50, days: 1 }, 4_000_000_000n, TTC],
  [{ gigabytes: 500, percent: 50, days: 30 }, 4_000_000_000n, 30n * TTC],
  [{ gigabytes: 50, percent: 0, days: 365 }, 4_000_000_000n, 0n],
  [{ gigabytes: 1, percent: 1, days: 1 }, 199n, 1n],
])('a node of %j earns at %d a GB and day: %d', (node, price, income) => {
  expect(incomeOf(node, price)).toBe(income)
})

test('what is in use is cut to whole percent, and nothing is no share', () => {
  expect(percentInUse(2n, 1n)).toBe(66)
  expect(percentInUse(0n, 6n)).toBe(0)
  expect(percentInUse(0n, 0n)).toBeUndefined()
})
