import type { RefusalCode } from '../src/format/refusal.ts'
import { HOSTILE_REFS } from './hostile-names.ts'
import { hostileObjects } from './hostile-objects.ts'
import {
  COMMIT,
  FILE,
  FOLDER,
  GOOD_PUSH,
  type HostileCase,
  MAIN,
  NOWHERE,
  pack,
  push,
  pushBody,
  requestOf,
  whole,
} from './hostile-push.ts'
import {
  blob,
  copy,
  delta,
  deltaPart,
  insert,
  named,
  type Part,
  packOf,
  partBytes,
  sealed,
  varint,
  type Whole,
} from './make-pack.ts'

/** Pushes whose packs, commands or names of refs are broken. */

function brokenPacks(): HostileCase[] {
  const length = whole().length
  const cuts = [0, 3, 11, 12, 13, 20, 31, 40, length - 21, length - 1]
  return [
    ...cuts.map((at) =>
      pack(`cut at byte ${at}`, at < 32 ? 'pack.truncated' : 'pack.checksum', () => whole().subarray(0, at)),
    ),
    ...[12, 20, 30, 50, length - 5].map((at) =>
      pack(`a flipped bit in byte ${at}`, 'pack.checksum', () => {
        const bytes = whole()
        bytes[at]! ^= 4
        return bytes
      }),
    ),
    pack('no pack at all', 'pack.not-a-pack', () =>
      Buffer.from('<html>this is no pack, it only looks like a page</html>'),
    ),
    pack('of version 3', 'pack.not-a-pack', () => packOf([FILE], { version: 3 })),
    pack('names 2^32-1 objects', 'pack.too-many-objects', () => packOf([FILE], { count: 0xffffffff })),
    pack('names one object too many', 'pack.truncated', () => packOf([COMMIT, FOLDER, FILE], { count: 4 })),
    pack('names one object too few', 'pack.trailing-bytes', () => packOf([COMMIT, FOLDER, FILE], { count: 2 })),
    pack('of another checksum', 'pack.checksum', () => packOf([FILE], { checksum: Buffer.alloc(20, 7) })),
    pack('bytes behind the last object', 'pack.trailing-bytes', () => packOf([FILE], { after: Buffer.from('more') })),
    ...[0, 5].map((type) =>
      pack(`type ${type}`, 'pack.object-type', () =>
        packOf([{ head: Buffer.of((type << 4) | 1), data: Buffer.from('x') }]),
      ),
    ),
    pack('a size without end', 'pack.object-size', () =>
      packOf([{ head: Buffer.alloc(40, 0xbf), data: Buffer.from('x') }]),
    ),
    pack('a file of 101 MiB', 'pack.object-size', () => packOf([{ ...FILE, size: 101 * 2 ** 20 }])),
    pack('a tree of 5 MiB', 'pack.object-size', () => packOf([{ kind: 'tree', data: Buffer.alloc(5 * 2 ** 20) }])),
    pack('a commit of 2 MiB', 'pack.object-size', () => packOf([{ kind: 'commit', data: Buffer.alloc(2 ** 21) }])),
    pack('inflates to more than it says', 'pack.damaged', () => packOf([{ ...FILE, size: 3 }])),
    pack('inflates to less than it says', 'pack.damaged', () => packOf([{ ...FILE, size: 9 }])),
    pack('a large file that inflates to more than it says', 'pack.damaged', () =>
      packOf([{ kind: 'blob', data: Buffer.alloc(10 * 2 ** 20), size: 9 * 2 ** 20 }]),
    ),
    pack('a large file that inflates to less than it says', 'pack.damaged', () =>
      packOf([{ kind: 'blob', data: Buffer.alloc(9 * 2 ** 20), size: 10 * 2 ** 20 }]),
    ),
    pack('deflated bytes that are none', 'pack.damaged', () =>
      sealed(Buffer.concat([packOf([], { count: 1 }).subarray(0, 12), Buffer.of(0x31), Buffer.alloc(60, 0xee)])),
    ),
    pack('ten files of 90 MiB that are all zero', 'pack.bomb', () => {
      const zeros = partBytes({ kind: 'blob', data: Buffer.alloc(90 * 2 ** 20) })
      return sealed(Buffer.concat([packOf([], { count: 10 }).subarray(0, 12), ...Array<Buffer>(10).fill(zeros)]))
    }),
    pack('a file twice', 'pack.duplicate', () => packOf([COMMIT, FOLDER, FILE, FILE])),
  ]
}

const SIX = FILE.data.length

