import { expect, test } from 'vitest'
import { type Answer, keepAnswers } from './answers.ts'

const answer = (result: string) =>
  ({ result, storageDiff: [], offchainStorageDiff: [], runtimeLogs: [] }) as unknown as Answer

function counted(...results: (string | Error)[]) {
  let asked = 0
  const ask = async () => {
    const next = results[Math.min(asked++, results.length - 1)] as string | Error
    if (next instanceof Error) throw next
    return answer(next)
  }
  return { ask, asked: () => asked }
}

test('who asks the same meanwhile or later is answered without another call', async () => {
  const answers = keepAnswers()
  const { ask, asked } = counted('0x01', '0x02')
  const both = await Promise.all([answers.of('a', ask), answers.of('a', ask)])
  expect([...both, await answers.of('a', ask)].map(({ result }) => result)).toEqual(['0x01', '0x01', '0x01'])
  expect(asked()).toBe(1)
  expect((await answers.of('b', ask)).result).toBe('0x02')
})

test('a failure is told to all who asked, and asked again by the next', async () => {
  const answers = keepAnswers()
  const { ask, asked } = counted(new Error('panicked'), '0x01')
  const both = await Promise.allSettled([answers.of('a', ask), answers.of('a', ask)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await answers.of('a', ask)).result).toBe('0x01')
  expect(asked()).toBe(2)
})

test('what is too long, or pushed out while it is asked for, is answered all the same', async () => {
  const answers = keepAnswers()
  const long = `0x${'00'.repeat(5_000_000)}`
  const slow = answers.of('slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return answer('0x03')
  })
  expect((await answers.of('long', counted(long).ask)).result).toHaveLength(long.length)
  for (let i = 0; i < 20; i++) await answers.of(`half ${i}`, counted(long.slice(0, 4_500_000)).ask)
  expect((await slow).result).toBe('0x03')
})
