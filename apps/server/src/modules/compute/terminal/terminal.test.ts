import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import websocket from '@fastify/websocket'
import { openTerminal } from '@trove/contract/compute/routes'
import { TERMINAL_PATH } from '@trove/contract/compute/terminal'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { openLog } from '../../../platform/base/log.ts'
import { createServer } from '../../../platform/http/site/server.ts'

const machines = createFakeMachines()
let lab: ComputeLab
let server: FastifyInstance
let url: string
let offerId: string

beforeAll(async () => {
  lab = await openOwnComputeLab(machines)
  server = await createServer({ log: openLog('silent'), trustedProxies: [], connectTo: [], isHttps: false })
  await server.register(websocket)
  lab.compute.addTerminal(server, undefined)
  await server.listen({ port: 0, host: '127.0.0.1' })
  url = `127.0.0.1:${(server.server.address() as AddressInfo).port}`
  offerId = await lab.publish('seller')
  await lab.settle()
  await lab.buy('buyer', offerId)
  await lab.settle()
})
afterAll(async () => {
  lab.compute.stopTerminals()
  await server.close()
  await lab.close()
})

/** A socket that is closed is forgotten a moment later. */
const countOpen = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from compute_terminals`.execute(lab.db)).rows[0]!.n
const ticket = async (user = 'buyer') => (await lab.call(openTerminal, { body: { productId: offerId } }, user)).ticket

/** A client that gathers what it hears. */
async function connect(options: { origin?: string } = {}) {
  const socket = new WebSocket(`ws://${url}${TERMINAL_PATH}`, options)
  const messages: { type: string; reason?: string }[] = []
  let output = ''
  let outputBytes = 0
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) outputBytes += data.length
    if (isBinary) output = (output + data.toString()).slice(-10_000)
    else messages.push(JSON.parse(data.toString()))
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'open')
  const send = (message: unknown) => socket.send(JSON.stringify(message))
  return {
    socket,
    messages,
    closed,
    send,
    text: () => output,
    bytes: () => outputBytes,
    async open(ticketText: string) {
      send({ type: 'open', ticket: ticketText, cols: 80, rows: 24 })
      await expect.poll(() => messages.length).toBeGreaterThan(0)
      return messages[0]
    },
  }
}