function deltas(): HostileCase[] {
  const on = (name: string, code: RefusalCode, bytes: Buffer) =>
    pack(`delta ${name}`, code, () => packOf([FILE, deltaPart(partBytes(FILE).length, bytes)]))
  return [
    on('for a base of another size', 'pack.delta', delta(SIX + 1, 1, insert('x'))),
    on('that copies behind the base', 'pack.delta', delta(SIX, SIX, copy(1, SIX))),
    on('that copies from 4 GiB', 'pack.delta', delta(SIX, 1, copy(2 ** 32 - 1, 1))),
    on('that makes more than it says', 'pack.delta', delta(SIX, 1, insert('xx'))),
    on('that makes less than it says', 'pack.delta', delta(SIX, 3, insert('xx'))),
    on('with order 0', 'pack.delta', delta(SIX, 1, [0])),
    on('cut inside a copy', 'pack.delta', delta(SIX, 1, [0xff, 0])),
    on('cut inside an insert', 'pack.delta', delta(SIX, 9, [9, 65])),
    on('cut inside its sizes', 'pack.delta', Buffer.of(0x86, 0x80)),
    on('with a size without end', 'pack.delta', Buffer.alloc(30, 0xff)),
    on('that is empty', 'pack.delta', Buffer.alloc(0)),
    on('that makes a terabyte', 'pack.delta-size', Buffer.from([...varint(SIX), ...varint(2 ** 40), ...insert('x')])),
    pack('delta of 9 MiB', 'pack.delta-size', () => packOf([FILE, deltaPart(20, Buffer.alloc(9 * 2 ** 20))])),
    pack('delta on itself', 'pack.delta', () => packOf([FILE, deltaPart(0, delta(SIX, 1, insert('x')))])),
    pack('delta on what lies before the pack', 'pack.delta', () =>
      packOf([FILE, deltaPart(9999, delta(SIX, 1, insert('x')))]),
    ),
    pack('delta on the middle of an object', 'pack.delta', () =>
      packOf([FILE, deltaPart(3, delta(SIX, 1, insert('x')))]),
    ),
    pack('delta on an object of nowhere', 'pack.missing-base', () =>
      packOf([deltaPart(NOWHERE, delta(1, 1, insert('x')))]),
    ),
    pack('deltas in a circle', 'pack.missing-base', () => {
      const [a, b] = [named(blob('a')), named(blob('b'))]
      return packOf([deltaPart(a, delta(1, 1, insert('b'))), deltaPart(b, delta(1, 1, insert('a')))])
    }),
    pack('a chain of 251 deltas', 'pack.delta-depth', chain),
    pack('200 deltas in a chain that copy half a MiB each', 'pack.bomb', growing),
    pack('a thousand deltas that copy 8 MiB each', 'pack.bomb', wide),
    pack('a delta on a file of 9 MiB', 'pack.delta-size', () => {
      const large: Whole = { kind: 'blob', data: Buffer.alloc(9 * 2 ** 20) }
      return packOf([large, deltaPart(partBytes(large).length, delta(large.data.length, 1, insert('x')))])
    }),
  ]
}

function chain(): Buffer {
  const parts: Part[] = [blob(`${'x'.repeat(9)}${String.fromCharCode(0)}`)]
  for (let i = 1; i <= 251; i++)
    parts.push(deltaPart(partBytes(parts.at(-1)!).length, delta(10, 10, copy(0, 9), [1, i % 256])))
  return packOf(parts)
}

const copies = (size: number, times: number) => Array.from({ length: times }, () => copy(0, size))

/** Each delta copies half a MiB of the one before it. */
function growing(): Buffer {
  const size = 8 * 0xffff
  const parts: Part[] = [blob(Buffer.alloc(0xffff, 7))]
  for (let i = 0; i < 200; i++) {
    const orders = delta(i === 0 ? 0xffff : size + 1, size + 1, ...copies(0xffff, 8), [1, i])
    parts.push(deltaPart(partBytes(parts.at(-1)!).length, orders))
  }
  return packOf(parts)
}

function wide(): Buffer {
  const base = blob(Buffer.alloc(0xffff, 7))
  const parts: Part[] = [base]
  let behind = partBytes(base).length
  for (let i = 0; i < 1000; i++) {
    const part = deltaPart(behind, delta(0xffff, 127 * 0xffff + 2, ...copies(0xffff, 127), [2, i % 256, i >> 8]))
    behind += partBytes(part).length
    parts.push(part)
  }
  return packOf(parts)
}

function refs(): HostileCase[] {
  const to = named(COMMIT)
  const many = (names: string[]) => () =>
    requestOf(
      whole(),
      names.map((name) => ({ name, to })),
    )
  const numbered = (count: number) => Array.from({ length: count }, (_, i) => `refs/heads/b${i}`)
  return [
    ...HOSTILE_REFS.map(([name, code]) => push(`ref ${JSON.stringify(name.slice(0, 50))}`, code, many([name]))),
    push('201 branches', 'ref.too-many', many(numbered(201))),
    push('a million branches', 'ref.too-many', many(numbered(1_000_000))),
    push('a branch twice', 'ref.duplicate', many([MAIN, MAIN])),
    push('a and a/b', 'ref.conflict', many(['refs/heads/a', 'refs/heads/a/b'])),
    push('Main and main', 'ref.conflict', many([MAIN, 'refs/heads/Main'])),
    push('a branch that is not there', 'ref.stale', () => pushBody(whole(), { to, from: NOWHERE })),
    push('a shallow history', 'request.shallow', () =>
      Buffer.concat([Buffer.from(`0034shallow ${NOWHERE}`), GOOD_PUSH()]),
    ),
    push('commands that are none', 'request.malformed', () => Buffer.from('000bhello!!0000')),
    push('lengths that are none', 'request.malformed', () => Buffer.from('zzzz')),
    push('a length of 3', 'request.malformed', () => Buffer.from('0003')),
    push('commands without end', 'request.malformed', () => GOOD_PUSH().subarray(0, 60)),
  ]
}

/** All of them. Their bytes are made when they are asked for. */
export const hostilePushes = () => [...brokenPacks(), ...deltas(), ...hostileObjects(), ...refs()]
