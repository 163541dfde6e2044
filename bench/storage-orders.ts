import { parseArgs } from 'node:util'
import { fillChain } from './support/fill-chain.ts'
import { withOwnDatabase } from './support/own-database.ts'
import { cpuMs, type Started, startProgram } from './support/processes.ts'
import { startServer } from './support/server.ts'
import { signIn } from './support/sign-in.ts'
import { median, percentiles, timeCalls } from './support/timings.ts'

/**
 * Lists of storage orders and the days of the statistics among 1,000,000 indexed orders, beside bare Fastify and pg, in
 * alternating rounds. `node bench/storage-orders.ts --orders 1000000 --mine 1000`; the goal is 1.3 of the floor (issue 13).
 */

const { values: args } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    mine: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '500' },
    clients: { type: 'string', default: '4' },
  },
})
const count = (name: keyof typeof args) => Number(args[name])
const ACCOUNT = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const ORDERS = `/api/chain/user-orders?account=${ACCOUNT}`
const last = count('mine') / 20
const ids = Array.from({ length: 20 }, (_, i) => count('mine') - 7 * i)
const CASES = {
  first: ORDERS,
  deep: `${ORDERS}&current=${Math.floor(last)}`,
  chosen: `/api/chain/chosen-orders?account=${ACCOUNT}&ids=${ids.join()}`,
  days: '/api/superPoints/v1/statistics/getPictureTitle',
} as const

type System = { program: Started; headers: Record<string, string> }

async function ask({ program, headers }: System, path: string): Promise<number[]> {
  return await timeCalls(count('requests'), count('clients'), async () => {
    const answer = await fetch(String(program.said.url) + path, { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    const { data } = (await answer.json()) as { data: { content: unknown[] } | unknown[] }
    const rows = Array.isArray(data) ? data : data.content
    if (rows.length !== (Array.isArray(data) ? 6 : 20)) throw new Error(`${path}: ${rows.length} rows`)
  })
}

await withOwnDatabase(async ({ dataDir, databaseUrl, postgres, keep }) => {
  const server = keep(await startServer(databaseUrl, dataDir))
  const { authorization } = await signIn(String(server.said.url), '13900000001')
  await fillChain(databaseUrl, { account: ACCOUNT, orders: count('orders'), own: count('mine') })
  const bare = keep(await startProgram('bench/floor-chain-orders.ts', { DATABASE_URL: databaseUrl }))
  const systems = { floor: { program: bare, headers: {} }, ours: { program: server, headers: { authorization } } }
  for (const [name, path] of Object.entries(CASES)) {
    const cpu = { floor: [] as number[], ours: [] as number[] }
    const times = { floor: [] as number[], ours: [] as number[] }
    for (const system of Object.values(systems)) await ask(system, path)
    for (let round = 0; round < count('rounds'); round++)
      for (const which of round % 2 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const)) {
        const pids = [postgres.child.pid!, systems[which].program.child.pid!]
        const before = await cpuMs(pids)
        times[which].push(...(await ask(systems[which], path)))
        cpu[which].push(((await cpuMs(pids)) - before) / count('requests'))
      }
    for (const which of ['floor', 'ours'] as const)
      console.log(
        `${name.padEnd(7)} ${which.padEnd(6)} ${median(cpu[which]).toFixed(3)} ms CPU a request, ${percentiles(times[which])}`,
      )
    const pairs = cpu.ours.map((ms, round) => ms / cpu.floor[round]!)
    console.log(
      `${name.padEnd(7)} ratio  ${median(pairs).toFixed(2)} [${pairs.map((one) => one.toFixed(2)).join(' ')}]`,
    )
  }
})
