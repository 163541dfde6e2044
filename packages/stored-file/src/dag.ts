import * as dagPb from '@ipld/dag-pb'
import { encode as encodeNode, type PBLink } from '@ipld/dag-pb'
import { UnixFS } from 'ipfs-unixfs'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { sha256 } from 'multiformats/hashes/sha2'
import { type Bytes, isSame } from './bytes.ts'

/**
 * The content identifier of what is stored, as any IPFS tool computes it: UnixFS, version 1, raw leaves of 256 KiB, SHA-256, a
 * balanced tree of 174 links a node. One frame alone is its own root.
 */

const LINKS_PER_NODE = 174

/** A block of IPFS: a frame, or a node that names others. */
export type Block = { cid: CID; bytes: Bytes }

type Child = { cid: CID; fileBytes: bigint; treeBytes: bigint }

/** A frame as a block. */
export async function frameBlock(frame: Bytes): Promise<Block> {
  return { cid: CID.createV1(raw.code, await sha256.digest(frame)), bytes: frame }
}

/** The nodes over the frames of a file, lowest first; the last is the root. None where there is one frame. */
export async function nodesOver(frames: { cid: CID; size: number }[]): Promise<Block[]> {
  const nodes: Block[] = []
  let row: Child[] = frames.map(({ cid, size }) => ({ cid, fileBytes: BigInt(size), treeBytes: BigInt(size) }))
  while (row.length > 1) {
    const above: Child[] = []
    for (let at = 0; at < row.length; at += LINKS_PER_NODE) {
      const { block, child } = await nodeOver(row.slice(at, at + LINKS_PER_NODE))
      nodes.push(block)
      above.push(child)
    }
    row = above
  }
  return nodes
}

/** Whether a block is what its identifier says, and of a kind a stored file has. */
export async function isBlockRight({ cid, bytes }: Block): Promise<boolean> {
  const isKnown = cid.version === 1 && (cid.code === raw.code || cid.code === dagPb.code)
  if (!isKnown || cid.multihash.code !== sha256.code) return false
  return isSame((await sha256.digest(bytes)).digest, cid.multihash.digest)
}

async function nodeOver(children: Child[]): Promise<{ block: Block; child: Child }> {
  const file = new UnixFS({ type: 'file', blockSizes: children.map(({ fileBytes }) => fileBytes) })
  const links: PBLink[] = children.map(({ cid, treeBytes }) => ({ Name: '', Tsize: Number(treeBytes), Hash: cid }))
  const bytes = new Uint8Array(encodeNode({ Data: file.marshal(), Links: links }))
  const cid = CID.createV1(dagPb.code, await sha256.digest(bytes))
  const sum = (of: (child: Child) => bigint) => children.reduce((total, child) => total + of(child), 0n)
  const child = {
    cid,
    fileBytes: sum((it) => it.fileBytes),
    treeBytes: sum((it) => it.treeBytes) + BigInt(bytes.length),
  }
  return { block: { cid, bytes }, child }
}
