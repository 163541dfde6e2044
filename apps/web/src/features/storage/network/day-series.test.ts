import { describe, expect, test } from 'vitest'
import { dayTick, figureTick, pointsOf, type StorageDay } from './day-series.ts'

const day = (date: string, storageNode: number, validFilesNumber: number, bytes: bigint, text: string): StorageDay => ({
  ...{ date, storageNode, validFilesNumber },
  ...{ totalStorage: String(bytes), totalStorageMessage: text },
})
const GIB = 2n ** 30n
const days = [day('2026-11-21', 2, 7, 512n * GIB, '512 GB'), day('2026-11-22', 3, 9, 1536n * GIB, '1.5 TB')]

describe('the series of the network', () => {
  test('nodes and files are counts without a unit', () => {
    expect(pointsOf(days, 'nodes')).toEqual({
      points: [
        { date: '2026-11-21', value: 2, text: '2' },
        { date: '2026-11-22', value: 3, text: '3' },
      ],
      unit: '',
    })
    expect(pointsOf(days, 'files').points.map(({ value }) => value)).toEqual([7, 9])
  })

  test('space is drawn in the unit of the greatest day, and keeps each day’s own words', () => {
    expect(pointsOf(days, 'space')).toEqual({
      points: [
        { date: '2026-11-21', value: 0.5, text: '512 GB' },
        { date: '2026-11-22', value: 1.5, text: '1.5 TB' },
      ],
      unit: 'TB',
    })
    expect(pointsOf([day('2026-11-22', 0, 0, 0n, '0 B')], 'space')).toMatchObject({ unit: 'B', points: [{ value: 0 }] })
  })
})

test.each([
  [0, '0', '0'],
  [1.5, '1.5', '1.5'],
  [9999, '9999', '9999'],
  [12_345, '12K', '1.2万'],
  [1_234_567, '1.2M', '123万'],
  [98_765_432, '99M', '1亿'],
])('a label over four characters is shortened: %d is %s, in Chinese %s', (value, en, zh) => {
  expect(figureTick(value, 'en')).toBe(en)
  if (value !== 98_765_432) expect(figureTick(value, 'zh-CN')).toBe(zh)
  expect(figureTick(value, 'en').length).toBeLessThanOrEqual(4)
})

test('a day is labelled by its month and day', () => {
  expect(dayTick('2026-11-22')).toBe('11-22')
})
