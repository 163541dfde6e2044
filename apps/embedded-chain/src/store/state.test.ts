import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from './block-record.ts'
import { State } from './state.ts'

const key = fc.stringMatching(/^0x[0-3]{1,4}$/)
const change = fc.tuple(key, fc.option(fc.stringMatching(/^[a-d]$/))) as fc.Arbitrary<Change>
const blocks = fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 12 })

/** The states after each block, made the plain way. */
function plainStates(all: Change[][]): Map<string, string>[] {
  const states = [new Map<string, string>()]
  for (const changes of all) {
    const next = new Map(states.at(-1))
    for (const [name, value] of changes) value === null ? next.delete(name) : next.set(name, value)
    states.push(next)
  }
  return states
}

test('every kept block shows the values and the order of keys it had, whatever came after', () => {
  fc.assert(
    fc.property(blocks, key, key, (all, prefix, after) => {
      const state = new State(0, [], all.length)
      for (const changes of all) state.apply(changes)
      for (const [number, plain] of plainStates(all).entries()) {
        for (const name of ['0x0', '0x12', prefix, after]) expect(state.valueAt(number, name)).toBe(plain.get(name))
        const next = [...plain.keys()].sort().find((name) => name.startsWith(prefix) && name > after)
        expect(state.nextKeyAt(number, prefix, after)).toBe(next)
      }
      expect(new Map(state.entries())).toEqual(plainStates(all).at(-1))
    }),
  )
})

test('a block further back than what is kept is refused, not answered wrongly', () => {
  const state = new State(10, [['0xaa', '0x01']], 2)
  for (const value of ['0x02', '0x03', '0x04']) state.apply([['0xaa', value]])
  expect([10, 11, 12, 13, 14].filter((number) => state.has(number))).toEqual([11, 12, 13])
  expect(state.valueAt(11, '0xaa')).toBe('0x02')
  expect(() => state.valueAt(10, '0xaa')).toThrow('block 10')
})
