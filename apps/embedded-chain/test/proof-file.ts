import { u8aConcat } from '@polkadot/util'
import { blake2AsU8a } from '@polkadot/util-crypto'

const LEAF_BYTES = 1024

/** One asked leaf with the hashes from it up to the root, as the market takes it. */
export type Sample = { leaf: Uint8Array; path: Uint8Array[] }

/** A file of so many bytes as a miner keeps it: its tree over leaves of 1 KiB (shape: chain/vectors/README.md). */
export function makeProofFile(size: number) {
  const bytes = Uint8Array.from({ length: size }, (_, i) => (7 * i + Math.floor(i / LEAF_BYTES)) % 256)
  const leaves: Uint8Array[] = []
  for (let at = 0; at < size; at += LEAF_BYTES) {
    const leaf = new Uint8Array(LEAF_BYTES)
    leaf.set(bytes.subarray(at, at + LEAF_BYTES))
    leaves.push(leaf)
  }
  const rows = [leaves.map((leaf) => blake2AsU8a(leaf))]
  for (let row = rows[0] as Uint8Array[]; row.length > 1; row = rows.at(-1) as Uint8Array[]) rows.push(parentsOf(row))

  const sample = (index: number): Sample => {
    const path = rows.slice(0, -1).flatMap((row, level) => row[(index >> level) ^ 1] ?? [])
    return { leaf: leaves[index] as Uint8Array, path }
  }
  return { size, root: rows.at(-1)?.[0] as Uint8Array, prove: (indexes: number[]) => indexes.map(sample) }
}

/**
 * The largest file there can be, 32 GiB of zeros, without making it: in each row of its tree all nodes are equal, so every
 * leaf has the same path of 25 hashes.
 */
export function makeLargestFile() {
  const leaf = new Uint8Array(LEAF_BYTES)
  const path: Uint8Array[] = []
  let node = blake2AsU8a(leaf)
  for (let level = 0; level < 25; level++) {
    path.push(node)
    node = blake2AsU8a(u8aConcat(node, node))
  }
  return { size: 2 ** 35, root: node, prove: (samples: number): Sample[] => Array(samples).fill({ leaf, path }) }
}

/** The row above; an odd node goes up unchanged. */
function parentsOf(row: Uint8Array[]): Uint8Array[] {
  const pairs = Array.from({ length: Math.ceil(row.length / 2) }, (_, i) => row.slice(2 * i, 2 * i + 2))
  return pairs.map((pair) => (pair.length === 1 ? (pair[0] as Uint8Array) : blake2AsU8a(u8aConcat(...pair))))
}
