import { expect, test } from 'vitest'
import { hostileCases, tryHostile } from '../test/hostile.ts'

/** At most this much for all of them one after the other, the program itself included. */
const MOST_MIB = 256

test('some 300 hostile pushes and archives are each refused for what is wrong, in 256 MiB, and leave no version', async () => {
  expect(hostileCases().length).toBeGreaterThan(300)
  const tried = await tryHostile()
  const shown = (all: typeof tried) => all.map(({ name, outcome }) => `${name} → ${outcome}`)
  expect(shown(tried)).toEqual(hostileCases().map(({ name, code }) => `${name} → ${code}`))
  expect(Math.max(...tried.map(({ mib }) => mib))).toBeLessThanOrEqual(MOST_MIB)
})
