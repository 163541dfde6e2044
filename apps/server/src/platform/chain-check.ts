const QUESTION = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'chain_getHeader', params: [] })
/** Less than readiness waits, so that no connection outlives the question it was opened for. */
const STANDARD_LIMIT_MS = 2000

/**
 * Asks a chain node for its newest block, over a connection of its own that is closed in every case.
 * @throws Error when it cannot be reached, does not answer in time, or knows no block
 */
export async function checkChain(url: string, limitMs = STANDARD_LIMIT_MS): Promise<void> {
  const socket = new WebSocket(url)
  let limit: NodeJS.Timeout | undefined
  try {
    const text = await new Promise<string>((resolve, reject) => {
      limit = setTimeout(() => reject(new Error('no answer in time')), limitMs)
      socket.onopen = () => socket.send(QUESTION)
      socket.onmessage = ({ data }) => resolve(String(data))
      socket.onerror = () => reject(new Error('no connection'))
      socket.onclose = () => reject(new Error('the connection was closed'))
    })
    if (!hasBlock(text)) throw new Error('the node knows no block')
  } finally {
    clearTimeout(limit)
    socket.close()
  }
}

function hasBlock(text: string): boolean {
  try {
    return Boolean((JSON.parse(text) as { result?: { number?: string } } | null)?.result?.number)
  } catch {
    return false
  }
}
