import { createBLAKE2b } from 'hash-wasm'
import { type Bytes, isSame } from './bytes.ts'
import { FRAME_BYTES } from './frames.ts'

/**
 * The chain's tree over what is stored: leaves of 1 KiB, the last padded with zeros; BLAKE2b-256; a node is the hash of its two
 * children, and one without a neighbour goes up unchanged (chain/vectors). A frame is 256 leaves, so a whole frame's root is a node
 * of the file's tree: who keeps the roots of the frames needs one frame only to show a leaf.
 */

export const LEAF_BYTES = 1024
const HASH_BITS = 256
const HASH_BYTES = HASH_BITS / 8
const LEAVES_PER_FRAME = FRAME_BYTES / LEAF_BYTES

/** One leaf with the hashes from it up to the root, lowest first. */
export type Sample = { leaf: Bytes; path: Bytes[] }

export type Merkle = {
  /** The root over one frame's leaves. */
  frameRoot(frame: Uint8Array): Bytes
  /** The file's root, out of its frames' roots in order. */
  fileRoot(frameRoots: Bytes[]): Bytes
  /** Shows a leaf. `frame` is the one it lies in. @throws RangeError when there is no such leaf */
  sample(index: number, frame: Uint8Array, frameRoots: Bytes[]): Sample
  /** Whether this is that leaf of a file of so many stored bytes under this root. */
  verify(root: Uint8Array, sizeBytes: number, index: number, sample: Sample): boolean
}

/** Leaves of so many stored bytes. */
export function leafCount(sizeBytes: number): number {
  return Math.ceil(sizeBytes / LEAF_BYTES)
}

/** The tree's functions; the hash is WebAssembly and has to be made ready first. */
export async function createMerkle(): Promise<Merkle> {
  const hasher = await createBLAKE2b(HASH_BITS)
  const hash = (bytes: Uint8Array) => hasher.init().update(bytes).digest('binary') as Bytes
  const pair = new Uint8Array(2 * HASH_BYTES)
  const parent = (left: Uint8Array, right: Uint8Array) => {
    pair.set(left)
    pair.set(right, HASH_BYTES)
    return hash(pair)
  }
  const rowAbove = (row: Bytes[]) =>
    Array.from({ length: Math.ceil(row.length / 2) }, (_, i) => {
      const [left, right] = [row[2 * i]!, row[2 * i + 1]]
      return right ? parent(left, right) : left
    })
  /** All rows over these nodes, lowest first; the last is the one root. */
  const rowsOver = (nodes: Bytes[]) => {
    if (nodes.length === 0) throw new RangeError('a tree has a leaf')
    const rows = [nodes]
    while (rows.at(-1)!.length > 1) rows.push(rowAbove(rows.at(-1)!))
    return rows
  }
  const leafRow = (frame: Uint8Array) => {
    if (frame.length > FRAME_BYTES) throw new RangeError('a frame is 256 KiB at most')
    return Array.from({ length: leafCount(frame.length) }, (_, i) => hash(leafOf(frame, i)))
  }
  const rootOf = (nodes: Bytes[]) => rowsOver(nodes).at(-1)![0]!

  return {
    frameRoot: (frame) => rootOf(leafRow(frame)),
    fileRoot: rootOf,
    sample(index, frame, frameRoots) {
      const [own, ownFrame] = [index % LEAVES_PER_FRAME, Math.floor(index / LEAVES_PER_FRAME)]
      const leaves = leafRow(frame)
      if (own >= leaves.length || ownFrame >= frameRoots.length) throw new RangeError(`there is no leaf ${index}`)
      // A file's last frame may be lower than the others: its root goes up unchanged to where theirs are.
      return {
        leaf: leafOf(frame, own).slice() as Bytes,
        path: [...pathIn(rowsOver(leaves), own), ...pathIn(rowsOver(frameRoots), ownFrame)],
      }
    },
    verify(root, sizeBytes, index, { leaf, path }) {
      const leaves = leafCount(sizeBytes)
      if (index < 0 || !Number.isInteger(index)) return false
      if (leaf.length !== LEAF_BYTES || index >= leaves || path.length !== pathLength(index, leaves)) return false
      let node = hash(leaf)
      let used = 0
      for (let [at, width] = [index, leaves]; width > 1; [at, width] = [at >>> 1, Math.ceil(width / 2)]) {
        if (isAlone(at, width)) continue
        const sibling = path[used++]!
        node = at % 2 === 0 ? parent(node, sibling) : parent(sibling, node)
      }
      return isSame(node, root)
    },
  }
}

/** A leaf as it lies in the frame; only the last of a file is copied, to be padded. */
function leafOf(frame: Uint8Array, index: number): Uint8Array {
  const lying = frame.subarray(index * LEAF_BYTES, (index + 1) * LEAF_BYTES)
  if (lying.length === LEAF_BYTES) return lying
  const leaf = new Uint8Array(LEAF_BYTES)
  leaf.set(lying)
  return leaf
}

/** The neighbours from a node of the lowest row to the root. */
function pathIn(rows: Bytes[][], index: number): Bytes[] {
  return rows.slice(0, -1).flatMap((row, level) => row[(index >>> level) ^ 1] ?? [])
}

function isAlone(at: number, width: number): boolean {
  return at % 2 === 0 && at + 1 === width
}

function pathLength(index: number, leaves: number): number {
  let length = 0
  for (let [at, width] = [index, leaves]; width > 1; [at, width] = [at >>> 1, Math.ceil(width / 2)])
    if (!isAlone(at, width)) length++
  return length
}
