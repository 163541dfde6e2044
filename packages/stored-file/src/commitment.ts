import { CID } from 'multiformats/cid'
import type { Bytes } from './bytes.ts'
import { type Block, frameBlock, nodesOver } from './dag.ts'
import { createMerkle } from './merkle.ts'

/** What an order says of a file: where it is found, what proves it, and how large it is. */
export type Commitment = {
  cid: CID
  root: Bytes
  sizeBytes: number
  /** The blocks over the frames, which are stored with them. */
  nodes: Block[]
  /** Kept by whoever has to show leaves. */
  frameRoots: Bytes[]
}

/** Takes the frames of a file in order, and tells in the end what an order has to say of it. */
export async function createCommitter() {
  const merkle = await createMerkle()
  const frames: { cid: CID; size: number }[] = []
  const frameRoots: Bytes[] = []
  return {
    /** Takes the next frame; answers it as a block. */
    async add(frame: Bytes): Promise<Block> {
      const block = await frameBlock(frame)
      frames.push({ cid: block.cid, size: frame.length })
      frameRoots.push(merkle.frameRoot(frame))
      return block
    },
    /** @throws RangeError when there was no frame */
    async finish(): Promise<Commitment> {
      const root = merkle.fileRoot(frameRoots)
      const nodes = await nodesOver(frames)
      const cid = nodes.at(-1)?.cid ?? frames[0]!.cid
      const sizeBytes = frames.reduce((total, { size }) => total + size, 0)
      return { cid, root, sizeBytes, nodes, frameRoots }
    },
  }
}

/** The same out of what was kept of the frames, in order. @throws RangeError when there is none, Error when one has no identifier */
export async function commitmentOfFrames(
  kept: { cid: string; root: Bytes; bytes: number }[],
): Promise<Omit<Commitment, 'frameRoots'>> {
  const merkle = await createMerkle()
  const root = merkle.fileRoot(kept.map((frame) => frame.root))
  const frames = kept.map(({ cid, bytes }) => ({ cid: CID.parse(cid), size: bytes }))
  const nodes = await nodesOver(frames)
  const sizeBytes = frames.reduce((total, { size }) => total + size, 0)
  return { cid: nodes.at(-1)?.cid ?? frames[0]!.cid, root, sizeBytes, nodes }
}
