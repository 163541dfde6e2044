import type { COMPUTE_SORTS } from '@trove/contract/compute/shapes'
import { requireThat } from '@trove/contract/errors/codes'

export type MarketSort = (typeof COMPUTE_SORTS)[number]

/** The place after a card in one order of the market: its sort key (price in fen, speed; 0 for newest) and its seq. */
export type MarketPlace = { key: bigint; seq: bigint }

const SHAPE = /^([a-z-]+)\.(\d{1,19})\.(\d{1,19})$/
const INT8_MAX = 2n ** 63n - 1n

/** Writes the place as an opaque cursor. */
export function writeCursor(sort: MarketSort, place: Record<keyof MarketPlace, bigint | string>): string {
  return Buffer.from(`${sort}.${place.key}.${place.seq}`).toString('base64url')
}

/** Reads a cursor of the same order; throws `resource.not-found` for anything else: it is of no list we have. */
export function readCursor(sort: MarketSort, cursor: string): MarketPlace {
  const found = SHAPE.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  const key = BigInt(found?.[2] ?? 0)
  const seq = BigInt(found?.[3] ?? 0)
  requireThat(found?.[1] === sort && key <= INT8_MAX && seq <= INT8_MAX, 'resource.not-found')
  return { key, seq }
}
