import { parseArgs } from 'node:util'
import pg from 'pg'
import { fillMarket } from './support/fill-market.ts'
import { fillOrders } from './support/fill-orders.ts'
import { withOwnDatabase } from './support/own-database.ts'
import { startServer } from './support/server.ts'
import { signIn } from './support/sign-in.ts'
import { percentiles, timeCalls } from './support/timings.ts'

/**
 * Pages and searches of order lists among a million orders (money.md L4), for a customer with 10,000 and for
 * one with a quarter of them. Ends with an error when the table was scanned sequentially. `node bench/order-pages.ts`.
 */

const { values: args } = parseArgs({
  options: {
    offers: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '1000000' },
    mine: { type: 'string', default: '10000,250000' },
    requests: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '4' },
  },
})
const count = (name: Exclude<keyof typeof args, 'mine'>) => Number(args[name])
const PATH = '/api/order/order/super/points/consume/page'

/** What is asked, by the number of the call and how many orders the customer has. */
const CASES: Record<string, (index: number, mine: number) => string> = {
  'first page': () => '?page=0&size=20',
  'deep pages': (index, mine) => `?page=${((index * 37) % (mine / 40)) + mine / 40 - 1}&size=20`,
  'search, one order': (index, mine) => `?page=0&size=20&name=${String(1 + ((index * 7919) % mine)).padStart(20, '0')}`,
  'search, a machine': (index) => `?page=0&size=20&name=cp-${1 + ((index * 7919) % count('offers'))}`,
  'search, many': (index) => `?page=0&size=20&name=${(index % 90) + 10}`,
  'search, nothing': (index) => `?page=0&size=20&name=nowhere${index}`,
}

async function scansOf(client: pg.Client): Promise<number> {
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ scans: string }>(
    "select seq_scan as scans from pg_stat_user_tables where relid = 'orders'::regclass",
  )
  return Number(rows[0]!.scans)
}

async function measure(url: string, authorization: string, mine: number, client: pg.Client): Promise<void> {
  for (const [name, query] of Object.entries(CASES)) {
    const ask = async (index: number) => {
      const response = await fetch(url + PATH + query(index, mine), { headers: { authorization } })
      if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
    }
    await timeCalls(50, count('clients'), ask)
    const before = await scansOf(client)
    const times = await timeCalls(count('requests'), count('clients'), ask)
    // What a connection has counted is told to others after a while.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const scans = (await scansOf(client)) - before
    console.log(
      `${mine} of ${count('orders')} orders, ${name}: ${percentiles(times)}, ${scans} scans of the whole table`,
    )
    if (scans > 0) process.exitCode = 1
  }
}

await withOwnDatabase(async ({ dataDir, databaseUrl, keep }) => {
  const server = keep(await startServer(databaseUrl, dataDir))
  const { userId, authorization } = await signIn(String(server.said.url), '13900000001')
  await fillMarket(databaseUrl, count('offers'))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const mine of args.mine.split(',').map(Number)) {
    const fill = { buyerId: userId, ofBuyer: mine, orders: count('orders'), offers: count('offers') }
    await fillOrders(databaseUrl, fill)
    await measure(String(server.said.url), authorization, mine, client)
  }
  await client.end()
})
