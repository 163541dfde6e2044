import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * The floor of live updates: WebSockets of bare Node for whoever asks, and a GET that tells all of them the same. No tickets,
 * no people, no database, no pings, and nothing that is sent here is read. Not a product.
 */

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = Buffer.from(JSON.stringify({ type: 'notice', id: 'bench' }))
const FRAME = Buffer.concat([Buffer.from([0x81, TEXT.length]), TEXT])
const sockets = new Set<Duplex>()

const server = createServer((_, response) => {
  for (const socket of sockets) socket.write(FRAME)
  response.end()
})
server.on('upgrade', (request, socket) => {
  const accept = createHash('sha1')
    .update(request.headers['sec-websocket-key'] + GUID)
    .digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  socket.resume()
  sockets.add(socket)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(
    JSON.stringify({ ready: true, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` }),
  )
})
process.on('SIGTERM', () => process.exit(0))
