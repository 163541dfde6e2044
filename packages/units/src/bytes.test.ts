import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0n, '0 B'],
  [1023n, '1023 B'],
  [1024n, '1 KB'],
  [1536n, '1.5 KB'],
  [2n ** 30n - 1n, '1023.99 MB'],
  [50n * 2n ** 30n, '50 GB'],
  [2n ** 40n + 2n ** 39n + 2n ** 38n, '1.75 TB'],
  [5000n * 2n ** 50n, '5000 PB'],
])('%d bytes read as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
