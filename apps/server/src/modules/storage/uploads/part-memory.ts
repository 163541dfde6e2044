import type { Bytes } from '@trove/stored-file/bytes'
import { PART_BYTES } from '@trove/stored-file/car'

/**
 * Memory for parts, used again and again: to have the system give and take 8 MiB for each part costs more than hashing it. What
 * an earlier part left in it is never read, as each part has its own length.
 */

/** Places that are kept while nobody needs them. */
const KEPT = 6
const free: ArrayBuffer[] = []

/** Room for one part. */
export function takeMemory(): Bytes {
  return new Uint8Array(free.pop() ?? new ArrayBuffer(PART_BYTES))
}

/** Gives back what `takeMemory` gave, or a piece of it. Nobody may look at it any more. */
export function giveMemory({ buffer }: Bytes): void {
  if (buffer.byteLength === PART_BYTES && free.length < KEPT && !free.includes(buffer)) free.push(buffer)
}
