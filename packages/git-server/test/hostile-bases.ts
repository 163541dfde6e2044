import { randomBytes } from 'node:crypto'
import { type Attempt, pushBody } from './hostile-push.ts'
import {
  blob,
  commit,
  copy,
  delta,
  deltaPart,
  insert,
  named,
  type Part,
  packOf,
  partBytes,
  sealed,
  tree,
} from './make-pack.ts'

/** Pushes whose deltas build on what an earlier push has stored. */

const SMALL = blob('hello\n')
const OTHER = blob('other\n')
const LARGE = blob(Buffer.alloc(8 * 2 ** 20))

/**
 * A delta on a stored object, and a delta on that one which makes the stored object again: whoever asks by name what
 * the first is based on goes round in a circle. Deltas of 8 MiB take both out of what is held in memory.
 */
export function baseMadeAgain(): Attempt {
  const firstTree = tree(
    { mode: '100644', name: 'a', oid: named(SMALL) },
    { mode: '100644', name: 'b', oid: named(LARGE) },
  )
  const first = commit(named(firstTree))
  // Bytes that cannot be deflated let the pack unfold to more.
  const ballast = blob(randomBytes(2 ** 20))
  const fillers = ['1', '2', '3', '4'].map(filler)
  const files = [OTHER, ballast, ...fillers.map(({ made }) => made)]
  const secondTree = tree(...files.map((file, i) => ({ mode: '100644', name: `f${i}`, oid: named(file) })))
  const second = commit(named(secondTree), named(first))
  const onStored = deltaPart(named(SMALL), delta(6, 6, insert('other\n')))
  const again = deltaPart(partBytes(onStored).length, delta(6, 6, insert('hello\n')))
  const parts = [second, secondTree, ballast, onStored, again, ...fillers.map(({ part }) => part)]
  return {
    kind: 'push',
    before: pushBody(packOf([first, firstTree, SMALL, LARGE]), { to: named(first) }),
    bytes: pushBody(packOf(parts), { to: named(second), from: named(first) }),
  }
}

const PIECE = 0xffff
const PIECES = 127

/** Nearly 8 MiB of the large file and a letter. */
function filler(letter: string): { part: Part; made: ReturnType<typeof blob> } {
  const orders = Array.from({ length: PIECES }, () => copy(0, PIECE))
  const size = PIECES * PIECE
  return {
    part: deltaPart(named(LARGE), delta(LARGE.data.length, size + 1, ...orders, insert(letter))),
    made: blob(Buffer.concat([Buffer.alloc(size), Buffer.from(letter)])),
  }
}

const RUN = 127
const RUNS = 57_000
const LINKS = 45

/**
 * Versions of a file of 7 MiB, each a delta on the one before that inserts all of it: they come to some 300 MiB when
 * they are held together. Only the last one stands in the checkout.
 */
export function longChain(): Attempt {
  const letters = Array.from({ length: LINKS }, (_, i) => i + 1)
  const base = blob(Buffer.alloc(RUNS * RUN))
  const parts = [partBytes(base)]
  const commits: Part[] = []
  let tip = ''
  for (const letter of [0, ...letters]) {
    if (letter > 0) parts.push(partBytes(deltaPart(parts.at(-1)!.length, allNew(letter))))
    const file = blob(Buffer.alloc(RUNS * RUN, letter))
    const root = tree({ mode: '100644', name: 'file', oid: named(file) })
    const made = commit(named(root), ...(tip ? [tip] : []))
    commits.push(root, made)
    tip = named(made)
  }
  const ballast = blob(randomBytes(9 * 2 ** 20))
  const root = tree(
    { mode: '100644', name: 'ballast', oid: named(ballast) },
    { mode: '100644', name: 'file', oid: named(blob(Buffer.alloc(RUNS * RUN, LINKS))) },
  )
  const last = commit(named(root), tip)
  const rest = [...commits, root, last, ballast].map(partBytes)
  const head = packOf([], { count: parts.length + rest.length }).subarray(0, 12)
  return { kind: 'push', bytes: pushBody(sealed(Buffer.concat([head, ...parts, ...rest])), { to: named(last) }) }
}

/** Files that are more than what is held together, and then a delta on the first of them: its base is read again. */
export function baseLetGo(): Attempt {
  const size = 6 * 2 ** 20
  const files = [1, 2, 3, 4, 5].map((letter) => blob(Buffer.alloc(size, letter)))
  const wholes = files.map(partBytes)
  const made = blob(Buffer.concat([Buffer.alloc(127, 1), Buffer.from('x')]))
  const first = wholes.reduce((sum, { length }) => sum + length, 0)
  const onFirst = partBytes(deltaPart(first, delta(size, 128, copy(0, 127), insert('x'))))
  const ballast = blob(randomBytes(2 ** 20))
  const root = tree(
    ...[...files, made, ballast].map((file, i) => ({ mode: '100644', name: `f${i}`, oid: named(file) })),
  )
  const last = commit(named(root))
  const all = [...wholes, onFirst, ...[root, last, ballast].map(partBytes)]
  const head = packOf([], { count: all.length }).subarray(0, 12)
  return { kind: 'push', bytes: pushBody(sealed(Buffer.concat([head, ...all])), { to: named(last) }) }
}

/** A delta that inserts a whole file of one letter, and copies nothing. */
function allNew(letter: number): Buffer {
  const orders = Buffer.alloc(RUNS * (RUN + 1), letter)
  for (let i = 0; i < RUNS; i++) orders[i * (RUN + 1)] = RUN
  return Buffer.concat([delta(RUNS * RUN, RUNS * RUN), orders])
}
