import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideRefresh, GRACE_SECONDS } from './rules.ts'

/** One step of somebody who holds some of the family's tokens: waits, then presents the one of a generation. */
const step = fc.record({ waitSeconds: fc.constantFrom(0, 0.5, 1.9, 2.5, 600), back: fc.nat({ max: 3 }) })

test('in any order of use a token is worth one rotation, and a family that saw reuse is dead for good (P7)', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let current = 0
      let secondsSinceRotation = Number.POSITIVE_INFINITY
      let isRevoked = false
      const rotations = new Map<number, number>()
      for (const { waitSeconds, back } of steps) {
        secondsSinceRotation += waitSeconds
        const presented = Math.max(0, current - back)
        const decision = decideRefresh({ presented, current, secondsSinceRotation, isRevoked, isExpired: false })
        if (isRevoked) expect(decision).toBe('invalid')
        if (decision === 'repeat') {
          expect(presented).toBe(current - 1)
          expect(secondsSinceRotation).toBeLessThanOrEqual(GRACE_SECONDS)
        }
        if (decision === 'rotate') {
          rotations.set(presented, (rotations.get(presented) ?? 0) + 1)
          current++
          secondsSinceRotation = 0
        }
        if (decision === 'reuse') isRevoked = true
      }
      expect([...rotations.values()].every((count) => count === 1)).toBe(true)
      expect(rotations.size).toBe(current)
    }),
    { numRuns: 500 },
  )
})
