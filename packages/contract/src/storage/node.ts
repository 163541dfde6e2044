/** What a storage node needs to begin (specification: 5 tokens, 50 GB disk). */
export const NODE_TOKENS = 5
export const NODE_DISK_GB = 50
