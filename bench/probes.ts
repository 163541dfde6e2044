import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { fillMarket } from './support/fill-market.ts'
import { withOwnDatabase } from './support/own-database.ts'
import { cpuMs, type Started, startProgram } from './support/processes.ts'
import { migrateWith, startServer } from './support/server.ts'

/** Probe rounds over 10,000 machines on lease, on one process. `node bench/probes.ts`; see README.md. */

const { values: args } = parseArgs({
  options: {
    machines: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '4' },
    silent: { type: 'string', default: '100' },
    /** This program as the machines themselves: on its first port one greets, on the second nobody says a word. */
    serve: { type: 'string' },
  },
})
const [machines, minutes, silent] = [args.machines, args.minutes, args.silent].map(Number) as [number, number, number]

const HOST = '127.0.0.1'
/** Addresses of the server's own range, the only ones on loopback it would connect to. */
const PORTS = 24_500
const MINUTE = 60_000
const CLAIMED_MS = 30_000

async function serveMachines(firstPort: number): Promise<void> {
  const greeting = createServer((socket) => socket.on('error', () => undefined).write('SSH-2.0-bench\r\n'))
  const mute = createServer((socket) => socket.on('error', () => undefined))
  greeting.listen({ port: firstPort, host: HOST, backlog: 4096 })
  mute.listen({ port: firstPort + 1, host: HOST, backlog: 4096 })
  await Promise.all([once(greeting, 'listening'), once(mute, 'listening')])
  console.log(JSON.stringify({ ready: true }))
}

/** Offers become leases of a month that began an hour ago; so many of them never answer. */
async function fillLeases(client: pg.Client): Promise<void> {
  // All machines share two ports: what is measured opens a connection to each all the same.
  await client.query('drop index compute_offers_address')
  await client.query('alter table compute_offers disable trigger user')
  await client.query(`update compute_offers set ipv4 = $1, port = $2 + (seq <= $3::int)::int, next_check_at = null`, [
    HOST,
    PORTS,
    silent,
  ])
  await client.query('alter table compute_offers enable trigger user')
  await client.query(
    `insert into compute_leases (order_id, offer_id, buyer_id, seller_id, state, period_days, serve_start_at, serve_end_at)
     select 'lease-' || id, id, 'bench-buyer', seller_id, 'active', 30, now() - interval '1 hour', now() + interval '30 days'
     from compute_offers`,
  )
  await client.query('analyze')
}

/** Resident memory in MiB, now and at its highest (Linux). */
async function memory({ child }: Started): Promise<[number, number]> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1024
  return [of('VmRSS'), of('VmHWM')]
}

/** @throws Error when a minute had no round, a round no verdict, or one that is wrong */
async function readRounds(client: pg.Client, from: Date): Promise<string> {
  const { rows } = await client.query<{ minute: Date; probed: number; silent: number; verdict: string | null }>(
    `select minute, probed, silent, verdict from compute_probe_rounds
     where minute >= date_trunc('minute', $1::timestamptz) and minute < date_trunc('minute', business_now() - interval '30 seconds')
     order by minute`,
    [from],
  )
  const judged = rows.filter((row) => row.verdict === 'judged' && row.probed === machines && row.silent === silent)
  const missed = minutes - rows.length
  const words = `${rows.length} rounds in ${minutes} minutes, ${judged.length} with ${machines} machines probed and exactly ${silent} silent`
  if (missed > 0 || judged.length < rows.length) throw new Error(`${words}: ${JSON.stringify(rows)}`)
  return words
}

async function measure(): Promise<void> {
  await withOwnDatabase(async ({ dataDir, databaseUrl, postgres, keep }) => {
    await migrateWith(databaseUrl, dataDir)
    await fillMarket(databaseUrl, machines)
    const client = new pg.Client({ connectionString: databaseUrl })
    // Ends with the database when the measurement fails.
    client.on('error', () => undefined)
    await client.connect()
    await fillLeases(client)
    keep(await startProgram('bench/probes.ts', {}, ['--serve', String(PORTS)]))
    const relay = { RELAY_URL: `http://${HOST}:1`, RELAY_HOST: HOST, RELAY_PORTS: `${PORTS}-${PORTS + 1}` }
    const server = keep(await startServer(databaseUrl, dataDir, relay, ['--roles=jobs']))
    // From the second whole minute on: the first belongs to the start.
    const begin = new Date((Math.floor(Date.now() / MINUTE) + 2) * MINUTE)
    await new Promise((resolve) => setTimeout(resolve, begin.getTime() - Date.now()))
    const pids = [server.child.pid!]
    const [before, databaseBefore] = [await cpuMs(pids), await cpuMs([postgres.child.pid!])]
    await new Promise((resolve) => setTimeout(resolve, minutes * MINUTE))
    const [cpu, databaseCpu] = [(await cpuMs(pids)) - before, (await cpuMs([postgres.child.pid!])) - databaseBefore]
    const [now, most] = await memory(server)
    await new Promise((resolve) => setTimeout(resolve, CLAIMED_MS))
    console.log(await readRounds(client, begin))
    console.log(
      `CPU a minute: ${(cpu / minutes / 1000).toFixed(1)} s of the process (all its jobs), ${(databaseCpu / minutes / 1000).toFixed(1)} s of the database; memory ${now.toFixed(0)} MiB, at most ${most.toFixed(0)}`,
    )
    await client.end()
  })
}

await (args.serve ? serveMachines(Number(args.serve)) : measure())
