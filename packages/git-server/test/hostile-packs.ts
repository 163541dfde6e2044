import { ZERO_OID } from '../src/objects.ts'
import type { RefusalCode } from '../src/refusal.ts'
import { HOSTILE_LINKS, HOSTILE_MODULES, HOSTILE_NAMES, HOSTILE_REFS } from './hostile-names.ts'
import {
  blob,
  commit,
  copy,
  delta,
  deltaPart,
  insert,
  named,
  type Part,
  PERSON,
  packOf,
  partBytes,
  sealed,
  tag,
  tree,
  varint,
  type Whole,
} from './make-pack.ts'

/** Pushes that are wrong in one way each. */

export type HostileCase = { name: string; code: RefusalCode; make: () => { kind: 'push' | 'archive'; bytes: Buffer } }

const MAIN = 'refs/heads/main'
const NOWHERE = 'f'.repeat(40)

type Commands = { name?: string; to: string; from?: string }[]

/** The body of a push request: commands, then a pack. */
export function pushBody(pack: Buffer, ...commands: Commands): Buffer {
  return requestOf(pack, commands)
}

function requestOf(pack: Buffer, commands: Commands): Buffer {
  const lines = commands.map(({ name = MAIN, to, from = ZERO_OID }, i) => {
    const line = Buffer.from(`${from} ${to} ${name}${i === 0 ? '\0report-status' : ''}`)
    return Buffer.concat([Buffer.from((line.length + 4).toString(16).padStart(4, '0')), line])
  })
  return Buffer.concat([...lines, Buffer.from('0000'), pack])
}

const FILE = blob('hello\n')
const FOLDER = tree({ mode: '100644', name: 'file', oid: named(FILE) })
const COMMIT = commit(named(FOLDER))
/** What is refused here is refused for the one thing that is wrong: this push is taken (test of its own). */
export const GOOD_PUSH = () => pushBody(packOf([COMMIT, FOLDER, FILE]), { to: named(COMMIT) })

function push(name: string, code: RefusalCode, body: () => Buffer): HostileCase {
  return { name: `push: ${name}`, code, make: () => ({ kind: 'push', bytes: body() }) }
}

const pack = (name: string, code: RefusalCode, bytes: () => Buffer) =>
  push(name, code, () => pushBody(bytes(), { to: named(COMMIT) }))

/** A commit whose tree is this, with what else it needs. */
const checkout = (name: string, code: RefusalCode, root: Whole, ...more: Part[]) =>
  push(name, code, () => pushBody(packOf([commit(named(root)), root, ...more]), { to: named(commit(named(root))) }))

const whole = () => packOf([COMMIT, FOLDER, FILE])
const text = (kind: 'commit' | 'tag', content: string): Whole => ({ kind, data: Buffer.from(content) })

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

function closures(): HostileCase[] {
  const link = (mode: string, name: string, oid: string) => tree({ mode, name, oid })
  return [
    push('a commit without its tree', 'pack.missing-object', () => pushBody(packOf([COMMIT]), { to: named(COMMIT) })),
    push('a tree without its file', 'pack.missing-object', () =>
      pushBody(packOf([COMMIT, FOLDER]), { to: named(COMMIT) }),
    ),
    push('a commit without its parent', 'pack.missing-object', () => {
      const child = commit(named(FOLDER), NOWHERE)
      return pushBody(packOf([child, FOLDER, FILE]), { to: named(child) })
    }),
    push('a branch to nowhere', 'pack.missing-object', () => pushBody(packOf([]), { to: NOWHERE })),
    push('a branch to a file', 'ref.not-a-commit', () => pushBody(packOf([FILE]), { to: named(FILE) })),
    push('a file that nobody needs', 'pack.unreachable', () =>
      pushBody(packOf([COMMIT, FOLDER, FILE, blob('stowaway')]), { to: named(COMMIT) }),
    ),
    push('a commit whose tree is a file', 'object.wrong-kind', () => {
      const odd = commit(named(FILE))
      return pushBody(packOf([odd, FILE]), { to: named(odd) })
    }),
    checkout('a file that is a tree', 'object.wrong-kind', link('100644', 'a', named(FOLDER)), FOLDER, FILE),
    checkout('a folder that is a file', 'object.wrong-kind', link('40000', 'a', named(FILE)), FILE),
  ]
}

