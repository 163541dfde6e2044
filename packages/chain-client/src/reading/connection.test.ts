import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { type ChainStatus, ChainUnreachable, openConnection } from './connection.ts'

/** Who answers at the address of a node may change: another chain for a while, and then the expected one again. */

vi.setConfig({ testTimeout: 120_000 })
const [ours, others] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`]

let server: WebSocketServer
let genesis = ours
let connections = 0
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) => {
    connections++
    // Whoever is connected stays with the node it has met.
    const own = genesis
    socket.on('message', (data) => {
      const { id, method } = JSON.parse(String(data)) as { id: number; method: string }
      const result = method === 'chain_getBlockHash' ? own : { methods: [method] }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
  })
  await once(server, 'listening')
})
afterAll(() => server.close())

const breakOff = () => server.clients.forEach((socket) => void socket.terminate())

test('another chain is refused, left after a while, and forgotten once the expected one answers', async () => {
  const seen: ChainStatus[] = []
  const connection = openConnection(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  connection.onStatus((status) => seen.push(status))
  const becomes = (status: ChainStatus) => vi.waitFor(() => expect(connection.status()).toBe(status), 60_000)
  const read = () => connection.read(async () => 'read')
  await becomes('connected')
  genesis = others
  breakOff()
  await becomes('other-chain')
  await expect(read()).rejects.toThrow(ChainUnreachable)
  // Its line breaks: until it is known who answers now, nobody reads.
  breakOff()
  await vi.waitFor(() => expect(connections).toBe(3), 60_000)
  await expect(read()).rejects.toThrow(ChainUnreachable)
  // The expected chain is back, but the line to the other one holds.
  genesis = ours
  await becomes('connected')
  expect(await read()).toBe('read')
  expect(seen).toEqual(['connecting', 'connected', 'unreachable', 'other-chain', 'connected'])
  connection.close()
})

test('who closed the connection to another chain does not look again', async () => {
  genesis = others
  const other = openConnection(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { genesisHash: ours })
  await vi.waitFor(() => expect(other.status()).toBe('other-chain'), 60_000)
  const before = connections
  other.close()
  await new Promise((resolve) => setTimeout(resolve, 16_000))
  expect(connections).toBe(before)
})
