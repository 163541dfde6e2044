import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../tools/start/free-port.ts'
import { type Arrivals, arrive, capacity } from './support/arrivals.ts'
import { addBuyers, newTokenKey } from './support/buyers.ts'
import { fillMarket } from './support/fill-market.ts'
import { enrich, readOpen, startGateway } from './support/gateway.ts'
import { browsing } from './support/market-questions.ts'
import { makeOrder, payAt, slowQueries } from './support/orders.ts'
import { withOwnDatabase } from './support/own-database.ts'
import { startServer } from './support/server.ts'
import { untilPosted } from './support/settled.ts'
import { percentiles } from './support/timings.ts'

/**
 * Half an hour at three tenths of what the server can answer (money.md L8). The market is browsed while
 * orders are made: three of four are paid behind a slow gateway, the others expire and are closed there. Reports the
 * growth of memory, handles and connections. Ends with an error unless all that was paid is in the books.
 * `node bench/soak.ts`.
 */

const { values: args } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    warm: { type: 'string', default: '10' },
    share: { type: 'string', default: '0.3' },
    orders: { type: 'string', default: '4' },
    /** Milliseconds the gateway takes for each question. */
    latency: { type: 'string', default: '200' },
    offers: { type: 'string', default: '100000' },
  },
})
const count = (name: keyof typeof args) => Number(args[name])
const SAMPLE_MS = 10_000
/** As many as a buyer may hold without paying, over the quarter of an hour until they expire. */
const UNPAID_PER_BUYER = 5
const EXPIRY_SECONDS = 1_000

type Site = { url: string; gateway: string; databaseUrl: string; people: string[]; open: string[] }

type Sample = {
  minute: number
  residentMib: number
  heapMib: number
  externalMib: number
  fds: number
  handles: number
  connections: number
}
const MIB = 1024 * 1024

async function sample(url: string, startMs: number): Promise<Sample> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const of = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )
  return {
    minute: (performance.now() - startMs) / 60_000,
    residentMib: of('process_resident_memory_bytes') / MIB,
    heapMib: of('nodejs_heap_size_used_bytes') / MIB,
    externalMib: of('nodejs_external_memory_bytes') / MIB,
    fds: of('process_open_fds'),
    handles: of('nodejs_active_handles_total'),
    connections: of('trove_pool_connections'),
  }
}

/** By how much of its mean a figure grows in an hour, by least squares. */
function slopePercent(samples: Sample[], of: (sample: Sample) => number): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map((one) => one.minute)), mean(samples.map(of))]
  const over = mean(samples.map((one) => (one.minute - x) * (of(one) - y)))
  const under = mean(samples.map((one) => (one.minute - x) ** 2))
  return ((over / under) * 60 * 100) / y
}

/** Orders at their rate; three of four are paid at the cashier while the next are made. */
async function makeOrders(site: Site, untilMs: number): Promise<{ made: number; paid: number }> {
  let made = 0
  const paying: Promise<unknown>[] = []
  for (const start = performance.now(); performance.now() < untilMs; ) {
    const trade = await makeOrder(site.url, site.people[made % site.people.length]!, site.open.pop()!)
    if (made % 4 !== 3) paying.push(payAt(site.gateway, trade))
    made++
    await sleep(Math.max(0, start + (made * 1000) / count('orders') - performance.now()))
  }
  await Promise.all(paying)
  return { made, paid: paying.length }
}

/** Two minutes in a line. What is in use counts at its lowest: the collector lets it rise and brings it down again. */
function tell(samples: Sample[]): void {
  for (let from = 0; from < samples.length; from += 12) {
    const some = samples.slice(from, from + 12)
    const { minute, residentMib, fds, handles, connections } = some[0]!
    const low = (of: (one: Sample) => number) => Math.min(...some.map(of)).toFixed(0)
    console.log(
      `minute ${minute.toFixed(0)}: ${residentMib.toFixed(0)} MiB resident; in use at the lowest ${low((one) => one.heapMib)} MiB of heap and ${low((one) => one.externalMib)} MiB beside it; ${fds} files, ${handles} handles, ${connections} connections`,
    )
  }
  const warm = samples.filter(({ minute }) => minute >= count('warm'))
  const slopes = (['residentMib', 'fds', 'handles', 'connections'] as const).map(
    (name) => `${name} ${slopePercent(warm, (one) => one[name]).toFixed(1)}`,
  )
  console.log(`growth in % an hour after minute ${count('warm')}: ${slopes.join(', ')}`)
}

async function soak(market: Arrivals, site: Site): Promise<void> {
  const able = await capacity({ ...market, connections: 32 }, 10)
  const rate = Math.round(able * count('share'))
  console.log(
    `${able.toFixed(0)} a second answered when asked by 32; now ${rate} a second and ${count('orders')} orders`,
  )
  const start = performance.now()
  const seconds = count('minutes') * 60
  const samples: Sample[] = []
  const sampler = setInterval(() => void sample(market.url, start).then((one) => samples.push(one)), SAMPLE_MS)
  const [outcomes, orders] = await Promise.all([
    arrive(market, rate, seconds),
    makeOrders(site, start + seconds * 1000),
  ])
  clearInterval(sampler)
  const bad = outcomes.filter(({ status }) => status !== 200).length
  console.log(`${outcomes.length} calls, ${percentiles(outcomes.map(({ ms }) => ms))}, ${bad} not 200`)
  // Held, given back because no machine answered, or on the way back: what was paid once is a posting of its own.
  const posted = await untilPosted(site.databaseUrl, orders.paid)
  console.log(`${orders.made} orders, ${orders.paid} of them paid, ${posted} in the books`)
  tell(samples)
}

await withOwnDatabase(async ({ dataDir, databaseUrl, keep }) => {
  const gateway = await startGateway(join(dataDir, 'gateway'))
  keep(gateway.started)
  await enrich(gateway.url)
  const tokenKey = newTokenKey()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...gateway.env, PORT: String(port), PUBLIC_URL: url, TOKEN_KEY: tokenKey, CALLS_PER_MINUTE: '0' }
  keep(await startServer(databaseUrl, dataDir, env))
  await fillMarket(databaseUrl, count('offers'))
  const buyers = Math.ceil((count('orders') * Math.min(count('minutes') * 60, EXPIRY_SECONDS) * 1.5) / UNPAID_PER_BUYER)
  const people = await addBuyers(databaseUrl, tokenKey, buyers)
  const open = await readOpen(databaseUrl)
  const path = browsing(count('offers'))
  await slowQueries(gateway.url, count('latency'))
  await soak({ url, path, connections: 64 }, { url, gateway: gateway.url, databaseUrl, people, open })
})
