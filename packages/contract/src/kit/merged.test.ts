import { expect, test } from 'vitest'
import { merged } from './merged.ts'

test('several objects become one, and none takes the place of another', () => {
  const all = merged([{ a: 1 }, {}, { b: 'two' }] as const)
  const { a, b }: { a: 1; b: 'two' } = all
  expect([a, b, Object.keys(all)]).toEqual([1, 'two', ['a', 'b']])
  expect(() => merged([{ a: 1 }, { b: 2 }, { a: 3 }])).toThrow('two of several have the key a')
})
