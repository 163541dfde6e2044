import { randomBytes } from 'node:crypto'

/** An unguessable lower-case token of `bytes` random bytes in hex. */
export function randomToken(bytes = 16): string {
  return randomBytes(bytes).toString('hex')
}

/** A seeded generator of numbers in [0, 1): the same seed gives the same faults again (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
