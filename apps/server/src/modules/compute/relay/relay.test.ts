import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { addAgent, listAgents, removeAgent } from '@trove/contract/compute/agents'
import { publishOffer } from '@trove/contract/compute/routes'
import { CREDIT, DATA, OPEN, readFrame, WINDOW_BYTES, writeCredit, writeFrame } from '@trove/tunnel/frames'
import { AGENT_LINE_PATH, signHello } from '@trove/tunnel/hello'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type RawData, WebSocket } from 'ws'
import { freePort } from '../../../../../../tools/start/free-port.ts'
import { FORM } from '../../../../test/labs/compute-lab.ts'
import { dial, openRelayLab, type RelayLab, readyLine } from '../../../../test/labs/relay-lab.ts'
import type { WorldUser } from '../../../../test/world/world.ts'

/** The relay with real agents, with hostile ones, cut connections, and two processes. */

let lab: RelayLab
let seller: WorldUser
let other: WorldUser
/** Stands for a machine's SSH server: says back what it hears. */
let echo: Server
let echoPort: number

beforeAll(async () => {
  lab = await openRelayLab()
  seller = await lab.seller('13810000041')
  other = await lab.seller('13810000042')
  echo = createServer({ allowHalfOpen: true }, (socket) => socket.on('error', () => undefined).pipe(socket))
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  echoPort = (echo.address() as { port: number }).port
})
afterEach(() => sql`delete from compute_agents`.execute(lab.world.db))
afterAll(async () => {
  await lab?.stop()
  echo?.close()
})

/** Says it, ends its direction, and hears the answer to its end. */
async function said(port: number, bytes: Buffer): Promise<Buffer> {
  const socket = await dial(port)
  socket.end(bytes)
  const heard: Buffer[] = []
  for await (const part of socket) heard.push(part as Buffer)
  return Buffer.concat(heard)
}
/** The other side ended it, in whichever way. */
const over = (socket: Socket) =>
  new Promise<void>((resolve) =>
    socket
      .resume()
      .once('end', resolve)
      .once('close', () => resolve()),
  )
const isOpen = (port: number) =>
  dial(port).then(
    (socket) => socket.destroy() && true,
    () => false,
  )

/** An agent made by hand, which does what no real one does. */
async function lineOf(key: KeyObject, token?: string, signedFor = lab.relayUrl) {
  const socket = new WebSocket(lab.relayUrl.replace('http', 'ws') + AGENT_LINE_PATH)
  const frames: Buffer[] = []
  let end: number | undefined
  let isWelcome = false
  socket.on('close', (code) => {
    end = code
  })
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary) return void frames.push(data as Buffer)
    const words = JSON.parse(String(data)) as { nonce?: string }
    if (words.nonce) socket.send(JSON.stringify(signHello(key, signedFor, { nonce: words.nonce }, token)))
    else isWelcome = true
  })
  await expect.poll(() => isWelcome || end !== undefined).toBe(true)
  return { socket, frames, end: () => end, isWelcome: () => isWelcome }
}
const newKey = () => generateKeyPairSync('ed25519').privateKey
const ended = (line: { end: () => number | undefined }) => expect.poll(line.end)

test('a connection through the relay brings every byte both ways, and its end', async () => {
  const { agent, token } = await lab.add(seller)
  await readyLine(await lab.start(echoPort, { token }))
  const bytes = Buffer.alloc(5 * WINDOW_BYTES + 7, 'every byte of it ')
  const answers = await Promise.all([1, 2, 3].map(() => said(agent.port, bytes)))
  for (const answer of answers) expect(answer.equals(bytes)).toBe(true)
})

test('a machine whose SSH server does not answer ends the connection, and the agent stays', async () => {
  const { agent, token } = await lab.add(seller)
  await readyLine(await lab.start(await freePort(), { token }))
  await over(await dial(agent.port))
  await lab.until(seller, agent.id, 'connected')
})

test('a connection that is gone before it is looked up does not take the place of one that lives', async () => {
  const { agent, token } = await lab.add(seller)
  const key = newKey()
  const live = await lineOf(key, token)
  const gone = new WebSocket(lab.relayUrl.replace('http', 'ws') + AGENT_LINE_PATH)
  const [question] = await once(gone, 'message')
  const hello = signHello(key, lab.relayUrl, JSON.parse(String(question)))
  await lab.world.db.transaction().execute(async (tx) => {
    await sql`lock table compute_agents in access exclusive mode`.execute(tx)
    gone.send(JSON.stringify(hello), () => gone.terminate())
    await once(gone, 'close')
    await sleep(500)
  })
  await sleep(2_500)
  expect(live.end()).toBe(undefined)
  expect(await isOpen(agent.port)).toBe(true)
  live.socket.terminate()
})

