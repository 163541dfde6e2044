import { describe, expect, it } from 'vitest'
import { durationParts } from './duration.ts'

describe('a duration of days', () => {
  it.each([
    [1, '1 day'],
    [6, '6 day'],
    [7, '1 week'],
    [10, '1.4 week'],
    [14, '2 week'],
    [29, '4.1 week'],
    [30, '1 month'],
    [45, '1.5 month'],
    [180, '6 month'],
    [359, '12 month'],
    [360, '1 year'],
    [365, '1 year'],
    [540, '1.5 year'],
    [720, '2 year'],
  ])('of %d is shown as %s', (days, shown) => {
    const parts = durationParts(days)
    expect(`${parts?.amount} ${parts?.unit}`).toBe(shown)
  })

  it.each([undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])('that is %s shows nothing', (days) => {
    expect(durationParts(days)).toBeUndefined()
  })
})
