import { parseArgs } from 'node:util'
import { fillMarket } from './support/fill-market.ts'
import { fillOrders } from './support/fill-orders.ts'
import { withOwnDatabase } from './support/own-database.ts'
import { cpuMs, type Started, startProgram } from './support/processes.ts'
import { startServer } from './support/server.ts'
import { signIn } from './support/sign-in.ts'
import { median } from './support/timings.ts'

/**
 * The order list of a customer with 10,000 orders beside the floor: a bare query pair over HTTP (performance, goal 5).
 * `node bench/order-list.ts`; see README.md.
 */

const { values: args } = parseArgs({
  options: {
    offers: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '200000' },
    mine: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string', default: '3000' },
    clients: { type: 'string', default: '4' },
  },
})
const PATH = '/api/order/order/super/points/consume/page'
const CASES = { first: '?page=0&size=20', deep: '?page=400&size=20' } as const
const count = (name: keyof typeof args) => Number(args[name])

type System = { name: string; program: Started; headers: Record<string, string> }

async function ask({ program, headers }: System, query: string, requests: number): Promise<void> {
  let left = requests
  async function client(): Promise<void> {
    while (left-- > 0) {
      const response = await fetch(String(program.said.url) + PATH + query, { headers })
      const { data } = (await response.json()) as { data: { content: unknown[]; totalElements: number } }
      if (data.content.length !== 20 || data.totalElements !== count('mine')) throw new Error('not the page asked for')
    }
  }
  await Promise.all(Array.from({ length: count('clients') }, client))
}

async function measure(systems: System[], query: string, postgresPid: number): Promise<Map<string, number[]>> {
  const found = new Map(systems.map(({ name }) => [name, [] as number[]]))
  for (const system of systems) await ask(system, query, count('requests'))
  for (let round = 0; round < count('rounds'); round++)
    for (const system of round % 2 ? systems.toReversed() : systems) {
      const pids = [postgresPid, system.program.child.pid!]
      const before = await cpuMs(pids)
      await ask(system, query, count('requests'))
      found.get(system.name)!.push(((await cpuMs(pids)) - before) / count('requests'))
    }
  return found
}

function print(name: string, found: Map<string, number[]>): void {
  for (const [system, all] of found) {
    const spread = `[${Math.min(...all).toFixed(3)}..${Math.max(...all).toFixed(3)}]`
    console.log(`${name.padEnd(6)} ${system.padEnd(6)} ${median(all).toFixed(3)} ms CPU a request ${spread}`)
  }
  const [floor, ours] = [found.get('floor')!, found.get('ours')!]
  const pairs = ours.map((cpu, round) => cpu / floor[round]!)
  console.log(
    `${name.padEnd(6)} ratio  ${median(pairs).toFixed(2)} [${Math.min(...pairs).toFixed(2)}..${Math.max(...pairs).toFixed(2)}]`,
  )
}

await withOwnDatabase(async ({ dataDir, databaseUrl, postgres, keep }) => {
  const server = keep(await startServer(databaseUrl, dataDir))
  const { userId, authorization } = await signIn(String(server.said.url), '13900000001')
  await fillMarket(databaseUrl, count('offers'))
  await fillOrders(databaseUrl, {
    buyerId: userId,
    ofBuyer: count('mine'),
    orders: count('orders'),
    offers: count('offers'),
  })
  const bare = keep(await startProgram('bench/floor-orders.ts', { DATABASE_URL: databaseUrl }))
  const systems: System[] = [
    { name: 'floor', program: bare, headers: { 'x-user': userId } },
    { name: 'ours', program: server, headers: { authorization } },
  ]
  for (const [name, query] of Object.entries(CASES)) print(name, await measure(systems, query, postgres.child.pid!))
})
