import miner from '../../generated/miner.js'
import { toHex } from '../base/hex.ts'
import type { Call } from '../calls.ts'
import type { Connection } from '../reading/connection.ts'

/** One asked leaf of 1,024 bytes with the hashes from it up to the order's root, lowest first. */
export type ShownLeaf = { leaf: Uint8Array; path: Uint8Array[] }

/** The answer to one challenge: the asked leaves, in the order in which they were asked. */
export type Proof = ShownLeaf[]

/** Most proofs that one call may carry. */
export const MOST_PROOFS = 32

/** The calls that only a registered miner signs. Building one asks nothing of the chain. */
export function createMinerCalls({ client }: Connection) {
  const { tx } = client.getTypedApi(miner)
  return {
    /** Takes a free slot of an order; the proof shows the leaves that `findJoin` names. Collateral is held. */
    accept: (id: number, proof: Proof): Call => tx.Market.accept({ id, proof: proof.map(written) }),
    /** Answers challenges that `listDue` names, at most 32. It is free when all of them are taken. */
    submitProofs: (proofs: { id: number; proof: Proof }[]): Call =>
      tx.Market.submit_proofs({ proofs: proofs.map(({ id, proof }) => [id, proof.map(written)]) }),
    /** Books a miss of another miner's replica, for a share of the slash. */
    reportMissed: (id: number, address: string): Call => tx.Market.report_missed({ id, miner: address }),
  }
}

function written({ leaf, path }: ShownLeaf) {
  return { leaf: toHex(leaf), path: path.map(toHex) }
}
