import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { fillMarket } from './support/fill-market.ts'
import { fillOrders } from './support/fill-orders.ts'
import { enrich, startGateway } from './support/gateway.ts'
import { type Started, startProgram, stopProgram } from './support/processes.ts'
import { signIn } from './support/sign-in.ts'

/**
 * Our server beside the yardsticks (a bare floor, other shops) on their database server, with as many offers and orders
 * as theirs: `node bench/side-by-side.ts FOLDER [--size 100000] [--fill] -- -r 3 -d 5 -s "ours floor" -k "list5 flow"`.
 * FOLDER holds compare.sh, already set up; what follows `--` is for it. See README.md.
 */

const ORDERS = 200_000
const MINE = 10_000
const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: '100000' }, fill: { type: 'boolean', default: false } },
})
const [folder, ...compareArgs] = positionals
const size = Number(args.size)
const { OURS_PORT = '4000', PGPORT_BENCH = '54329', BENCH = join(tmpdir(), 'bench') } = process.env
const name = `ours_${size}`
const urlOf = (database: string) => `postgres://bench@127.0.0.1:${PGPORT_BENCH}/${database}`
const site = `http://127.0.0.1:${OURS_PORT}`
const SERVER = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
const FLOW = fileURLToPath(new URL('side-by-side-flow.ts', import.meta.url))

/** Keys of no worth, the same in every run, so that a filled database can be used again. */
const key = (of: string) => createHash('sha256').update(`bench ${of}`).digest('base64')

async function onDatabase<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: urlOf(database) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function isFilled(): Promise<boolean> {
  const found = await onDatabase('postgres', (client) =>
    client.query('select from pg_database where datname = $1', [name]),
  )
  if (found.rowCount === 0) {
    await onDatabase('postgres', (client) => client.query(`create database ${name}`))
    return false
  }
  const { rows } = await onDatabase(name, (client) =>
    client.query<{ isFilled: boolean }>(
      `select to_regclass('orders') is not null and to_regclass('compute_offers') is not null as "isFilled"`,
    ),
  )
  return rows[0]!.isFilled
}

/** The server as compare.sh will start it; without jobs, which would go on to the machines, which are not there. */
async function start(env: NodeJS.ProcessEnv): Promise<Started> {
  return startProgram('apps/server/src/main.ts', env, ['--roles=http'])
}

/** Forgets how often codes were asked for: a run may follow another at once. */
async function forgetSends(): Promise<void> {
  await onDatabase(name, (client) =>
    client.query('truncate platform_rate_limit, sms_codes, sms_sends, sms_outbox, phone_guards, wrong_codes'),
  )
}

async function fill(buyerId: string): Promise<void> {
  await fillMarket(urlOf(name), size)
  await fillOrders(urlOf(name), { buyerId, ofBuyer: MINE, orders: ORDERS, offers: size })
}

async function compare(env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(join(resolve(folder!), 'compare.sh'), compareArgs, { stdio: 'inherit', env })
  const [code] = await once(child, 'exit')
  return code ?? 1
}

async function main(): Promise<number> {
  if (!folder) throw new Error('name the folder of the yardsticks')
  const dataDir = join(BENCH, 'ours')
  await mkdir(dataDir, { recursive: true })
  const gateway = await startGateway(join(dataDir, 'gateway'))
  try {
    await enrich(gateway.url)
    const env = {
      ...process.env,
      ...gateway.env,
      KEK: key('seal'),
      INDEX_KEY: key('index'),
      TOKEN_KEY: key('token'),
      DATABASE_URL: urlOf(name),
      DATA_DIR: join(dataDir, 'server'),
      PORT: OURS_PORT,
      PUBLIC_URL: site,
      EMBEDDED: '1',
      DEMO: '0',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
      CALLS_PER_MINUTE: '0',
    }
    const mustFill = !(await isFilled()) || args.fill
    const server = await start(env)
    await forgetSends()
    const lister = await signIn(site, '13900000001')
    const buyer = await signIn(site, '13900000002')
    await stopProgram(server)
    if (mustFill) await fill(lister.userId)
    return await compare({
      ...env,
      DB: `floor_${size}`,
      OURS_PORT,
      OURS_START: `${process.execPath} ${process.env.OURS_NODE_ARGS ?? ''} ${SERVER} --roles=http`,
      OURS_HEALTH: `${site}/healthz`,
      OURS_HDRS: `authorization: ${lister.authorization}`,
      OURS_FLOW: FLOW,
      BENCH_GATEWAY: gateway.url,
      BENCH_FLOW_TOKEN: buyer.authorization,
    })
  } finally {
    await stopProgram(gateway.started)
  }
}

process.exitCode = await main()
