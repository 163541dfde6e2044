/** What a storage node needs to begin (specification: 5 tokens, 50 GB disk). */
export const NODE_TOKENS = 5
export const NODE_DISK_GB = 50

/** Random bytes that a node keeps for its check before it has the grant (decision 27). */
export const NODE_CHECK_BYTES = 64 * 2 ** 20

/** What a node signs to answer its check: SHA-256 over the nonce and all bytes, in hex. */
export const nodeCheckAnswer = (nonce: string, digest: string): string => `trove-node-check:${nonce}:${digest}`
