import { addAgent } from '@trove/contract/compute/agents'
import { getDowntime } from '@trove/contract/compute/downtime'
import { getOffer, putSshKey, verifyOffer } from '@trove/contract/compute/routes'
import { getOrder } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../../../../tools/start/free-port.ts'
import { type ComputeLab, openComputeLab, openRounds } from '../../../../test/labs/compute-lab.ts'
import { type RunningAgent, readyLine, relayPorts, startAgent } from '../../../../test/labs/relay-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { type Greeter, openGreeter } from '../../../../test/stand-ins/greeter.ts'
import { type SpawnedServer, startWorld, type World } from '../../../../test/world/world.ts'
import { openLog } from '../../../platform/base/log.ts'
import { createSshMachine } from '../providers/ssh-machine.ts'

/** Relays and agents are processes; only what is done on the machines is a stand-in's. A fen a minute. */

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl'
const HOST = '127.0.0.1'

type Relay = { url: string; start(): Promise<void>; process: SpawnedServer }
type Machine = { greeter: Greeter; agent: RunningAgent; seller: string; buyer: string; orderId: string }
const fakes = createFakeMachines()
let world: World
let lab: ComputeLab
let rounds: ReturnType<typeof openRounds>
/** The first holds the machine that each test is about, the second those of the other sellers. */
let [one, other]: Relay[] = []
let machine: Machine
const agents: RunningAgent[] = []
const greeters: Greeter[] = []

async function newRelay(): Promise<Relay> {
  const port = await freePort()
  const env = { RELAY_PORT: String(port), RELAY_URL: `http://${HOST}:${port}` }
  const start = () => world.spawnServer(env, ['--roles=relay'])
  const relay: Relay = {
    url: env.RELAY_URL,
    process: await start(),
    async start() {
      relay.process = await start()
    },
  }
  return relay
}
/** Its agent connects to that relay, as the key's owner that it is by now. */
async function connect(relay: Relay, greeter: Greeter, given: { token?: string; folder?: string }) {
  const agent = await startAgent(relay.url, greeter.port, given)
  agents.push(agent)
  await readyLine(agent)
  return agent
}
let count = 0
/** A machine behind that relay, on the market for a day for 14.40. */
async function published(relay: Relay) {
  const seller = `seller${++count}`
  const greeter = await openGreeter()
  greeters.push(greeter)
  const { agent: added, token } = await lab.call(addAgent, { body: { name: 'mine' } }, seller)
  const agent = await connect(relay, greeter, { token })
  const form = { serverIPv4: HOST, serverPort: added.port, servePeriod: 1, price: '14.40' }
  const id = await lab.publish(seller, form)
  await lab.settle()
  return { id, seller, greeter, agent, port: added.port }
}
/** The same, on lease since just now. */
async function serving(relay: Relay): Promise<Machine> {
  const { id, ...rest } = await published(relay)
  const buyer = `buyer${count}`
  await lab.call(putSshKey, { body: { publicKey: KEY } }, buyer)
  const orderId = await lab.buy(buyer, id)
  await lab.settle()
  return { ...rest, buyer, orderId }
}
const read = ({ orderId, buyer }: Machine) => lab.call(getDowntime, { params: { id: orderId } }, buyer)
async function refund({ orderId, buyer }: Machine) {
  await lab.sweep('compute.pay-downtime')
  await lab.settle()
  return (await lab.call(getOrder, { params: { id: orderId } }, buyer)).refund
}
/** A new minute begins, and the relays at work have written their sign in it: it is known how old that is at each round. */
async function signed(): Promise<void> {
  await rounds.newMinute()
  await expect
    .poll(async () => {
      const { rows } = await sql<{ late: number }>`
        select count(*)::int as late from compute_relays where platform_is_alive(process_key)
          and not seen_at between date_trunc('minute', business_now()) and business_now()`.execute(lab.db)
      return rows[0]!.late
    })
    .toBe(0)
}
const isAway = () =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ away: number }>`
        select count(*)::int as away from compute_agents where held_by is null`.execute(lab.db)
      return rows[0]!.away
    })
    .toBe(1)
/** How often the agent has been let in. */
const welcomes = ({ agent }: Machine) => agent.said().split('"ready"').length - 1

