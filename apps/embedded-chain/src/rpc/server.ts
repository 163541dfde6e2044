import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context, Handlers } from '@acala-network/chopsticks-core'
import { WebSocketServer } from 'ws'
import { serveConnection } from './connection.ts'
import { isAllowedOrigin } from './origins.ts'

export type RpcServer = { url: string; close(): Promise<void> }

export type RpcOptions = {
  /** 0 for any free one. */
  port: number
  /** Origins of pages that may connect, besides those of this machine. */
  origins: string[]
  /** What is said over plain HTTP. */
  status: () => object
}

/** Other machines have nothing to do here: the chain belongs to one person's own world. */
const LOOPBACK = '127.0.0.1'
/** More than any block holds; a runtime upgrade is the largest there is. */
const MOST_MESSAGE_BYTES = 8 * 2 ** 20
const MOST_CONNECTIONS = 200
const UPGRADE_REQUIRED = 426

/** Opens the door: JSON-RPC over WebSocket on loopback; `GET /health` says how the chain is. */
export async function openRpcServer(handlers: Handlers, context: Context, options: RpcOptions): Promise<RpcServer> {
  const http = createServer((request, response) => {
    if (request.url === '/health')
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(options.status()))
    else response.writeHead(UPGRADE_REQUIRED, { upgrade: 'websocket' }).end()
  })
  const sockets = new WebSocketServer({
    server: http,
    maxPayload: MOST_MESSAGE_BYTES,
    verifyClient: ({ origin }: { origin: string | undefined }) =>
      sockets.clients.size < MOST_CONNECTIONS && isAllowedOrigin(origin, options.origins),
  })
  sockets.on('connection', (socket) => serveConnection(socket, handlers, context))
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject).listen(options.port, LOOPBACK, resolve)
  })
  const { port } = http.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      http.close(() => resolve())
      http.closeAllConnections()
    })
  return { url: `ws://${LOOPBACK}:${port}`, close }
}
