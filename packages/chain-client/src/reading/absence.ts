/** JSON-RPC keeps the codes up to this one for itself. */
const LAST_PROTOCOL_CODE = -32_000

/**
 * Whether an error of a node says that it does not keep what it was asked for. A refusal by the protocol's own codes is about
 * the question, or its haste, and says nothing about the chain.
 */
export function isAbsence(error: unknown): boolean {
  const { name, code } = error as Error & { code?: number }
  return name === 'RpcError' && (code ?? 0) > LAST_PROTOCOL_CODE
}

/** What PAPI says of a block that it follows no more, or of a node that does not get to it. */
const UNREAD = new Set([
  'BlockNotPinnedError',
  'BlockPrunedError',
  'NotBestBlockError',
  'OperationLimitError',
  'OperationInaccessibleError',
  'StopError',
  'DisjointError',
])
/** Words of nodes for a block that they do not know, or whose state they threw away. */
const NO_BLOCK = /block (\S+ )?not found|unknown ?block|invalid block hash|state already discarded/i

/** Whether an error says that a block could not be read, because it is followed no more or unknown: nothing of what was asked of it. */
export function isUnreadBlock(error: unknown): boolean {
  const { name = '', message = '' } = (error ?? {}) as Partial<Error>
  return UNREAD.has(name) || NO_BLOCK.test(message)
}
