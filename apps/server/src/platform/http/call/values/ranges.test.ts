import { expect, test } from 'vitest'
import { type Asked, readRange } from './ranges.ts'

test.each<[range: string | undefined, asked: Asked]>([
  [undefined, 'all'],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['Bytes=5-6', { start: 5, end: 6 }],
  ['bytes=100-', 'none'],
  ['bytes=100-200', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=9-5', 'all'],
  ['bytes=-', 'all'],
  ['bytes=0-1,4-5', 'all'],
  ['lines=0-1', 'all'],
  ['bytes=a-b', 'all'],
  ['bytes=1-1e9', 'all'],
])('of 100 bytes, %j asks for %j', (range, asked) => {
  expect(readRange(100, '"f1"', range, undefined)).toEqual(asked)
})

test('If-Range makes the range count for those very bytes only', () => {
  expect(readRange(100, '"f1"', 'bytes=0-4', '"f1"')).toEqual({ start: 0, end: 4 })
  expect(readRange(100, '"f1"', 'bytes=0-4', '"f2"')).toBe('all')
  expect(readRange(100, '"f1"', 'bytes=0-4', 'W/"f1"')).toBe('all')
})
