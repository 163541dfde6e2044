import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ATTEMPT_MOVES, nextLateLook, nextLook, retryAfterMs, sourcesOf } from './rules.ts'

const MINUTE = 60_000
const start = new Date('2026-11-21T00:00:00Z')
const at = (ms: number) => new Date(start.getTime() + ms)
const attempt = { createdAt: start, expiresAt: at(15 * MINUTE), isCloseWanted: false }

test('an attempt is asked about after 30 s, 2, 5 and 15 minutes and before its end, then every 30 s until it is closed', () => {
  const looks: number[] = []
  for (let now = start; now < at(17 * MINUTE); ) {
    now = nextLook(attempt, now)
    looks.push((now.getTime() - start.getTime()) / 1000)
  }
  expect(looks).toEqual([30, 120, 300, 720, 900, 930, 960, 990, 1020])
})

test('a longer attempt is asked about every 30 minutes, and so before its end that what was paid can still be served', () => {
  const long = { ...attempt, expiresAt: at(100 * MINUTE) }
  const looks: number[] = []
  for (let now = at(16 * MINUTE); now < long.expiresAt; ) {
    now = nextLook(long, now)
    looks.push((now.getTime() - start.getTime()) / MINUTE)
  }
  expect(looks).toEqual([30, 60, 90, 97, 100])
})

test('an attempt that is to be closed is never left alone for more than 30 s', () => {
  expect(nextLook({ ...attempt, isCloseWanted: true }, at(1000))).toEqual(at(31_000))
})

test('the next look always lies ahead', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100 * MINUTE }),
      fc.integer({ min: 1, max: 60 * MINUTE }),
      fc.boolean(),
      (now, life, isCloseWanted) => {
        const next = nextLook({ createdAt: start, expiresAt: at(life), isCloseWanted }, at(now))
        expect(next.getTime()).toBeGreaterThan(at(now).getTime())
      },
    ),
  )
})

test('an attempt closed unseen is looked at ten and sixty minutes later, counted from its end', () => {
  expect(nextLateLook(at(MINUTE), at(15 * MINUTE), at(MINUTE))).toEqual(at(25 * MINUTE))
  expect(nextLateLook(at(MINUTE), at(15 * MINUTE), at(25 * MINUTE))).toEqual(at(75 * MINUTE))
  expect(nextLateLook(at(MINUTE), at(15 * MINUTE), at(75 * MINUTE))).toBeNull()
})

test('unknown outcomes are asked about soon, ten times a minute apart, then every ten minutes', () => {
  const waits = Array.from({ length: 14 }, (_, i) => retryAfterMs(i + 1) / 1000)
  expect(waits).toEqual([5, ...Array(10).fill(60), 600, 600, 600])
})

test('money that came is never forgotten: only refunds follow a payment', () => {
  expect(sourcesOf('paid')).toEqual(['open', 'closed'])
  expect(sourcesOf('refunded')).toEqual(['paid', 'refunding'])
  expect(ATTEMPT_MOVES.paid).toEqual(['refunded'])
  expect(ATTEMPT_MOVES.refunded).toEqual([])
})
