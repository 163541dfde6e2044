import { once } from 'node:events'
import { type Handlers, ResponseError } from '@acala-network/chopsticks-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { PoolRefusal } from '../blocks/validity.ts'
import { openRpcServer, type RpcServer } from './server.ts'

let server: RpcServer
const sockets: WebSocket[] = []
const onCancel = vi.fn()
let tellTicks: (value: unknown) => void = () => undefined
let underWay = 0
let most = 0

const handlers: Handlers = Object.assign(Object.create(null), {
  echo: async (_: unknown, params: unknown[]) => params,
  nothing: async () => undefined,
  refused: async () => {
    throw new PoolRefusal(1010, 'Invalid Transaction', 'Transaction has a bad signature')
  },
  unknown: async () => {
    throw new ResponseError(-32_801, 'no such block')
  },
  broken: async () => {
    throw new TypeError('a bug')
  },
  async slow() {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setTimeout(resolve, 5))
    underWay--
  },
  async ticks(_: unknown, __: unknown, manager: { subscribe: (...args: unknown[]) => (value: unknown) => void }) {
    tellTicks = manager.subscribe('tick', 'id1', onCancel)
    return 'id1'
  },
  stopTicks: async (_: unknown, [id]: string[], manager: { unsubscribe: (id?: string) => void }) =>
    manager.unsubscribe(id),
})

beforeEach(async () => {
  onCancel.mockClear()
  const options = { port: 0, origins: ['https://trove.example'], status: () => ({ height: 7 }) }
  server = await openRpcServer(handlers, {} as never, options)
})
afterEach(() => server.close())

async function connect(origin?: string): Promise<WebSocket> {
  const socket = new WebSocket(server.url, origin ? { origin } : {})
  sockets.push(socket)
  await once(socket, 'open')
  return socket
}

async function ask(socket: WebSocket, text: string): Promise<unknown> {
  socket.send(text)
  const [data] = await once(socket, 'message')
  return JSON.parse(String(data))
}

const call = (method: string, params: unknown[] = [], id = 1) => JSON.stringify({ jsonrpc: '2.0', id, method, params })

test('a call is answered with its result, a batch with all of them, nothing with null', async () => {
  const socket = await connect()
  expect(await ask(socket, call('echo', ['a', 1]))).toEqual({ jsonrpc: '2.0', id: 1, result: ['a', 1] })
  expect(await ask(socket, call('nothing'))).toEqual({ jsonrpc: '2.0', id: 1, result: null })
  const batch = await ask(socket, `[${call('echo', [], 2)},${call('nothing', [], 3)}]`)
  expect(batch).toMatchObject([
    { id: 2, result: [] },
    { id: 3, result: null },
  ])
})

test.each([
  ['not JSON', '{', -32_700],
  ['no method', '{"jsonrpc":"2.0","id":1}', -32_600],
  ['parameters that are no list', '{"id":1,"method":"echo","params":{"a":1}}', -32_600],
  ['an empty batch', '[]', -32_600],
  ['a method that is not served', call('dev_setStorage'), -32_601],
  ['a name of every object', call('constructor'), -32_601],
  ['a refusal', call('unknown'), -32_801],
  ['a fault', call('broken'), -32_603],
])('%s is answered with an error, and the connection goes on', async (_, text, code) => {
  const socket = await connect()
  expect(await ask(socket, text)).toMatchObject({ error: { code } })
  expect(await ask(socket, call('echo'))).toMatchObject({ result: [] })
})

test('a refused transaction tells the reason where wallets look for it', async () => {
  const answer = await ask(await connect(), call('refused'))
  expect(answer).toMatchObject({ error: { code: 1010, data: 'Transaction has a bad signature' } })
})

test('a subscription tells until it is cancelled, and ends with its connection', async () => {
  const socket = await connect()
  expect(await ask(socket, call('ticks'))).toMatchObject({ result: 'id1' })
  const told = once(socket, 'message')
  tellTicks({ number: 1 })
  expect(JSON.parse(String((await told)[0]))).toEqual({
    jsonrpc: '2.0',
    method: 'tick',
    params: { subscription: 'id1', result: { number: 1 } },
  })
  await ask(socket, call('stopTicks', ['id1']))
  tellTicks({ number: 2 })
  expect(await ask(socket, call('nothing'))).toMatchObject({ result: null })
  expect(onCancel).toHaveBeenCalledTimes(1)
  await ask(socket, call('ticks'))
  socket.close()
  await vi.waitFor(() => expect(onCancel).toHaveBeenCalledTimes(2), 60_000)
})

test('one client cannot have more than a few dozen calls under way, and all are answered in the end', async () => {
  const socket = await connect()
  let answers = 0
  socket.on('message', () => answers++)
  for (let i = 0; i < 300; i++) socket.send(call('slow', [], i))
  await vi.waitFor(() => expect(answers).toBe(300), 60_000)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(64)
})

test('pages from elsewhere are turned away, the given one and programs are let in', async () => {
  await connect('https://trove.example')
  const stranger = new WebSocket(server.url, { origin: 'https://evil.example' })
  const [error] = await once(stranger, 'error')
  expect(String(error)).toContain('401')
})

test('over plain HTTP it tells how the chain is, and nothing else', async () => {
  const base = server.url.replace('ws:', 'http:')
  expect(await (await fetch(`${base}/health`)).json()).toEqual({ height: 7 })
  expect((await fetch(base, { method: 'POST', body: call('echo') })).status).toBe(426)
})