test.skipIf(process.platform !== 'linux')(
  'one address that opens many connections and says nothing keeps no agent of another address out',
  async () => {
    const { agent, token } = await lab.add(seller)
    const silent = Array.from({ length: 520 }, () => {
      const socket = new WebSocket(lab.relayUrl.replace('http', 'ws') + AGENT_LINE_PATH, { localAddress: '127.0.0.2' })
      return socket.on('error', () => undefined)
    })
    const isSettled = (socket: WebSocket) => socket.readyState !== WebSocket.CONNECTING
    await expect.poll(() => silent.every(isSettled), { timeout: 20_000 }).toBe(true)
    const line = await lineOf(newKey(), token)
    expect(line.isWelcome()).toBe(true)
    expect(await isOpen(agent.port)).toBe(true)
    for (const socket of [...silent, line.socket]) socket.terminate()
  },
)

test('a token registers one key once, and in time', async () => {
  const { token } = await lab.add(seller)
  const key = newKey()
  expect((await lineOf(key, token)).isWelcome()).toBe(true)
  expect((await lineOf(newKey(), token)).end()).toBe(4003)
  expect((await lineOf(newKey())).end()).toBe(4003)
  // The same machine started again with the same command.
  expect((await lineOf(key, token)).isWelcome()).toBe(true)
  const late = await lab.add(seller)
  await lab.world.advance(61 * 60_000)
  expect((await lineOf(newKey(), late.token)).end()).toBe(4003)
  await lab.until(seller, late.agent.id, 'expired')
  const { rows } = await sql<{ all: string }>`select string_agg(a::text, ' ') as all from compute_agents a`.execute(
    lab.world.db,
  )
  expect(rows[0]!.all).not.toContain(late.token)
})

test('a signature for another relay opens nothing here', async () => {
  const { token } = await lab.add(seller)
  expect((await lineOf(newKey(), token, 'https://relay.example')).end()).toBe(4003)
  expect((await lineOf(newKey(), token)).isWelcome()).toBe(true)
})

test('a relayed address is published by its own seller alone, and no other port of the relay by anybody', async () => {
  const { agent } = await lab.add(seller)
  const body = { ...FORM, serverIPv4: agent.host, serverPort: agent.port }
  const publish = (as: WorldUser, serverPort = agent.port) =>
    lab.world.call(publishOffer, { body: { ...body, serverPort } }, { as })
  const refused = { code: 'compute.address-not-allowed' }
  await expect(publish(other)).rejects.toMatchObject(refused)
  for (const port of [agent.port + lab.ports, agent.port + 1, 22])
    await expect(publish(seller, port)).rejects.toMatchObject(refused)
  await publish(seller)
  const remove = (as: WorldUser) => lab.world.call(removeAgent, { params: { id: agent.id } }, { as })
  await expect(remove(other)).rejects.toMatchObject({ code: 'compute.agent-unknown' })
  await expect(remove(seller)).rejects.toMatchObject({ code: 'compute.agent-published' })
  expect((await lab.world.call(listAgents, {}, { as: other })).agents).toEqual([])
  await sql`update compute_offers set deleted_at = now(), listing = 'offline', password_sealed = null`.execute(
    lab.world.db,
  )
  await remove(seller)
})

test('addresses run out with a word, and are given again', async () => {
  const taken = []
  for (let i = 0; i < lab.ports; i++) taken.push((await lab.add(seller)).agent)
  expect(new Set(taken.map(({ port }) => port)).size).toBe(lab.ports)
  await expect(lab.add(other)).rejects.toMatchObject({ code: 'compute.relay-full' })
  await lab.world.call(removeAgent, { params: { id: taken[3]!.id } }, { as: seller })
  expect((await lab.add(other)).agent.port).toBe(taken[3]!.port)
  const limit = sql`update compute_agents set seller_id = ${other.userId}`
  await limit.execute(lab.world.db)
  await sql`insert into compute_agents (id, seller_id, name, port, token_hash, token_until)
    select 'more ' || n, ${other.userId}, 'more', 40000 + n, 'h' || n, now() from generate_series(1, 2) n`.execute(
    lab.world.db,
  )
  await expect(lab.world.call(addAgent, { body: { name: 'eleventh' } }, { as: other })).rejects.toMatchObject({
    code: 'compute.agent-limit',
  })
})