function trees(): HostileCase[] {
  const oid = named(FILE)
  const files = (...names: string[]) => tree(...names.map((name) => ({ mode: '100644', name, oid })))
  const raw = (content: string | Buffer): Whole => ({ kind: 'tree', data: Buffer.from(content) })
  return [
    ...HOSTILE_NAMES.map(([name, code]) =>
      checkout(`name ${JSON.stringify(name.slice(0, 40))}`, code, files(name), FILE),
    ),
    ...(['.', '..'] as const).map((name) => checkout(`name ${name}`, 'name.dots', files(name), FILE)),
    checkout('no name', 'name.empty', files(''), FILE),
    checkout('name a/b', 'name.slash', files('a/b'), FILE),
    checkout('name a\\b', 'name.slash', files('a\\b'), FILE),
    checkout('wrong order', 'tree.order', files('b', 'a'), FILE),
    checkout('a name twice', 'tree.duplicate', files('a', 'a'), FILE),
    checkout('README and readme', 'tree.case-clash', files('README', 'readme'), FILE),
    checkout('é twice, composed and not', 'tree.case-clash', files('e\u0301', '\u00e9'), FILE),
    ...['100600', '0', '040000', '777', '100666', '8', 'x', '160001'].map((mode) =>
      checkout(`mode ${mode}`, 'tree.mode', tree({ mode, name: 'a', oid }), FILE),
    ),
    checkout('a mode without end', 'tree.malformed', raw(`${'1'.repeat(50)} a\0${'x'.repeat(20)}`)),
    checkout('an object of zeros', 'tree.malformed', tree({ mode: '100644', name: 'a', oid: ZERO_OID })),
    checkout('a tree cut short', 'tree.malformed', raw(FOLDER.data.subarray(0, -1))),
    checkout('a tree without NUL', 'tree.malformed', raw('100644 file')),
    checkout(
      '20,001 entries',
      'tree.too-many-entries',
      files(...Array.from({ length: 20_001 }, (_, i) => String(100_000 + i))),
      FILE,
    ),
    ...HOSTILE_LINKS.map(([target, code]) =>
      checkout(
        `link to ${target.slice(0, 40)}`,
        code,
        tree({ mode: '120000', name: 'a', oid: named(blob(target)) }),
        blob(target),
      ),
    ),
    checkout(
      '.gitmodules as a link',
      'modules.link',
      tree({ mode: '120000', name: '.gitmodules', oid: named(blob('a')) }),
      blob('a'),
    ),
    ...HOSTILE_MODULES.map(([content, code]) =>
      checkout(
        `.gitmodules: ${content.slice(0, 60)}`,
        code,
        tree({ mode: '100644', name: '.gitmodules', oid: named(blob(content)) }),
        blob(content),
      ),
    ),
    nested('ten folders of ten folders, ten deep', 'tree.bomb', 10, 10),
    nested('5,000 folders in each other', 'tree.path', 5000, 1),
    nested('100 folders with names of 250 bytes', 'tree.path', 100, 1, 250),
  ]
}

function nested(name: string, code: RefusalCode, depth: number, width: number, nameBytes = 1): HostileCase {
  return push(name, code, () => {
    const all: Whole[] = [FOLDER]
    for (let i = 0; i < depth; i++) {
      const oid = named(all.at(-1)!)
      all.push(
        tree(...Array.from({ length: width }, (_, n) => ({ mode: '40000', name: String(n).repeat(nameBytes), oid }))),
      )
    }
    const top = commit(named(all.at(-1)!))
    return pushBody(packOf([top, ...all, FILE]), { to: named(top) })
  })
}

function texts(): HostileCase[] {
  const [head, who] = [`tree ${named(FOLDER)}\n`, `author ${PERSON}\ncommitter ${PERSON}\n`]
  const of = (name: string, code: RefusalCode, kind: 'commit' | 'tag', content: string) =>
    push(`${kind} ${name}`, code, () => {
      const made = text(kind, content)
      const command = { name: kind === 'tag' ? 'refs/tags/v1' : MAIN, to: named(made) }
      return pushBody(packOf([made, ...(kind === 'tag' ? [COMMIT] : []), FOLDER, FILE]), command)
    })
  const good = tag(named(COMMIT)).data.toString()
  return [
    of('that is empty', 'commit.malformed', 'commit', ''),
    of('without tree', 'commit.malformed', 'commit', `${who}\nx`),
    of('with a short tree', 'commit.malformed', 'commit', `tree abc\n${who}\nx`),
    of('with a bad parent', 'commit.malformed', 'commit', `${head}parent xyz\n${who}\nx`),
    of('without message', 'commit.malformed', 'commit', `${head}${who.trimEnd()}`),
    of('with NUL', 'commit.malformed', 'commit', `${head}${who}\nx\0y`),
    of('with two authors', 'commit.malformed', 'commit', `${head}${who}author ${PERSON}\n\nx`),
    of('with 65 parents', 'commit.malformed', 'commit', `${head}${`parent ${NOWHERE}\n`.repeat(65)}${who}\nx`),
    of('without author', 'commit.person', 'commit', `${head}committer ${PERSON}\n\nx`),
    of(
      'of a name with brackets',
      'commit.person',
      'commit',
      `${head}author A <b <c> 1 +0000\ncommitter ${PERSON}\n\nx`,
    ),
    of(
      'of a far future',
      'commit.person',
      'commit',
      `${head}author A <b> 99999999999999999999 +0000\ncommitter ${PERSON}\n\nx`,
    ),
    of('without zone', 'commit.person', 'commit', `${head}author A <b> 1\ncommitter ${PERSON}\n\nx`),
    of('of an unknown kind', 'tag.malformed', 'tag', good.replace('type commit', 'type thing')),
    of('without tagger', 'tag.malformed', 'tag', good.replace(/tagger .*\n/, '')),
    of('named like a path', 'tag.malformed', 'tag', good.replace('tag v1', 'tag ../v1')),
    of('with NUL', 'tag.malformed', 'tag', `${good}\0`),
    of('of a wrong kind', 'object.wrong-kind', 'tag', good.replace('type commit', 'type tree')),
  ]
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
export const hostilePushes = () => [...brokenPacks(), ...deltas(), ...closures(), ...trees(), ...texts(), ...refs()]
