import { type Kind, OID_BYTES } from '../format/objects.ts'
import { KIND_OF_TYPE, TYPE_OF_KIND } from './entry.ts'

/** Where the objects of a stored pack are: sorted records of name (20 bytes), type (1) and place in the pack (6). */

const PLACE_BYTES = 6
const RECORD_BYTES = OID_BYTES + 1 + PLACE_BYTES

export type Place = { kind: Kind; at: number }

/** The bytes of an index. */
export function writeIndex(places: Iterable<[oid: string, place: Place]>): Buffer {
  const records = Array.from(places, ([oid, { kind, at }]) => {
    const record = Buffer.alloc(RECORD_BYTES)
    record.write(oid, 'hex')
    record[OID_BYTES] = TYPE_OF_KIND[kind]
    record.writeUIntBE(at, OID_BYTES + 1, PLACE_BYTES)
    return record
  })
  return Buffer.concat(records.sort(Buffer.compare))
}

/** Where an object is, or undefined when it is not in this pack. */
export function findInIndex(index: Buffer, oid: string): Place | undefined {
  const wanted = Buffer.from(oid, 'hex')
  let low = 0
  let high = index.length / RECORD_BYTES
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = middle * RECORD_BYTES
    const order = wanted.compare(index, at, at + OID_BYTES)
    if (order === 0) return placeAt(index, at)
    if (order < 0) high = middle
    else low = middle + 1
  }
  return undefined
}

function placeAt(index: Buffer, record: number): Place {
  const kind = KIND_OF_TYPE[index[record + OID_BYTES]!]!
  return { kind, at: index.readUIntBE(record + OID_BYTES + 1, PLACE_BYTES) }
}
