import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { freePort } from '../tools/start/free-port.ts'
import { addBuyers, newTokenKey } from './support/buyers.ts'
import { fillMarket } from './support/fill-market.ts'
import { enrich, readOpen, startGateway } from './support/gateway.ts'
import { eachOf, makeOrder, payAt, slowQueries } from './support/orders.ts'
import { withOwnDatabase } from './support/own-database.ts'
import { cpuMs } from './support/processes.ts'
import { startServer } from './support/server.ts'
import { readSettled, withClient } from './support/settled.ts'

/**
 * How fast notifications become payments when the gateway takes its time: orders are paid at the gateway while no jobs run,
 * so that their notifications lie in the inbox; then one process with jobs starts. `node bench/settle-rate.ts`; see README.md.
 */

const { values: args } = parseArgs({
  options: {
    orders: { type: 'string', default: '3000' },
    /** Milliseconds the gateway takes for each question. */
    latency: { type: 'string', default: '200' },
  },
})
const count = (name: keyof typeof args) => Number(args[name])
const UNPAID_PER_BUYER = 5
const LONGEST_MS = 300_000

/** Waits for the inbox to be worked off. @throws Error unless every order is paid once and the books sum to nothing */
async function watch(client: pg.Client): Promise<void> {
  const start = performance.now()
  const seen: { ms: number; paid: number }[] = []
  let now = await readSettled(client)
  while (now.open > 0 && performance.now() - start < LONGEST_MS) {
    await sleep(100)
    now = await readSettled(client)
    seen.push({ ms: performance.now() - start, paid: now.paid })
  }
  const first = seen.find(({ paid }) => paid > 0)
  const last = seen.find(({ paid }) => paid === now.paid)
  const rate = first && last && ((last.paid - first.paid) * 1000) / Math.max(last.ms - first.ms, 1)
  console.log(`${now.paid} of ${now.kept} notifications became payments: ${rate?.toFixed(0)} a second`)
  if (now.paid !== count('orders') || now.sum !== '0') throw new Error(`${now.paid} paid, the books sum to ${now.sum}`)
}

await withOwnDatabase(async ({ dataDir, databaseUrl, postgres, keep }) => {
  const gateway = await startGateway(join(dataDir, 'gateway'))
  keep(gateway.started)
  await enrich(gateway.url)
  const port = await freePort()
  const site = `http://127.0.0.1:${port}`
  const tokenKey = newTokenKey()
  const env = { ...gateway.env, PORT: String(port), PUBLIC_URL: site, TOKEN_KEY: tokenKey }
  keep(await startServer(databaseUrl, dataDir, env, ['--roles=http']))
  await fillMarket(databaseUrl, Math.ceil(count('orders') * 1.3))
  const buyers = await addBuyers(databaseUrl, tokenKey, Math.ceil(count('orders') / UNPAID_PER_BUYER))
  const open = await readOpen(databaseUrl)
  await eachOf(Array.from({ length: count('orders') }).keys(), 8, async (index) => {
    await payAt(gateway.url, await makeOrder(site, buyers[index % buyers.length]!, open[index]!))
  })
  await withClient(databaseUrl, async (client) => {
    while ((await readSettled(client)).kept < count('orders')) await sleep(200)
    await slowQueries(gateway.url, count('latency'))
    const jobs = keep(await startServer(databaseUrl, dataDir, { ...env, PORT: '0' }, ['--roles=jobs']))
    const pids = [postgres.child.pid!, jobs.child.pid!]
    const before = await cpuMs(pids)
    await watch(client)
    console.log(
      `${(((await cpuMs(pids)) - before) / count('orders')).toFixed(2)} ms of CPU each, the database's with it`,
    )
  })
})