test('a removed agent is turned away, and its port closed', async () => {
  const { agent, token } = await lab.add(seller)
  const running = await lab.start(echoPort, { token })
  await readyLine(running)
  await lab.world.call(removeAgent, { params: { id: agent.id } }, { as: seller })
  await once(running.child, 'exit')
  expect(running.child.exitCode).toBe(2)
  expect(await isOpen(agent.port)).toBe(false)
})

test.each([
  ['a stream of its own', () => writeFrame(OPEN, 1)],
  ['a frame of no kind', () => Buffer.from([9, 0, 0, 0, 0])],
  ['half a frame', () => Buffer.from([DATA, 0])],
  ['more than a frame may hold', () => writeFrame(DATA, 1, Buffer.alloc(2 ** 16))],
  ['words', () => 'words'],
])('an agent that sends %s is cut off', async (_, message) => {
  const { agent, token } = await lab.add(seller)
  const line = await lineOf(newKey(), token)
  line.socket.send(message())
  await ended(line).toBe(1008)
  await lab.until(seller, agent.id, 'away')
  expect(await isOpen(agent.port)).toBe(false)
})

/** Connects to the machine's port and finds the number of the stream. */
async function openedStream(
  line: Awaited<ReturnType<typeof lineOf>>,
  port: number,
): Promise<{ socket: Socket; number: number }> {
  const before = line.frames.length
  const socket = await dial(port)
  await expect.poll(() => line.frames.length).toBeGreaterThan(before)
  const frame = readFrame(line.frames.at(-1)!)!
  expect(frame.kind).toBe(OPEN)
  return { socket, number: frame.stream }
}

test('an agent that sends more than there is room for is cut off, and so is one that gives endless room', async () => {
  const { agent, token } = await lab.add(seller)
  const key = newKey()
  const flooding = await lineOf(key, token)
  const { socket, number } = await openedStream(flooding, agent.port)
  // Nobody reads at the other end.
  socket.pause()
  const piece = Buffer.alloc(2 ** 15)
  // What the systems between hold besides is given room for again; then it is over.
  for (let sent = 0; sent < 2 ** 26 && flooding.end() === undefined; sent += piece.length)
    flooding.socket.send(writeFrame(DATA, number, piece))
  await ended(flooding).toBe(1008)
  const giving = await lineOf(key)
  const opened = await openedStream(giving, agent.port)
  giving.socket.send(writeCredit(opened.number, WINDOW_BYTES))
  await ended(giving).toBe(1008)
})

test('a client is read only as far as the agent has room, and goes on when it gives some', async () => {
  const { agent, token } = await lab.add(seller)
  const line = await lineOf(newKey(), token)
  const { socket, number } = await openedStream(line, agent.port)
  const dataBytes = () =>
    line.frames
      .map((frame) => readFrame(frame)!)
      .reduce((sum, { kind, bytes }) => sum + (kind === DATA ? bytes.length : 0), 0)
  const whole = 3 * WINDOW_BYTES
  socket.end(Buffer.alloc(whole, 1))
  await expect.poll(dataBytes).toBe(WINDOW_BYTES)
  // A second stream passes meanwhile.
  const second = await openedStream(line, agent.port)
  second.socket.write('SSH-2.0-second\r\n')
  await expect.poll(dataBytes).toBe(WINDOW_BYTES + 16)
  expect(dataBytes()).toBe(WINDOW_BYTES + 16)
  line.socket.send(writeCredit(number, 1000))
  await expect.poll(dataBytes).toBe(WINDOW_BYTES + 16 + 1000)
  expect(readFrame(line.frames.at(-1)!)!.kind).not.toBe(CREDIT)
})

test('of two connections with one key the newer stays, also when it comes to another process', async () => {
  const { agent, token } = await lab.add(seller)
  const first = await lab.start(echoPort, { token })
  await readyLine(first)
  const otherPort = await freePort()
  const url = `http://127.0.0.1:${otherPort}`
  const env = { RELAY_PORT: String(otherPort), RELAY_URL: url }
  const process2 = await lab.world.spawnServer(env, ['--roles=relay'])
  const second = await lab.start(echoPort, { folder: first.folder }, url)
  await readyLine(second)
  await expect.poll(first.said).toContain('"connection":"replaced"')
  expect((await said(agent.port, Buffer.from('to the second'))).toString()).toBe('to the second')
  // That process is killed: what it held is void at once, and the machine is reached again when its agent comes back.
  await process2.stop('SIGKILL')
  await lab.until(seller, agent.id, 'away')
  await first.stop()
  await second.stop()
  await readyLine(await lab.start(echoPort, { folder: first.folder }))
  await lab.until(seller, agent.id, 'connected')
  expect((await said(agent.port, Buffer.from('back again'))).toString()).toBe('back again')
})