beforeAll(async () => {
  const relay = { host: HOST, bind: HOST, url: `http://${HOST}:1`, ...(await relayPorts()) }
  const env = { RELAY_URL: relay.url, RELAY_HOST: HOST, RELAY_PORTS: `${relay.firstPort}-${relay.lastPort}` }
  world = await startWorld({ hasPayment: false, hasJobs: false, env })
  const machines = { ...fakes, answers: createSshMachine({ allowList: [], relay }).answers }
  lab = await openComputeLab(world.platform.config.databaseUrl!, machines, [], openLog('silent'), relay)
  rounds = openRounds(lab)
  ;[one, other] = [await newRelay(), await newRelay()]
  // The others answer throughout: what is silent beside them is no outage of the whole network.
  for (let i = 0; i < 3; i++) await serving(other)
  machine = await serving(one)
  await rounds.minutes(5)
})
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.stop('SIGKILL')))
  for (const greeter of greeters) await greeter.stop().catch(() => undefined)
  await lab?.close()
  await world?.stop()
})

it('a killed relay blames no machine, until its agents had time to come to another one', async () => {
  await signed()
  await one!.process.stop('SIGKILL')
  await rounds.minutes(2)
  expect(await read(machine)).toMatchObject({
    answeredMinutes: 5,
    silentMinutes: 0,
    unknownMinutes: 2,
    silences: [],
    relayOutages: [{ minutes: 2 }],
  })
  // It does not come, though there is a relay: from the third minute on its absence is its own.
  await rounds.minutes(14)
  await one!.start()
  await expect.poll(() => welcomes(machine), { timeout: 60_000 }).toBe(2)
  await rounds.minutes(1)
  expect(await read(machine)).toMatchObject({ silentMinutes: 14, relayOutages: [{ minutes: 2 }] })
  expect(await refund(machine)).toBe('0.14')
})

it('a relay that was stopped, started again, or hangs blames no machine', async () => {
  const before = await read(machine)
  await signed()
  await one!.process.stop('SIGTERM')
  await rounds.minutes(1)
  await one!.start()
  await expect.poll(() => welcomes(machine), { timeout: 60_000 }).toBe(3)
  await rounds.minutes(4)
  await signed()
  one!.process.child.kill('SIGSTOP')
  await rounds.minutes(1)
  one!.process.child.kill('SIGCONT')
  await rounds.minutes(1)
  expect(await read(machine)).toMatchObject({
    answeredMinutes: before.answeredMinutes + 5,
    silentMinutes: before.silentMinutes,
    unknownMinutes: before.unknownMinutes + 2,
  })
})

it('all relays gone is our outage however long, and a machine that stays away after it is blamed for its own minutes', async () => {
  const before = await read(machine)
  await Promise.all([one!, other!].map((relay) => relay.process.stop('SIGKILL')))
  await rounds.minutes(20)
  // Agents have some minutes from its start on.
  await rounds.newMinute()
  await other!.start()
  await expect.poll(() => agents.filter((agent) => agent.said().split('"ready"').length === 3).length).toBe(3)
  await rounds.minutes(2)
  const after = await read(machine)
  expect(after).toMatchObject({
    silentMinutes: before.silentMinutes,
    unknownMinutes: before.unknownMinutes + 22,
    refundAmount: before.refundAmount,
  })
  // The minute of the start had no round: it is told in two pieces.
  const told = after.relayOutages.slice(0, after.relayOutages.length - before.relayOutages.length)
  expect(told.reduce((sum, outage) => sum + outage.minutes, 0)).toBe(22)
  await rounds.minutes(11)
  await machine.agent.stop('SIGKILL')
  machine.agent = await connect(other!, machine.greeter, { folder: machine.agent.folder })
  await rounds.minutes(1)
  expect((await read(machine)).silentMinutes).toBe(before.silentMinutes + 11)
  expect(await refund(machine)).toBe('0.25')
})

it('a machine that is away from a relay at work, or whose SSH server is down behind it, is out of reach by itself', async () => {
  const before = await read(machine)
  await machine.greeter.stop()
  await rounds.minutes(6)
  await machine.agent.stop('SIGKILL')
  await isAway()
  await rounds.minutes(6)
  expect(await read(machine)).toMatchObject({
    silentMinutes: before.silentMinutes + 12,
    unknownMinutes: before.unknownMinutes,
  })
})

it('a check is put off while the relay is out, and made when it is back', async () => {
  const { id, port, seller } = await published(other!)
  const state = async () => (await lab.call(getOffer, { params: { id } })).verification.state
  fakes.at(HOST, port).failure = 'no-connection'
  await signed()
  await other!.process.stop('SIGKILL')
  await lab.call(verifyOffer, { params: { id } }, seller)
  await lab.settle()
  expect(await state()).toBe('verified')
  await other!.start()
  await rounds.minutes(11)
  await lab.settle()
  expect(await state()).toBe('unreachable')
})
