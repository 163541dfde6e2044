import { expect, it } from 'vitest'
import { createAdmission } from './admission.ts'

/** A server that answers one call after the other, `msEach` for each, and is asked for more than it can do. */
function open() {
  const clock = { ms: 0 }
  const admission = createAdmission(() => clock.ms)
  const line: number[] = []
  function offer(count: number): number {
    let refused = 0
    for (let i = 0; i < count; i++)
      try {
        line.push(admission.enter())
      } catch (error) {
        refused++
        if (refused === 1) expect(error).toMatchObject({ code: 'service.unavailable' })
      }
    return refused
  }
  /** Answers the oldest call. @returns how long it was under way */
  function answer(msEach: number): number {
    clock.ms += msEach
    const entered = line.shift()!
    admission.leave(entered)
    return clock.ms - entered
  }
  /** So many answers while twice as many calls arrive; the longest wait of the last half. */
  function flood(answers: number, msEach: number): number {
    let longest = 0
    for (let i = 0; i < answers; i++) {
      offer(2)
      const took = answer(msEach)
      if (i > answers / 2) longest = Math.max(longest, took)
    }
    return longest
  }
  return { clock, line, offer, answer, flood }
}

it('lets a burst in that is answered soon, and refuses what is beyond', () => {
  const { offer } = open()
  expect(offer(200)).toBe(0)
  expect(offer(1000)).toBe(944)
})

it.each([
  [1, 450],
  [2, 450],
  [5, 1_100],
])(
  'when an answer takes %d ms and twice as many call as it can answer, nobody let in waits over %d ms',
  (msEach, mostMs) => {
    const { flood } = open()
    expect(flood(40_000 / msEach, msEach)).toBeLessThan(mostMs)
  },
)

it('takes two hundred at once also on a machine that was slow with all before', () => {
  const { line, offer, answer } = open()
  for (let round = 0; round < 10; round++) {
    expect(offer(200)).toBe(0)
    while (line.length > 0) answer(20)
  }
})

it('lets in more again when answers become quick again', () => {
  const { line, flood, answer, offer } = open()
  flood(2_000, 10)
  expect(line.length).toBeLessThanOrEqual(208)
  flood(10_000, 0.5)
  expect(line.length).toBeGreaterThan(300)
  while (line.length > 0) answer(0.5)
  expect(offer(256)).toBe(0)
})

it('is not misled by calls that are slow by themselves', () => {
  const { clock, line, offer, answer } = open()
  for (let round = 0; round < 100; round++) {
    offer(2)
    const slow = line.pop()!
    answer(1)
    clock.ms += 5_000
    line.unshift(slow)
    answer(0)
    offer(1)
    answer(1)
  }
  expect(offer(200)).toBe(0)
})
