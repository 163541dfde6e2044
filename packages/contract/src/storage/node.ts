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
