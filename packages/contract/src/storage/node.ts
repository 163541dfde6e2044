import { z } from 'zod'
import { StoredCid } from './uploads.ts'

/** What a storage node needs to begin (specification: 5 tokens, 50 GB disk). */
export const NODE_TOKENS = 5
export const NODE_DISK_GB = 50

/** Random bytes that a node keeps for its check before it has the grant (decision 27). */
export const NODE_CHECK_BYTES = 64 * 2 ** 20

/** What a node signs to begin its check: the time, in seconds. */
export const nodeCheckBegin = (at: number): string => `trove-node-check-begin:${at}`

/** The end of the bytes, by which a node shows that it has them all before it is asked about them. */
export const NODE_CHECK_TAIL_BYTES = 32

/** What a node signs to answer its check: SHA-256 over the nonce and all bytes, in hex. */
export const nodeCheckAnswer = (nonce: string, digest: string): string => `trove-node-check:${nonce}:${digest}`

/** What a node signs to open the connection over which it is read from: the time, in seconds. */
export const nodeReadsBegin = (at: number): string => `trove-node-reads:${at}`

/** Where it opens that connection, a WebSocket. */
export const nodeReadsPath = (account: string, at: number, signature: string): string =>
  `/nodes/${account}/reads/${at}/${signature}`

/**
 * What a node is asked over it: one frame of a file it keeps. It answers in binary: the question's number (unsigned, 32 bits, little
 * endian), then the frame; the number alone when it cannot give it.
 */
export const NodeQuestion = z.strictObject({
  number: z.int().min(0).max(0xffff_ffff),
  cid: StoredCid,
  frame: z.int().min(0),
})
export type NodeQuestion = z.infer<typeof NodeQuestion>

/** Said by the gateway while it asks nothing. A node that hears nothing for three times as long connects anew. */
export const NODE_READS_ALIVE = 'alive'
export const NODE_READS_ALIVE_MS = 20_000
/** Closes a connection when its node opened another one. */
export const NODE_READS_REPLACED = 4000
