import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { CREDIT, DATA, OPEN, RESET, readFrame, WINDOW_BYTES, writeFrame } from '@trove/tunnel/frames'
import type { Line } from '@trove/tunnel/line'
import { createBudget } from '@trove/tunnel/stream'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../../../../tools/start/free-port.ts'
import { greets } from '../providers/ssh-greeting.ts'
import { createMachinePort } from './machine-port.ts'

const HOST = '127.0.0.1'
const WORDS = Buffer.from('SSH-2.0-behind\r\n')

/** The port of a machine whose agent is the test: `hear` gets each frame, `say` sends one. */
async function openPort(hear: (kind: number, stream: number) => void) {
  const port = await freePort()
  const line: Line = {
    send(bytes) {
      const { kind, stream } = readFrame(Buffer.from(bytes))!
      setImmediate(hear, kind, stream)
    },
    sendData: () => undefined,
    isClogged: () => false,
    whenFree: () => undefined,
  }
  const machine = createMachinePort({ line, budget: createBudget(2 ** 28), bind: HOST, port })
  const sockets: Socket[] = []
  onTestFinished(() => {
    machine.close()
    for (const socket of sockets) socket.destroy()
  })
  await machine.listen()
  return {
    machine,
    address: { host: HOST, port },
    say: (kind: number, stream: number, bytes?: Buffer) => machine.take(readFrame(writeFrame(kind, stream, bytes))!),
    async client(localAddress = HOST) {
      const socket = connect({ host: HOST, port, localAddress }).on('error', () => undefined)
      sockets.push(socket)
      await once(socket, 'connect')
      return socket
    },
  }
}
type Port = Awaited<ReturnType<typeof openPort>>

/** Takes all the room there is, from so many addresses. */
async function fill({ client, machine }: Port, addresses: number): Promise<void> {
  for (let i = 0; i < 64; i++) await client(`127.0.1.${1 + (i % addresses)}`)
  await expect.poll(() => machine.streams()).toBe(64)
}

test('a machine that is full to the last stream still greets the prober, and is silent only when it says nothing', async () => {
  let answers = false
  const port = await openPort((kind, stream) => {
    if (kind !== OPEN || port.machine.streams() < 64) return
    port.say(answers ? DATA : RESET, stream, answers ? WORDS : undefined)
  })
  await fill(port, 16)
  expect(await greets(port.address)).toBe('silent')
  answers = true
  expect(await Promise.all([1, 2, 3].map(() => greets(port.address)))).toEqual(['heard', 'heard', 'heard'])
  const turned = await port.client()
  let heard = ''
  for await (const part of turned) heard += part
  expect(heard).toBe(String(WORDS))
  // It was given no stream; what is left open are those that fill it.
  expect(port.machine.streams()).toBe(64)
})

test('a machine that few addresses fill lets another address in, for the one of theirs that rests longest', async () => {
  const ended = new Set<number>()
  const port = await openPort((kind, stream) => void (kind === RESET && ended.add(stream)))
  const own = await port.client('127.0.0.9')
  await fill(port, 3)
  const late = await port.client()
  late.write('SSH-2.0-server\r\n')
  await expect.poll(() => ended.size).toBe(1)
  await sleep(50)
  expect([port.machine.streams(), late.readableEnded, late.destroyed]).toEqual([64, false, false])
  expect([own.readableEnded, own.destroyed]).toEqual([false, false])
})

test.each([
  ['Exceeded MaxStartups\r\n', 'heard'],
  ['Not allowed at this time\r\n', 'heard'],
  ['SSH-2.0-x\r\n', 'heard'],
  ['HTTP/1.1 400 Bad Request\r\n\r\n', 'silent'],
])('a server that says %j is %s', async (words, greeting) => {
  const server = createServer((socket) => void socket.on('error', () => undefined).end(words)).listen(0, HOST)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  expect(await greets({ host: HOST, port: (server.address() as { port: number }).port })).toBe(greeting)
})

test('a client that takes nothing for two minutes is given up', async () => {
  let [number, room] = [0, WINDOW_BYTES]
  const port = await openPort((kind, stream) => {
    if (kind === OPEN) number = stream
    else if (kind === CREDIT) room += WINDOW_BYTES / 2
  })
  const client = (await port.client()).pause()
  client.write('SSH-2.0-client\r\n')
  await expect.poll(() => number).toBeGreaterThan(0)
  // What the systems between hold is taken; then nothing is.
  for (let idle = 0; idle < 20; await sleep(10), idle++)
    for (; room > 0; room -= 2 ** 15, idle = 0) port.say(DATA, number, Buffer.alloc(2 ** 15))
  port.machine.sweep(performance.now() + 60_000)
  await sleep(20)
  expect(port.machine.streams()).toBe(1)
  port.machine.sweep(performance.now() + 121_000)
  await expect.poll(() => port.machine.streams()).toBe(0)
})
