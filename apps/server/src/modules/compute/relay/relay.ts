import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import type { WebSocket } from '@fastify/websocket'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { MESSAGE_BYTES, readFrame } from '@trove/tunnel/frames'
import {
  AGENT_LINE_PATH,
  AGENT_PROGRAM_PATH,
  ALIVE_MS,
  type Hello,
  isSigned,
  REFUSED,
  REPLACED,
  type Welcome,
} from '@trove/tunnel/hello'
import { createLine } from '@trove/tunnel/line'
import { createBudget } from '@trove/tunnel/stream'
import { createYoungMemory } from '@trove/tunnel/young-memory'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawData } from 'ws'
import { z } from 'zod'
import { newId } from '../../../platform/base/id.ts'
import type { Log } from '../../../platform/base/log.ts'
import { hashToken, type RelaySettings } from './agents.ts'
import { createMachinePort, type MachinePort } from './machine-port.ts'
import type { AgentStore, KnownAgent } from './store.ts'

/** Connections to one process: of agents that are known, and of those that did not say yet who they are. */
const MOST_LINES = 10_000
const MOST_STRANGERS = 500
/** Of those, from one address: whoever opens connections and says nothing keeps agents elsewhere from coming back. */
const MOST_STRANGERS_OF_ONE = 100
const HELLO_MS = 10_000
const TICK_MS = 1_000
/** Bytes that one process holds for whoever does not take them. */
const MOST_HELD_BYTES = 2 ** 28
const [GOING_AWAY, POLICY, TRY_LATER] = [1001, 1008, 1013]

const HelloShape = z.strictObject({
  key: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/),
  token: z.string().max(100).optional(),
})

type Deps = {
  store: AgentStore
  relay: RelaySettings & { bind: string }
  /** The agent's program, packed into one file. */
  agentFile: string
  processKey: number
  log: Log
}

type Held = {
  id: string
  agentId: string
  socket: WebSocket
  port: MachinePort
  hasPong: boolean
  pingedAt: number
  isDropped: boolean
}

/**
 * The relay of one process: agents connect to it, and each gets its machine's port. It passes bytes and knows nothing of
 * what they are; SSH between a client and the machine is sealed from end to end.
 */
