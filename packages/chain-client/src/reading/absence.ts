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
