import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { checkChain } from './chain-check.ts'

let answer: ((question: { id: number; method: string }) => string) | undefined
let server: WebSocketServer
let url: string
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('connection', (socket: WebSocket) =>
    socket.on('message', (text) => answer && socket.send(answer(JSON.parse(String(text))))),
  )
})
afterAll(() => server.close())

const allGone = async () => {
  while (server.clients.size > 0) await once([...server.clients][0] as WebSocket, 'close')
}

test('a node that tells its newest block serves', async () => {
  answer = ({ id, method }) => JSON.stringify({ jsonrpc: '2.0', id, result: { number: '0x2a', method } })
  await checkChain(url)
  await allGone()
})

test.each([
  ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}'],
  ['nothing', '{"jsonrpc":"2.0","id":1,"result":null}'],
  ['null', 'null'],
  ['no JSON', 'hello'],
])('a node that answers %s does not', async (_, text) => {
  answer = () => text
  await expect(checkChain(url)).rejects.toThrow('the node knows no block')
  await allGone()
})

test('a node that is silent is given up, and its connection closed', async () => {
  answer = undefined
  await expect(checkChain(url, 50)).rejects.toThrow('no answer in time')
  await allGone()
})

test('an address where nobody listens is told as that', async () => {
  await expect(checkChain('ws://127.0.0.1:1')).rejects.toThrow('no connection')
})
