import { expect, test } from 'vitest'
import { brieflyKept } from './briefly-kept.ts'

test('an answer is shared while it is fresh; one that fails late takes no newer answer away', async () => {
  let now = 0
  const asked: PromiseWithResolvers<string>[] = []
  const read = brieflyKept(
    () => {
      const next = Promise.withResolvers<string>()
      asked.push(next)
      return next.promise
    },
    10,
    () => now,
  )
  const late = read()
  now = 11
  const newer = read()
  asked[1]!.resolve('newer')
  asked[0]!.reject(new Error('late'))
  await expect(late).rejects.toThrow('late')
  expect(await newer).toBe('newer')
  expect([await read(), asked.length]).toEqual(['newer', 2])
})

test('a failure is not kept', async () => {
  let asked = 0
  const read = brieflyKept(async () => {
    asked += 1
    if (asked === 1) throw new Error('once')
    return asked
  }, 1_000_000)
  await expect(read()).rejects.toThrow('once')
  expect([await read(), await read()]).toEqual([2, 2])
})
