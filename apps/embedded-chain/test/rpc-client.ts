/** JSON-RPC over one WebSocket, for tests that look at the wire itself. */
export type RpcClient = {
  call<T = unknown>(method: string, ...params: unknown[]): Promise<T>
  /** What subscriptions have told so far, oldest first. */
  told: { method: string; params: { subscription: string; result: unknown } }[]
  close(): void
}

/** An error a server answered with. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void }

/** Connects to a chain. Calls fail when the connection ends. */
export async function connectRpc(url: string): Promise<RpcClient> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, Waiting>()
  const told: RpcClient['told'] = []
  let lastId = 0
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error('no connection'))
  })
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data))
    if (message.method) return void told.push(message)
    const { resolve, reject } = waiting.get(message.id) as Waiting
    waiting.delete(message.id)
    if (message.error) reject(new RpcError(message.error))
    else resolve(message.result as never)
  }
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('the connection ended'))
    waiting.clear()
  }
  return {
    told,
    close: () => socket.close(),
    call: (method, ...params) =>
      new Promise((resolve, reject) => {
        if (socket.readyState !== WebSocket.OPEN) return reject(new Error('the connection ended'))
        waiting.set(++lastId, { resolve, reject })
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }))
      }),
  }
}
