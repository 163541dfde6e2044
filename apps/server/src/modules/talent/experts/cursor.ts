import { requireThat } from '@trove/contract/errors/codes'
import type { ExpertSort, Place } from './store.ts'

const SHAPE = /^([a-z-]+)\.(\d{1,18})\.(\d{1,18})$/

/** Writes the place after an expert as an opaque cursor of one order. */
export function writeCursor(sort: ExpertSort, { key, seq }: Place): string {
  return Buffer.from(`${sort}.${key}.${seq}`).toString('base64url')
}

/** @throws ContractError `resource.not-found` for a cursor of another order, or of no list at all */
export function readCursor(sort: ExpertSort, cursor: string): Place {
  const found = SHAPE.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  requireThat(found?.[1] === sort, 'resource.not-found')
  return { key: BigInt(found[2]!), seq: BigInt(found[3]!) }
}
