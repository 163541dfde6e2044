import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { serverAccount } from '@trove/chain-client/server-keys'
import { NODE_READS_ALIVE_MS } from '@trove/contract/storage/node'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serveReads } from './reads.ts'

/** A gateway that hangs: it lets nodes in, and then says nothing more, not even that a connection may be closed. */

const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
let gateway: Server
let sockets: Duplex[]
let events: string[]
let aborter: AbortController

beforeEach(async () => {
  ;[sockets, events, aborter] = [[], [], new AbortController()]
  gateway = createServer((_, response) => response.end())
  gateway.on('upgrade', (request, socket: Duplex) => {
    sockets.push(socket)
    socket.on('error', () => undefined).resume()
    const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${HANDSHAKE}`).digest('base64')
    const lines = ['HTTP/1.1 101 Switching Protocols', 'upgrade: websocket', 'connection: upgrade']
    socket.write(`${[...lines, `sec-websocket-accept: ${key}`].join('\r\n')}\r\n\r\n`)
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  vi.restoreAllMocks()
  aborter.abort()
  for (const socket of sockets) socket.destroy()
  await new Promise<void>((resolve) => void gateway.close(() => resolve()).closeAllConnections())
})

function serve(): Promise<void> {
  return serveReads({
    gatewayUrl: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    account: serverAccount('//Charlie'),
    source: async () => undefined,
    log: (_, event) => void events.push(event),
    signal: aborter.signal,
  })
}

test('a connection on which nothing is heard is made anew, also when the gateway does not answer its end', async () => {
  // The silence that is waited for is a moment here.
  const wait = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
    wait(run, ms === 3 * NODE_READS_ALIVE_MS ? 300 : ms)) as typeof setTimeout)
  const serving = serve()
  await expect.poll(() => events.slice(0, 3)).toEqual(['reads.open', 'reads.closed', 'reads.open'])
  aborter.abort()
  await serving
})

test('an agent that ends does not wait for the gateway', async () => {
  const serving = serve()
  await expect.poll(() => events).toEqual(['reads.open'])
  aborter.abort()
  // The library itself gives a connection up 30 s after an end that nobody answers.
  const late = new Promise((resolve) => setTimeout(resolve, 20_000, 'late').unref())
  expect(await Promise.race([serving, late])).toBeUndefined()
})