export function createRelay({ store, relay, agentFile, processKey, log }: Deps) {
  const lines = new Map<string, Held>()
  const budget = createBudget(MOST_HELD_BYTES, createYoungMemory())
  const strangers = new Map<WebSocket, string>()
  let ticker: NodeJS.Timeout | undefined
  let isStopping = false
  let isTicking = false
  /** Agents take their turn: of two connections of one agent the later one stays. */
  let turn: Promise<unknown> = Promise.resolve()

  async function find(hello: Hello): Promise<KnownAgent | undefined> {
    const known = await store.findByKey(hello.key)
    return known ?? (hello.token ? store.register(hashToken(hello.token), hello.key) : undefined)
  }

  /** Makes this the agent's connection, in the database first; the one before is closed wherever it is. */
  async function hold(agent: KnownAgent, socket: WebSocket): Promise<void> {
    // Gone while it waited for its turn: its agent may be connected anew, here or to another process.
    if (socket.readyState !== socket.OPEN) return
    const id = newId()
    if (!(await store.hold(agent.id, id, processKey))) return socket.close(REFUSED)
    drop(lines.get(agent.id), REPLACED)
    const port = createMachinePort({ line: createLine(socket), budget, bind: relay.bind, port: agent.port })
    const held: Held = {
      id,
      agentId: agent.id,
      socket,
      port,
      hasPong: true,
      pingedAt: performance.now(),
      isDropped: false,
    }
    lines.set(agent.id, held)
    socket.on('pong', () => {
      held.hasPong = true
    })
    socket.on('close', () => drop(held, GOING_AWAY))
    socket.on('message', (data: RawData, isBinary: boolean) => {
      const message = data as Buffer
      const frame = isBinary && message.length <= MESSAGE_BYTES ? readFrame(message) : undefined
      if (!frame || !port.take(frame)) drop(held, POLICY)
    })
    if (socket.readyState !== socket.OPEN) drop(held, GOING_AWAY)
    port
      .listen()
      .then((isOpen) => isOpen && welcome(socket, agent))
      .catch((error: Error) => {
        log.error({ port: agent.port, error: error.message }, 'the port of a relayed machine cannot be opened')
        drop(held, TRY_LATER)
      })
  }

  function welcome(socket: WebSocket, { name, port }: KnownAgent): void {
    socket.send(JSON.stringify({ host: relay.host, port, name } satisfies Welcome))
  }

  function drop(held: Held | undefined, code: number): void {
    if (!held || held.isDropped) return
    held.isDropped = true
    if (lines.get(held.agentId) === held) lines.delete(held.agentId)
    held.port.close()
    held.socket.close(code)
    // Left behind, it is void with this process or with the agent's next connection. What we end ourselves is left, so
    // that the machine is not taken to have gone (Standing).
    if (code === TRY_LATER || isStopping) return
    store.release(held.agentId, held.id).catch(() => undefined)
  }

  async function meet(socket: WebSocket, hello: Hello, nonce: string): Promise<void> {
    const agent = isSigned(hello, relay.url, { nonce }) ? await find(hello) : undefined
    if (!agent) return socket.close(REFUSED)
    turn = turn.then(() => hold(agent, socket)).catch(() => socket.close(TRY_LATER))
    await turn
  }

  function hasRoom(from: string): boolean {
    const ofThis = [...strangers.values()].filter((other) => other === from).length
    const isFull = strangers.size >= MOST_STRANGERS || ofThis >= MOST_STRANGERS_OF_ONE
    return !isStopping && !isFull && lines.size < MOST_LINES
  }

  function add(socket: WebSocket, { ip }: FastifyRequest): void {
    if (!hasRoom(ip)) return void socket.close(TRY_LATER)
    strangers.set(socket, ip)
    const known = () => {
      strangers.delete(socket)
      clearTimeout(limit)
    }
    const limit = setTimeout(() => socket.close(POLICY), HELLO_MS)
    const nonce = randomBytes(16).toString('base64url')
    socket.on('error', () => socket.terminate())
    socket.once('close', known)
    socket.once('message', (data: RawData, isBinary: boolean) => {
      known()
      const hello = isBinary ? undefined : readHello(String(data))
      if (!hello) return socket.close(POLICY)
      meet(socket, hello, nonce).catch((error: Error) => {
        log.warn({ error: error.message }, 'an agent could not be looked up')
        socket.close(TRY_LATER)
      })
    })
    socket.send(JSON.stringify({ nonce }))
  }

  /** Agents that fell silent, streams that are idle, and connections that another process or a removal made void. */
  async function tick(): Promise<void> {
    const now = performance.now()
    for (const held of lines.values()) {
      held.port.sweep(now)
      if (now - held.pingedAt < ALIVE_MS) continue
      if (!held.hasPong) held.socket.terminate()
      held.hasPong = false
      held.pingedAt = now
      held.socket.ping()
    }
    await store.showSign(processKey)
    const mine = [...lines.values()]
    if (mine.length === 0) return
    const nowHeld = await store.linesOf(mine.map(({ agentId }) => agentId))
    for (const held of mine) {
      const line = nowHeld.get(held.agentId)
      if (line !== held.id) drop(held, line === undefined ? REFUSED : REPLACED)
    }
  }

  function beat(): void {
    if (isTicking) return
    isTicking = true
    tick()
      .catch((error: Error) => log.warn({ error: error.message }, 'the relay could not look at its agents'))
      .finally(() => {
        isTicking = false
      })
  }

  return {
    /** Opens the relay's side on a listener. */
    add(server: FastifyInstance): void {
      server.get('/healthz', async () => ({ agents: lines.size }))
      server.get(AGENT_PROGRAM_PATH, async (_, reply) => {
        requireThat(existsSync(agentFile), 'resource.not-found')
        return reply.type('text/javascript; charset=utf-8').send(createReadStream(agentFile))
      })
      server.route({
        method: 'GET',
        url: AGENT_LINE_PATH,
        handler: async () => {
          throw new ContractError('resource.not-found')
        },
        wsHandler: add,
      })
      ticker = setInterval(beat, TICK_MS)
      beat()
    },
    async stop(): Promise<void> {
      isStopping = true
      clearInterval(ticker)
      for (const held of [...lines.values()]) drop(held, GOING_AWAY)
      await store.showEnd(processKey).catch(() => undefined)
    },
  }
}

export type Relay = ReturnType<typeof createRelay>

function readHello(text: string): Hello | undefined {
  try {
    return HelloShape.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
