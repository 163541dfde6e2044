import { commitmentOfFrames } from '@trove/stored-file/commitment'
import type { FrameRow, NodeRow } from './store.ts'

/** What an order has to say of a file, out of what is kept of its frames: no byte of the file is read again. */
export async function commitmentOf(
  frames: FrameRow[],
): Promise<{ cid: string; root: Uint8Array; bytes: number; nodes: NodeRow[] }> {
  const { cid, root, sizeBytes, nodes } = await commitmentOfFrames(
    frames.map((frame) => ({ cid: frame.cid, root: new Uint8Array(frame.root), bytes: frame.bytes })),
  )
  return {
    ...{ cid: cid.toString(), root, bytes: sizeBytes },
    nodes: nodes.map((node, number) => ({ number, cid: node.cid.toString(), block: node.bytes })),
  }
}
