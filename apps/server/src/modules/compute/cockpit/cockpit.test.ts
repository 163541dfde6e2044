import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import websocket from '@fastify/websocket'
import { COCKPIT_PATH, CockpitServerMessage } from '@trove/contract/compute/machine/cockpit'
import { openCockpit, openTerminal } from '@trove/contract/compute/routes'
import { TERMINAL_PATH } from '@trove/contract/compute/terminal'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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
const open: WebSocket[] = []

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
afterEach(async () => {
  for (const socket of open.splice(0)) if (socket.readyState !== WebSocket.CLOSED) socket.terminate()
  await expect.poll(() => sql`select 1 from compute_terminals`.execute(lab.db).then(({ rows }) => rows)).toEqual([])
})
afterAll(async () => {
  lab.compute.stopTerminals()
  await server.close()
  await lab.close()
})

const ticket = async (user = 'buyer') => (await lab.call(openCockpit, { body: { productId: offerId } }, user)).ticket
const fake = () => machines.at('8.8.8.8')

/** A page that opened the socket with a ticket and keeps what it hears. */
async function look(ticketText: string, { path = COCKPIT_PATH }: { path?: string } = {}) {
  const socket = new WebSocket(`ws://${url}${path}`)
  open.push(socket)
  const heard: CockpitServerMessage[] = []
  socket.on('message', (data: Buffer) => heard.push(CockpitServerMessage.parse(JSON.parse(data.toString()))))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'open', ticket: ticketText }))
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  return { socket, heard, closed }
}

describe('the cockpit of a lease', () => {
  it('shows its buyer what the machine says, and tells the seller of no reading', async () => {
    fake().vitals = 'busy=0 all=100 in=0 out=0\nbusy=40 all=200 ram_kb=8 ram_used_kb=2 in=0 out=0 load=0.10 up=7\n'
    const { heard } = await look(await ticket())
    await expect.poll(() => heard.length).toBe(2)
    expect(heard[0]).toEqual({ type: 'ready' })
    expect(heard[1]).toMatchObject({
      type: 'sample',
      sample: { cpuPercent: 40, memory: { used: 2048, total: 8192 }, disk: null, load: 0.1, uptimeSeconds: 7 },
    })
    const { rows } = await sql`select 1 from compute_access_reads where offer_id = ${offerId}`.execute(lab.db)
    expect(rows).toEqual([])
  })

  it('says that a system tells nothing, and listens to no endless line', async () => {
    fake().vitals = 'unsupported\n'
    const silent = await look(await ticket())
    await silent.closed
    expect(silent.heard.at(-1)).toEqual({ type: 'closed', reason: 'unsupported' })
    fake().vitals = 'x'.repeat(5_000)
    const endless = await look(await ticket())
    await endless.closed
    expect(endless.heard.at(-1)).toEqual({ type: 'closed', reason: 'too-much' })
    fake().vitals = ''
  })

  it('listens to no machine that says far more lines than it is asked for', async () => {
    fake().vitals = '\n'.repeat(30_000)
    const { heard, closed } = await look(await ticket())
    await closed
    expect(heard.map(({ type }) => type)).toEqual(['ready', 'closed'])
    expect(heard.at(-1)).toEqual({ type: 'closed', reason: 'too-much' })
    fake().vitals = ''
  })

  it('is for the buyer alone', async () => {
    for (const user of ['seller', 'stranger'])
      await expect(ticket(user)).rejects.toMatchObject({ code: 'compute.access-denied' })
  })

  it('gives nobody a shell: its ticket opens no terminal, and a terminal’s opens no cockpit', async () => {
    const denied = { type: 'closed', reason: 'denied' }
    const socket = new WebSocket(`ws://${url}${TERMINAL_PATH}`)
    open.push(socket)
    await once(socket, 'open')
    const answer = once(socket, 'message')
    socket.send(JSON.stringify({ type: 'open', ticket: await ticket(), cols: 80, rows: 24 }))
    expect(JSON.parse(String((await answer)[0]))).toEqual(denied)
    const { ticket: ofTerminal } = await lab.call(openTerminal, { body: { productId: offerId } }, 'buyer')
    expect((await look(ofTerminal)).heard).toEqual([denied])
  })

  it('takes nothing from the page but that it is seen', async () => {
    const { socket, heard, closed } = await look(await ticket())
    socket.send(JSON.stringify({ type: 'watching' }))
    socket.send(JSON.stringify({ type: 'input', data: 'rm -rf /' }))
    await closed
    expect(heard.at(-1)).toEqual({ type: 'closed', reason: 'denied' })
  })

  it('is open three times at most, and beside three terminals', async () => {
    const looks = []
    for (let each = 0; each < 4; each++) looks.push(await look(await ticket()))
    expect(looks.map(({ heard }) => heard[0])).toEqual([
      ...Array.from({ length: 3 }, () => ({ type: 'ready' })),
      { type: 'closed', reason: 'too-much' },
    ])
    await expect(lab.call(openTerminal, { body: { productId: offerId } }, 'buyer')).resolves.toBeDefined()
  })

  it('says unreachable, and not why', async () => {
    fake().failure = 'login-refused'
    expect((await look(await ticket())).heard).toEqual([{ type: 'closed', reason: 'unreachable' }])
    fake().failure = undefined
  })

  it('ends with the lease', async () => {
    const { heard, closed } = await look(await ticket())
    await lab.advance(31 * 86_400_000)
    await closed
    expect(heard.at(-1)).toEqual({ type: 'closed', reason: 'lease-ended' })
    await expect(ticket()).rejects.toMatchObject({ code: 'compute.access-denied' })
  })
})
