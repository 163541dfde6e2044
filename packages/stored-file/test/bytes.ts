import fc from 'fast-check'
import type { Bytes } from '../src/bytes.ts'

/** What tests of stored files share. */

export const fromHex = (hex: string): Bytes => new Uint8Array(Buffer.from(hex, 'hex'))

/** The file of the golden vectors: byte i is (7 i + floor(i / 1024)) mod 256. */
export const goldenFile = (size: number): Bytes =>
  Uint8Array.from({ length: size }, (_, i) => (7 * i + Math.floor(i / 1024)) % 256)

/** The bytes with one bit changed. */
export function flipped(bytes: Uint8Array, bit: number): Bytes {
  const other = new Uint8Array(bytes)
  const at = (bit >> 3) % bytes.length
  other[at] = other[at]! ^ (1 << (bit & 7))
  return other
}

export const anyBytes = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes) => new Uint8Array(bytes))

/** A stream of the bytes in pieces of these lengths, over and over. */
export async function* inPieces(bytes: Uint8Array, lengths: number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length]!
    yield bytes.subarray(at, at + length)
    at += length
  }
}

export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
