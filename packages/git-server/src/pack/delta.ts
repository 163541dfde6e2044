import { requireThat } from '../format/refusal.ts'

/** A delta: the sizes of base and result, then orders to copy from the base or to insert bytes of its own. */

/** The sizes of base and result, and where the orders begin. */
export function readDeltaHead(delta: Buffer): { baseSize: number; size: number; at: number } {
  const base = readSize(delta, 0)
  const result = readSize(delta, base.at)
  return { baseSize: base.size, size: result.size, at: result.at }
}

function readSize(delta: Buffer, from: number): { size: number; at: number } {
  let size = 0
  let weight = 1
  let at = from
  for (;;) {
    requireThat(at < delta.length && weight <= 2 ** 42, 'pack.delta')
    const read = delta[at++]!
    size += (read & 0x7f) * weight
    weight *= 128
    if ((read & 0x80) === 0) return { size, at }
  }
}

const INSERT_LIMIT = 0x7f
const WHOLE_COPY = 0x10000

/** What the delta makes of its base. @throws GitRefused when it reads or writes outside, or stops early */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const { baseSize, size, at: start } = readDeltaHead(delta)
  requireThat(baseSize === base.length, 'pack.delta')
  const result = Buffer.allocUnsafe(size)
  let at = start
  let made = 0
  while (at < delta.length) {
    const order = delta[at++]!
    if (order & 0x80) {
      const copy = readCopy(delta, at, order)
      at = copy.at
      requireThat(copy.from + copy.length <= base.length && made + copy.length <= size, 'pack.delta')
      base.copy(result, made, copy.from, copy.from + copy.length)
      made += copy.length
    } else {
      const length = order & INSERT_LIMIT
      requireThat(length > 0 && at + length <= delta.length && made + length <= size, 'pack.delta')
      delta.copy(result, made, at, at + length)
      at += length
      made += length
    }
  }
  requireThat(made === size, 'pack.delta')
  return result
}

/** Four bits of the order say which bytes of the place follow, three which of the length. */
function readCopy(delta: Buffer, start: number, order: number): { from: number; length: number; at: number } {
  let at = start
  let from = 0
  let length = 0
  for (let bit = 0; bit < 4; bit++) if (order & (1 << bit)) from += delta[at++]! * 2 ** (8 * bit)
  for (let bit = 0; bit < 3; bit++) if (order & (0x10 << bit)) length += delta[at++]! * 2 ** (8 * bit)
  requireThat(at <= delta.length, 'pack.delta')
  return { from, length: length === 0 ? WHOLE_COPY : length, at }
}
