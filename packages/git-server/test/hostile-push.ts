import { ZERO_OID } from '../src/format/objects.ts'
import type { RefusalCode } from '../src/format/refusal.ts'
import { blob, commit, named, type Part, packOf, tree, type Whole } from './make-pack.ts'

/** Pushes that are wrong in one way each. */

/** `before` is a push that is taken first. */
export type Attempt = { kind: 'push' | 'archive'; bytes: Buffer; before?: Buffer }
export type HostileCase = { name: string; code: RefusalCode; make: () => Attempt }

export const MAIN = 'refs/heads/main'
export const NOWHERE = 'f'.repeat(40)

type Commands = { name?: string; to: string; from?: string }[]

/** The body of a push request: commands, then a pack. */
export function pushBody(pack: Buffer, ...commands: Commands): Buffer {
  return requestOf(pack, commands)
}

export function requestOf(pack: Buffer, commands: Commands): Buffer {
  const lines = commands.map(({ name = MAIN, to, from = ZERO_OID }, i) => {
    const line = Buffer.from(`${from} ${to} ${name}${i === 0 ? '\0report-status' : ''}`)
    return Buffer.concat([Buffer.from((line.length + 4).toString(16).padStart(4, '0')), line])
  })
  return Buffer.concat([...lines, Buffer.from('0000'), pack])
}

export const FILE = blob('hello\n')
export const FOLDER = tree({ mode: '100644', name: 'file', oid: named(FILE) })
export const COMMIT = commit(named(FOLDER))
/** What is refused here is refused for the one thing that is wrong: this push is taken (test of its own). */
export const GOOD_PUSH = () => pushBody(packOf([COMMIT, FOLDER, FILE]), { to: named(COMMIT) })

export function push(name: string, code: RefusalCode, body: () => Buffer): HostileCase {
  return { name: `push: ${name}`, code, make: () => ({ kind: 'push', bytes: body() }) }
}

export const pack = (name: string, code: RefusalCode, bytes: () => Buffer) =>
  push(name, code, () => pushBody(bytes(), { to: named(COMMIT) }))

/** A commit whose tree is this, with what else it needs. */
export const checkout = (name: string, code: RefusalCode, root: Whole, ...more: Part[]) =>
  push(name, code, () => pushBody(packOf([commit(named(root)), root, ...more]), { to: named(commit(named(root))) }))

export const whole = () => packOf([COMMIT, FOLDER, FILE])
