import { parseArgs } from 'node:util'
import { type Arrivals, arrive, capacity, type Outcome } from './support/arrivals.ts'
import { fillMarket } from './support/fill-market.ts'
import { browsing } from './support/market-questions.ts'
import { withOwnDatabase } from './support/own-database.ts'
import { cpuMs } from './support/processes.ts'
import { startServer } from './support/server.ts'
import { percentiles } from './support/timings.ts'

/**
 * The market browsed at a fixed rate of arrival (money.md L1), then at three times what the server can
 * answer (L7). Times are from when a call was due. `node bench/browse-rate.ts`; see README.md.
 */

const { values: args } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '400' },
    connections: { type: 'string', default: '200' },
    offers: { type: 'string', default: '100000' },
    times: { type: 'string', default: '3' },
    flood: { type: 'string', default: '1000' },
    loads: { type: 'string', default: 'browse,overload' },
  },
})
const count = (name: Exclude<keyof typeof args, 'loads'>) => Number(args[name])

function tell(title: string, outcomes: Outcome[]): void {
  const byStatus = Map.groupBy(outcomes, ({ status }) => status)
  for (const [status, some] of [...byStatus].sort(([a], [b]) => a - b)) {
    console.log(
      `${title}: ${some.length} answered ${status || 'by a broken connection'}, ${percentiles(some.map(({ ms }) => ms))}`,
    )
  }
}

/** Calls a second actually made: how far the bench itself kept up. */
function rateOf(outcomes: Outcome[]): number {
  const last = Math.max(...outcomes.slice(-1000).map(({ dueMs, ms }) => dueMs + ms))
  return outcomes.length / ((last - outcomes[0]!.dueMs) / 1000)
}

async function browse(market: Arrivals, pids: number[]): Promise<void> {
  const before = await cpuMs(pids)
  const outcomes = await arrive(market, count('rate'), count('seconds'))
  const cpu = ((await cpuMs(pids)) - before) / outcomes.length
  console.log(
    `browse: ${rateOf(outcomes).toFixed(0)} a second of ${count('rate')}, ${cpu.toFixed(2)} ms of CPU each (server and database)`,
  )
  tell('browse', outcomes)
}

async function overload(market: Arrivals): Promise<void> {
  const able = await capacity({ ...market, connections: 32 }, 5)
  const rate = Math.round(able * count('times'))
  console.log(`overload: ${able.toFixed(0)} a second answered when asked by 32, now ${rate} a second arrive`)
  tell('overload', await arrive({ ...market, connections: count('flood') }, rate, count('seconds')))
  for (let second = 1; second <= 10; second++)
    if (second === 1 || second === 2 || second === 10)
      tell(`second ${second} after`, await arrive({ ...market, connections: 20 }, 100, 1))
    else await arrive({ ...market, connections: 20 }, 100, 1)
}

await withOwnDatabase(async ({ dataDir, databaseUrl, postgres, keep }) => {
  // One address asks for everybody here: what guards the server is not the count of one caller's calls.
  const server = keep(await startServer(databaseUrl, dataDir, { CALLS_PER_MINUTE: '0' }))
  await fillMarket(databaseUrl, count('offers'))
  const path = browsing(count('offers'))
  const market: Arrivals = { url: String(server.said.url), path, connections: count('connections') }
  await capacity({ ...market, connections: 8 }, 3)
  for (const load of args.loads.split(','))
    if (load === 'browse') await browse(market, [postgres.child.pid!, server.child.pid!])
    else await overload(market)
})
