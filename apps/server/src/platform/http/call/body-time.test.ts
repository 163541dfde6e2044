import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, it } from 'vitest'
import { openLog } from '../../base/log.ts'
import { createServer } from '../site/server.ts'

/** How long bodies may take to come. A busy machine may stop this process for some seconds, which counts as silence. */
const TIMES = { smallMs: 600, idleMs: 5000, wholeMs: 3_600_000 }
const STEP_MS = 250
const STEPS = 24
const BOUNDARY = 'x'
let server: FastifyInstance
let port: number

beforeAll(async () => {
  const plain = { trustedProxies: [], connectTo: [], isHttps: false }
  server = await createServer({ log: openLog('silent'), ...plain, bodyTimes: TIMES })
  server.post('/api/small', async ({ body }) => ({ got: body }))
  server.post('/api/large', async (request) => {
    const part = await request.file()
    const size = (await part!.toBuffer()).length
    // Work on the whole body may take longer than a line may be silent.
    await sleep(1.2 * TIMES.idleMs)
    return { size }
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port
})
afterAll(() => server.close())

async function send(path: string, type: string, length: number): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (data) => {
    text += data
    if (text.includes('\r\n\r\n')) socket.end()
  })
  socket.on('error', () => undefined)
  const answer = once(socket, 'close').then(() => text)
  const head = [`POST ${path} HTTP/1.1`, 'host: x', `content-type: ${type}`, `content-length: ${length}`]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return { socket, answer }
}

/** In steps that together take longer than any of the limits, each shorter. */
async function dribble(socket: Socket, text: string): Promise<void> {
  const size = Math.ceil(text.length / STEPS)
  for (let at = 0; at < text.length && socket.writable; at += size) {
    socket.write(text.slice(at, at + size))
    await sleep(STEP_MS)
  }
}

const file = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n${'b'.repeat(600)}\r\n--${BOUNDARY}--\r\n`
const large = `multipart/form-data; boundary=${BOUNDARY}`

it.concurrent('a small body that comes too slowly is refused, and its line closed', async ({ expect }) => {
  const body = JSON.stringify({ text: 'a'.repeat(600) })
  const { socket, answer } = await send('/api/small', 'application/json', body.length)
  await dribble(socket, body)
  expect(await answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*request\.invalid/)
})

it.concurrent('a file is taken however slow its line is, and has all the time for what is done with it', async ({
  expect,
}) => {
  const { socket, answer } = await send('/api/large', large, file.length)
  await dribble(socket, file)
  expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"size":600\}/)
})

it.concurrent('a file of which nothing comes any more is given up', async ({ expect }) => {
  const { socket, answer } = await send('/api/large', large, file.length)
  socket.write(file.slice(0, 100))
  expect(await answer).not.toContain('200')
})
