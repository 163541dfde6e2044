import { expect, test } from 'vitest'
import { isAllowedOrigin } from './origins.ts'

test.each([
  [undefined, true],
  ['http://localhost:8080', true],
  ['http://127.0.0.1:5173', true],
  ['http://[::1]:8080', true],
  ['chrome-extension://mopnmbcafieddcagagdcbnhejhlodfdd', true],
  ['https://trove.example', true],
  ['https://trove.example.evil', false],
  ['http://localhost.evil.example', false],
  ['https://evil.example', false],
  ['null', false],
])('a page from %s may connect: %s', (origin, isAllowed) => {
  expect(isAllowedOrigin(origin, ['https://trove.example'])).toBe(isAllowed)
})
