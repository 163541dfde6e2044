import { EventEmitter, once } from 'node:events'
import { logout } from '@trove/contract/identity/routes'
import { createLiveTicket, LIVE_CLOSE, LIVE_PATH, LIVE_SOCKETS_PER_USER } from '@trove/contract/live/routes'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startWorld, type World, type WorldUser } from '../../../test/world/world.ts'
import { openLog } from '../base/log.ts'
import { inTransaction } from '../db/transaction.ts'
import { announce } from './announce.ts'
import { createLiveListener } from './listen.ts'
import { createLiveSockets } from './sockets.ts'

let world: World
let someone: WorldUser
let other: WorldUser
const sockets: WebSocket[] = []
beforeAll(async () => {
  world = await startWorld({ hasPayment: false, hasJobs: false })
  someone = await world.signIn('13400000011')
  other = await world.signIn('13400000012')
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(() => world?.stop())

const ticketOf = async (as: WorldUser) => (await world.call(createLiveTicket, {}, { as })).ticket
const openCount = () =>
  world.raw('/metrics').then(async (answer) => /trove_live_sockets (\d+)/.exec(await answer.text())?.[1])

/** A page: what it heard, and with which code it was closed. */
async function connect(ticket: string, { url = world.url, origin }: { url?: string; origin?: string } = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${LIVE_PATH}?ticket=${ticket}`, { origin })
  sockets.push(socket)
  const heard: { type: string; id?: string }[] = []
  let code: number | undefined
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  socket.on('close', (why) => {
    code = why
  })
  await once(socket, 'open')
  return { socket, heard, code: () => code }
}

const say = (userId: string, id: string) =>
  inTransaction(world.db, async (tx) => {
    await sql`select 1`.execute(tx)
    announce(tx, { userId, message: { type: 'notice', id } })
  })

/** Waits until the server knows as many pages. */
const untilOpen = (count: number) => expect.poll(openCount).toBe(String(count))

describe('live updates', () => {
  it('reach every open page of the person they are for, and nobody else’s', async () => {
    const [first, second, stranger] = [
      await connect(await ticketOf(someone)),
      await connect(await ticketOf(someone)),
      await connect(await ticketOf(other)),
    ]
    await untilOpen(3)
    await say(someone.userId, 'one')
    await expect
      .poll(() => [first!.heard, second!.heard])
      .toEqual([[{ type: 'notice', id: 'one' }], [{ type: 'notice', id: 'one' }]])
    await say(other.userId, 'two')
    await expect.poll(() => stranger!.heard).toEqual([{ type: 'notice', id: 'two' }])
    expect(first!.heard).toHaveLength(1)
  })

  it('come from other processes too', async () => {
    const elsewhere = await world.spawnServer({}, ['--roles=http'])
    const page = await connect(await ticketOf(someone), { url: elsewhere.url })
    await expect
      .poll(async () => (await (await fetch(`${elsewhere.url}/metrics`)).text()).includes('trove_live_sockets 1'))
      .toBe(true)
    await say(someone.userId, 'across')
    await expect.poll(() => page.heard).toEqual([{ type: 'notice', id: 'across' }])
    await elsewhere.stop()
    await expect.poll(page.code).toBe(LIVE_CLOSE.stopping)
  })

  it('say nothing of what was not committed', async () => {
    const page = await connect(await ticketOf(someone))
    await untilOpen(1)
    const failing = inTransaction(world.db, async (tx) => {
      await sql`select 1`.execute(tx)
      announce(tx, { userId: someone.userId, message: { type: 'notice', id: 'never' } })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await say(someone.userId, 'after')
    await expect.poll(() => page.heard).toEqual([{ type: 'notice', id: 'after' }])
  })

  it('arrive all of many, however long the list is', async () => {
    const page = await connect(await ticketOf(someone))
    await untilOpen(1)
    const ids = Array.from({ length: 200 }, (_, i) => `many-${i}`)
    await inTransaction(world.db, async (tx) => {
      await sql`select 1`.execute(tx)
      for (const id of ids) announce(tx, { userId: someone.userId, message: { type: 'notice', id } })
    })
    await expect.poll(() => page.heard.map(({ id }) => id)).toEqual(ids)
  })

  it('tell pages that something may have been missed when the database let go of the connection', async () => {
    const page = await connect(await ticketOf(someone))
    await untilOpen(1)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'trove-live'`.execute(world.db)
    await expect.poll(() => page.heard, { timeout: 20_000 }).toContainEqual({ type: 'missed' })
    await say(someone.userId, 'again')
    await expect.poll(() => page.heard.at(-1)).toEqual({ type: 'notice', id: 'again' })
  })
})

