import { expect, test } from 'vitest'
import { createGroups, togetherOrAlone } from './group.ts'

test('what fails together is done again each by itself: only the bad piece fails, with its own error', async () => {
  const done: number[][] = []
  const double = async (some: number[]) => {
    done.push(some)
    if (some.includes(3)) throw new Error(`3 is among ${some.length}`)
    return some.map((one) => one * 2)
  }
  const outcomes = await togetherOrAlone([1, 2, 3, 4], double)
  expect(outcomes).toEqual([{ value: 2 }, { value: 4 }, { error: new Error('3 is among 1') }, { value: 8 }])
  expect(done).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]])
})

test('what comes while a group is under way makes the next one, and each caller hears of its own piece alone', async () => {
  const groups: number[][] = []
  const first = Promise.withResolvers<void>()
  const add = createGroups<number, string>({ most: 3, atOnce: 1 }, async (items) => {
    groups.push(items)
    if (groups.length === 1) await first.promise
    return items.map((item) => (item === 4 ? { error: new Error('four') } : { value: `${item} done` }))
  })
  const all = Promise.allSettled([1, 2, 3, 4, 5].map(add))
  first.resolve()
  const heard = (await all).map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))
  expect(heard).toEqual(['1 done', '2 done', '3 done', 'four', '5 done'])
  expect(groups).toEqual([[1], [2, 3, 4], [5]])
})
