import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { type Kind, oidOf } from '../src/format/objects.ts'

/** Packs and pushes made by hand, so that anything in them can be wrong. */

export type Whole = { kind: Kind; data: Buffer; size?: number }
export type Part = Whole | { head: Buffer; data: Buffer }

const TYPES: Record<Kind, number> = { commit: 1, tree: 2, blob: 3, tag: 4 }

/** The head of an entry of any type and size. */
export function entryHead(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size % 16)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 0x80
    bytes.push(rest % 128)
  }
  return Buffer.from(bytes)
}

/** An entry whose base lies so many bytes before it, or has this name. */
export function deltaPart(base: number | string, delta: Buffer): Part {
  if (typeof base === 'string')
    return { head: Buffer.concat([entryHead(7, delta.length), Buffer.from(base, 'hex')]), data: delta }
  const distance = [base % 128]
  for (let rest = Math.floor(base / 128); rest > 0; rest = Math.floor(rest / 128))
    distance.unshift(0x80 | (--rest % 128))
  return { head: Buffer.concat([entryHead(6, delta.length), Buffer.from(distance)]), data: delta }
}

export function partBytes(part: Part): Buffer {
  const head = 'head' in part ? part.head : entryHead(TYPES[part.kind], part.size ?? part.data.length)
  return Buffer.concat([head, deflateSync(part.data)])
}

type Wrong = { count?: number; version?: number; magic?: string; after?: Buffer; checksum?: Buffer }

export function packOf(parts: Part[], wrong: Wrong = {}): Buffer {
  const head = Buffer.alloc(12)
  head.write(wrong.magic ?? 'PACK', 'latin1')
  head.writeUInt32BE(wrong.version ?? 2, 4)
  head.writeUInt32BE(wrong.count ?? parts.length, 8)
  return sealed(Buffer.concat([head, ...parts.map(partBytes), wrong.after ?? Buffer.alloc(0)]), wrong.checksum)
}

/** With the checksum behind it. */
export function sealed(body: Buffer, checksum: Buffer = createHash('sha1').update(body).digest()): Buffer {
  return Buffer.concat([body, checksum])
}

export const blob = (text: string | Buffer): Whole => ({ kind: 'blob', data: Buffer.from(text) })
export const named = ({ kind, data }: Whole) => oidOf(kind, data)

export type Entry = { mode: string | number; name: string | Buffer; oid: string }

/** A tree of these entries as they come, whatever is wrong with them. */
export function tree(...entries: Entry[]): Whole {
  const parts = entries.flatMap(({ mode, name, oid }) => [
    Buffer.from(`${typeof mode === 'number' ? mode.toString(8) : mode} `),
    Buffer.from(name),
    Buffer.of(0),
    Buffer.from(oid, 'hex'),
  ])
  return { kind: 'tree', data: Buffer.concat(parts) }
}

export const PERSON = 'Ada <ada@example.com> 1700000000 +0000'

export function commit(treeOid: string, ...parents: string[]): Whole {
  const head = [`tree ${treeOid}`, ...parents.map((oid) => `parent ${oid}`), `author ${PERSON}`, `committer ${PERSON}`]
  return { kind: 'commit', data: Buffer.from(`${head.join('\n')}\n\nmade\n`) }
}

export function tag(oid: string, name = 'v1', kind = 'commit'): Whole {
  return { kind: 'tag', data: Buffer.from(`object ${oid}\ntype ${kind}\ntag ${name}\ntagger ${PERSON}\n\nmade\n`) }
}

/** A delta by hand: sizes of base and result, then orders. */
export function delta(baseSize: number, size: number, ...orders: number[][]): Buffer {
  return Buffer.from([...varint(baseSize), ...varint(size), ...orders.flat()])
}

export function varint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0))
    if (rest < 128) return bytes
  }
}

/** Copy from a place below 2^32, up to 64 KiB. */
export function copy(from: number, length: number): number[] {
  const place = [from & 255, (from >>> 8) & 255, (from >>> 16) & 255, from >>> 24]
  return [0x80 | 0x0f | 0x30, ...place, length & 255, (length >>> 8) & 255]
}

export const insert = (text: string) => [text.length, ...Buffer.from(text)]
