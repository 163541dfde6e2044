import type { Proof } from '@trove/chain-client/miner/calls'
import type { Bytes } from '@trove/stored-file/bytes'
import { FRAME_BYTES } from '@trove/stored-file/frames'
import { createMerkle, LEAF_BYTES } from '@trove/stored-file/merkle'
import type { Copy } from '../disk/copy.ts'

const LEAVES_PER_FRAME = FRAME_BYTES / LEAF_BYTES

export type Prover = {
  /**
   * Shows leaves of a copy, each held against the order's root first. Undefined when the copy cannot show them: bytes are
   * missing, or are others than were ordered.
   */
  prove(copy: Copy, rootHex: string, sizeBytes: number, leafIndexes: number[]): Promise<Proof | undefined>
}

export async function createProver(): Promise<Prover> {
  const merkle = await createMerkle()
  return {
    async prove(copy, rootHex, sizeBytes, leafIndexes) {
      const root = new Uint8Array(Buffer.from(rootHex.slice(2), 'hex'))
      const frameRoots = await copy.readRoots().catch(() => undefined)
      if (!frameRoots) return undefined
      const proof: Proof = []
      for (const index of leafIndexes) {
        const frame: Bytes | undefined = await copy
          .readFrame(Math.floor(index / LEAVES_PER_FRAME))
          .catch(() => undefined)
        if (!frame) return undefined
        const shown = merkle.sample(index, frame, frameRoots)
        if (!merkle.verify(root, sizeBytes, index, shown)) return undefined
        proof.push(shown)
      }
      return proof
    },
  }
}