describe('the browser terminal', () => {
  it('opens with a ticket, carries bytes both ways, takes a new size, and ends with the shell', async () => {
    const terminal = await connect({ origin: `http://${url}` })
    expect(await terminal.open(await ticket())).toEqual({ type: 'ready' })
    terminal.send({ type: 'input', data: '你好' })
    terminal.send({ type: 'resize', cols: 100, rows: 30 })
    await expect.poll(terminal.text).toBe('you said 你好size 100x30')
    terminal.send({ type: 'input', data: 'exit\n' })
    await terminal.closed
    expect(terminal.messages.at(-1)).toEqual({ type: 'closed', reason: 'exit' })
    const { rows } = await sql<{
      via: string
    }>`select via from compute_access_reads where offer_id = ${offerId}`.execute(lab.db)
    expect(rows).toEqual([{ via: 'terminal' }])
  })

  it('writes down that bytes came from the machine, and not that the socket is open', async () => {
    const terminal = await connect()
    await terminal.open(await ticket())
    const times = async () =>
      (
        await sql<{ heard: Date | null; isTouched: boolean }>`select heard_at as heard,
          alive_at > now() - interval '1 second' as "isTouched" from compute_terminals`.execute(lab.db)
      ).rows[0]!
    // Each tick says that it is open: after the one that heard something, one that did not.
    const wait = { timeout: 20_000, interval: 200 }
    terminal.send({ type: 'input', data: '你好' })
    await expect.poll(async () => (await times()).heard, wait).not.toBeNull()
    const { heard } = await times()
    await sql`update compute_terminals set alive_at = now() - interval '3 seconds'`.execute(lab.db)
    await expect.poll(async () => (await times()).isTouched, wait).toBe(true)
    expect((await times()).heard).toEqual(heard)
    terminal.socket.close()
    await terminal.closed
  }, 60_000)

  it('takes a ticket once', async () => {
    const once = await ticket()
    const [first, second] = await Promise.all([connect(), connect()])
    const answers = await Promise.all([first.open(once), second.open(once)])
    expect(answers.map((answer) => answer!.type).toSorted()).toEqual(['closed', 'ready'])
    for (const { socket, closed } of [first, second]) {
      socket.close()
      await closed
    }
  })

  it('refuses a ticket of another’s making, an old one, and anything said before it', async () => {
    const old = await ticket()
    await sql`update platform_ticket set expires_at = now()`.execute(lab.db)
    for (const bad of [old, 'made-up', '']) {
      const terminal = await connect()
      expect(await terminal.open(bad)).toEqual({ type: 'closed', reason: 'denied' })
    }
    for (const early of ['{"type":"input","data":"x"}', 'no json', '{"type":"open"}', '[]', 'null']) {
      const terminal = await connect()
      terminal.socket.send(early)
      await terminal.closed
      expect(terminal.messages).toEqual([{ type: 'closed', reason: 'denied' }])
    }
  })

  it('gives no ticket to anybody but the buyer', async () => {
    for (const user of ['seller', 'stranger'])
      await expect(ticket(user)).rejects.toMatchObject({ code: 'compute.access-denied' })
  })

  it('keeps the ticket only as a hash', async () => {
    const plain = await ticket()
    const { rows } = await sql<{
      hash: string
    }>`select encode(ticket_hash, 'escape') as hash from platform_ticket`.execute(lab.db)
    expect(JSON.stringify(rows)).not.toContain(plain)
  })

  it('is opened by pages of this site only', async () => {
    await expect(connect({ origin: 'https://evil.example' })).rejects.toThrow('403')
  })

  it('lets a buyer have four on a machine at once, each a shell of its own, and a fifth when one is closed', async () => {
    const tickets = await Promise.all([1, 2, 3, 4, 5].map(() => ticket()))
    const terminals = await Promise.all(tickets.map(() => connect()))
    const answers = await Promise.all(terminals.map((terminal, i) => terminal.open(tickets[i]!)))
    expect(answers.filter((answer) => answer!.type === 'ready')).toHaveLength(4)
    expect(answers.filter((answer) => answer!.reason === 'too-much')).toHaveLength(1)
    await expect(ticket()).rejects.toMatchObject({ code: 'compute.terminal-limit', params: { most: 4 } })
    const [first, second] = terminals.filter((_, i) => answers[i]!.type === 'ready')
    first!.send({ type: 'input', data: 'one' })
    second!.send({ type: 'input', data: 'two' })
    await expect.poll(() => [first!.text(), second!.text()]).toEqual(['you said one', 'you said two'])
    terminals.find((_, i) => answers[i]!.type === 'ready')!.socket.close()
    await expect.poll(() => ticket().catch(() => undefined)).toBeTypeOf('string')
    for (const { socket, closed } of terminals) {
      socket.close()
      await closed
    }
    await expect.poll(countOpen).toBe(0)
  })

  it('lets a buyer have terminals on another machine beside those, up to twelve of all', async () => {
    const terminals = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const terminal = await connect()
        await terminal.open(await ticket())
        return terminal
      }),
    )
    const other = await lab.publish('seller', { serverIPv4: '8.8.4.4' })
    await lab.settle()
    await lab.buy('buyer', other)
    await lab.settle()
    const onOther = () => lab.call(openTerminal, { body: { productId: other } }, 'buyer')
    await expect(onOther()).resolves.toBeDefined()
    // The rest of a person's twelve are on machines elsewhere.
    await sql`insert into compute_terminals (id, user_id, offer_id, kind)
      select 'elsewhere-' || n, 'buyer', offer_id, 'terminal'
      from generate_series(1, 8) n, (select offer_id from compute_terminals limit 1) t`.execute(lab.db)
    await expect(onOther()).rejects.toMatchObject({ code: 'compute.terminal-limit', params: { most: 12 } })
    await sql`delete from compute_terminals where id like 'elsewhere-%'`.execute(lab.db)
    for (const { socket, closed } of terminals) {
      socket.close()
      await closed
    }
    await expect.poll(countOpen).toBe(0)
  })

  it('holds the machine back while its reader is slow, and loses nothing', async () => {
    const terminal = await connect()
    await terminal.open(await ticket())
    terminal.socket.pause()
    terminal.send({ type: 'input', data: 'flood\n' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    terminal.socket.resume()
    await expect.poll(terminal.bytes).toBe(64 * 65_536)
    terminal.socket.close()
    await terminal.closed
  })

  it('says unreachable, and not why, when the machine cannot be reached', async () => {
    const machine = machines.at('8.8.8.8')
    machine.failure = 'login-refused'
    const terminal = await connect()
    expect(await terminal.open(await ticket())).toEqual({ type: 'closed', reason: 'unreachable' })
    machine.failure = undefined
  })

  it('closes when the session it was opened from is ended', async () => {
    const terminal = await connect()
    await terminal.open(await ticket())
    lab.signOut('buyer')
    await terminal.closed
    expect(terminal.messages.at(-1)).toEqual({ type: 'closed', reason: 'signed-out' })
  })

  it('closes when the lease ends', async () => {
    const terminal = await connect()
    await terminal.open(await ticket())
    await lab.advance(31 * 86_400_000)
    await terminal.closed
    expect(terminal.messages.at(-1)).toEqual({ type: 'closed', reason: 'lease-ended' })
    await expect(ticket()).rejects.toMatchObject({ code: 'compute.access-denied' })
  })
})
