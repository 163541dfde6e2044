import { expect, test } from 'vitest'
import { createRounds } from './rounds.ts'

/** A queue of numbers in which some never go on, by a clock of which each row takes one millisecond. */
function queueOf(numbers: number[], isStuck: (n: number) => boolean, bounds: { atOnce: number; forMs: number }) {
  const waiting = new Set(numbers)
  let now = 0
  let tried: number[] = []
  const round = createRounds<number>(
    {
      list: async (after, most) => [...waiting].filter((n) => after === undefined || n > after).slice(0, most),
      async act(n) {
        tried.push(n)
        now++
        if (!isStuck(n)) waiting.delete(n)
      },
    },
    bounds,
    () => now,
  )
  return {
    waiting,
    async round() {
      tried = []
      await round()
      return tried
    },
  }
}
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

test('a round comes to every row once, however many before it are stuck, and the next begins at the first', async () => {
  for (const length of [0, 1, 2, 3, 6, 7]) {
    const queue = queueOf(upTo(length), (n) => n < length, { atOnce: 3, forMs: 100 })
    expect(await queue.round()).toEqual(upTo(length))
    expect([...queue.waiting]).toEqual(upTo(length - 1))
    queue.waiting.add(length + 1)
    expect(await queue.round()).toEqual([...upTo(length - 1), length + 1])
  }
})

test('a round that runs out of time ends after a row, and the next goes on after it', async () => {
  const queue = queueOf(upTo(5), (n) => n < 5, { atOnce: 3, forMs: 2 })
  expect([await queue.round(), await queue.round(), await queue.round()]).toEqual([[1, 2], [3, 4], [5]])
  expect([...queue.waiting]).toEqual([1, 2, 3, 4])
  expect(await queue.round()).toEqual([1, 2])
})

test('a list that fails loses no place', async () => {
  let isDown = false
  const tried: number[] = []
  const round = createRounds<number>(
    {
      list: async (after = 0) => {
        if (isDown) throw new Error('down')
        return after < 4 ? [after + 1] : []
      },
      act: async (n) => void tried.push(n),
    },
    { atOnce: 1, forMs: 2 },
    () => tried.length,
  )
  await round()
  isDown = true
  await expect(round()).rejects.toThrow('down')
  isDown = false
  await round()
  expect(tried).toEqual([1, 2, 3, 4])
})