describe('the door of live updates', () => {
  it('takes a ticket once, in time, and of its own kind only', async () => {
    const ticket = await ticketOf(someone)
    const first = await connect(ticket)
    await untilOpen(1)
    const late = await ticketOf(someone)
    await sql`update platform_ticket set expires_at = now() - interval '1 second'`.execute(world.db)
    const foreign = await ticketOf(someone)
    await sql`update platform_ticket set purpose = 'compute.terminal' where expires_at > now()`.execute(world.db)
    for (const bad of [ticket, late, foreign, 'made-up', '']) {
      const page = await connect(bad)
      await expect.poll(page.code).toBe(LIVE_CLOSE.denied)
    }
    expect(first.code()).toBeUndefined()
  })

  it('gives no ticket without a session, and opens for no other site’s page', async () => {
    await expect(world.call(createLiveTicket, {})).rejects.toMatchObject({ code: 'session.expired' })
    await expect(connect(await ticketOf(someone), { origin: 'https://evil.example' })).rejects.toThrow(/403/)
  })

  it('gives one person so many tickets a minute, and tells for how long there are none', async () => {
    const hasty = await world.signIn('13400000019')
    const asked = await Promise.allSettled(Array.from({ length: 130 }, () => ticketOf(hasty)))
    const refusals = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refusals).toEqual(Array.from({ length: 10 }, () => 'request.too-frequent'))
    expect(await ticketOf(other)).toBeTruthy()
  })

  it('lets the oldest page go when a person opens too many, and listens to none', async () => {
    const pages = []
    // A page counts once its ticket was looked at, which is after its connection opened: the first is the oldest only then.
    for (let i = 1; i <= LIVE_SOCKETS_PER_USER; i++) {
      pages.push(await connect(await ticketOf(someone)))
      await untilOpen(i)
    }
    pages.push(await connect(await ticketOf(someone)))
    await expect.poll(pages[0]!.code).toBe(LIVE_CLOSE.tooMany)
    await untilOpen(LIVE_SOCKETS_PER_USER)
    pages[1]!.socket.send('hello')
    await expect.poll(pages[1]!.code).toBe(LIVE_CLOSE.denied)
    expect(pages.slice(2).map((page) => page.code())).toEqual(pages.slice(2).map(() => undefined))
  })

  it('keeps no ticket in the clear', async () => {
    const ticket = await ticketOf(someone)
    const { rows } = await sql<{ text: string }>`select t::text as text from platform_ticket t`.execute(world.db)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ text }) => text.includes(ticket))).toEqual([])
  })
})

/** A page that answers each ping, and what became of it. */
function fakePage() {
  const closed: number[] = []
  let pings = 0
  const listeners = new Map<string, () => void>()
  const socket = {
    bufferedAmount: 0,
    send() {},
    ping() {
      pings++
      listeners.get('pong')?.()
    },
    close: (code: number) => closed.push(code),
    terminate: () => closed.push(-1),
    on: (event: string, listener: () => void) => listeners.set(event, listener),
  }
  return { socket: socket as never, closed, pings: () => pings }
}

it('every page is pinged while the database does not say whose session is open', async () => {
  let asked = 0
  const isSessionOpen = () => {
    asked++
    return new Promise<boolean>(() => undefined)
  }
  const pages = createLiveSockets({ isSessionOpen, log: openLog('silent'), tickMs: 20 })
  const many = Array.from({ length: 25 }, fakePage)
  for (const [i, { socket }] of many.entries()) pages.add(socket, { userId: `u${i}`, sessionId: `s${i}` })
  await expect.poll(() => many.every(({ pings }) => pings() > 2)).toBe(true)
  expect(many.flatMap(({ closed }) => closed)).toEqual([])
  expect(asked).toBe(10)
  pages.stop()
})

describe('the connection that listens', () => {
  /** A pool of one connection that is made when the test says so. */
  function fakePool() {
    const released: unknown[] = []
    const connected = Promise.withResolvers<void>()
    const client = Object.assign(new EventEmitter(), {
      query: async (_text: string) => undefined as unknown,
      release: (isBroken: unknown) => void released.push(isBroken),
    })
    const pool = { connect: () => connected.promise.then(() => client) }
    const listener = createLiveListener(pool as never, openLog('silent'), { event() {}, missed() {} })
    return { listener, client, released, connect: () => connected.resolve() }
  }

  it('is not kept by who stopped while it was made, so that the pool can end', async () => {
    const { listener, released, connect } = fakePool()
    const starting = listener.start()
    listener.stop()
    connect()
    await starting
    expect(released).toEqual([true])
  })

  it('is none when it is lost with the answer that it listens', async () => {
    const { listener, client, released, connect } = fakePool()
    client.query = async (text) => text.startsWith('listen') && client.emit('error', new Error('gone'))
    connect()
    await expect(listener.start()).rejects.toThrow('lost')
    expect(released).toEqual([true])
    listener.stop()
    expect(released).toEqual([true])
  })
})

it('a page is let go soon after its session ended, others stay', async () => {
  const open = new Set(['stays', 'ends'])
  const pages = createLiveSockets({ isSessionOpen: async (id) => open.has(id), log: openLog('silent'), tickMs: 20 })
  const [stays, ends] = [fakePage(), fakePage()]
  pages.add(stays.socket, { userId: 'a', sessionId: 'stays' })
  pages.add(ends.socket, { userId: 'a', sessionId: 'ends' })
  open.delete('ends')
  await expect.poll(() => ends.closed).toEqual([LIVE_CLOSE.signedOut])
  expect(stays.closed).toEqual([])
  expect(pages.count()).toBe(1)
  pages.stop()
  expect(stays.closed).toEqual([LIVE_CLOSE.stopping])
})

it('who signed out gets no ticket, and opens nothing with one of before', async () => {
  const user = await world.signIn('13400000013')
  const ticket = await ticketOf(user)
  await world.call(logout, {}, { as: user })
  await expect(ticketOf(user)).rejects.toMatchObject({ code: 'session.expired' })
  const page = await connect(ticket)
  await expect.poll(page.code).toBe(LIVE_CLOSE.denied)
})
