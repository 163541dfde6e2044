import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { freePort } from '../tools/start/free-port.ts'
import { addBuyers, newTokenKey } from './support/buyers.ts'
import { fillMarket } from './support/fill-market.ts'
import { fillOrders } from './support/fill-orders.ts'
import { addExperts } from './support/fill-search.ts'
import { enrich, post, readOpen, startGateway } from './support/gateway.ts'
import { cpuMs, type Started, startProgram, stopProgram } from './support/processes.ts'
import { startServer } from './support/server.ts'
import { tryHandOversOnce, untilQuiet, withClient } from './support/settled.ts'
import { median } from './support/timings.ts'

/**
 * One order from nothing to paid, with the double-entry ledger, beside two floors: of a machine, or of an expert's hours
 * (`--kind manpower`). The first floor is a bare insert and a bare update over HTTP (performance, goal 6). The second is the
 * duties: everything an order has to do, at its barest (duties-orders.ts).
 * Ours and the duties talk to the gateway's stand-in, whose own CPU is not counted.
 * `node bench/order-flow.ts`; see README.md.
 */

const { values: args } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    orders: { type: 'string', default: '400' },
    clients: { type: 'string', default: '4' },
    offers: { type: 'string', default: '20000' },
    /** How many people buy in turn: orders of one buyer wait for each other. */
    buyers: { type: 'string', default: '100' },
    /** What ours sells: `superPoints` (machines) or `manpower` (hours). The two others know machines only. */
    kind: { type: 'string', default: 'superPoints' },
    /** A database server of this machine to use instead of the embedded one, as a superuser: `postgres://…/postgres`. */
    url: { type: 'string' },
    /** Ours alone, and what its statements took: needs `--url` of a server that loads pg_stat_statements. */
    statements: { type: 'boolean', default: false },
  },
})
const count = (name: Exclude<keyof typeof args, 'url' | 'kind' | 'statements'>) => Number(args[name])
const EXPERTS = 1_000

type Flow = (productId: string) => Promise<void>
/**
 * `jobs` is the process that does what an order leaves to be done: it is counted with the system, runs only while that is
 * measured, and a round ends when it has nothing left.
 */
type System = {
  name: string
  pid: number
  flow: Flow
  jobs?: { process: ChildProcess; untilDone: () => Promise<void> }
}

function floorFlow(url: string): Flow {
  return async (productId) => {
    const created = (await (await post(`${url}/bench/order`, { productId, buyerId: 'buyer' })).json()) as {
      data: { id: string }
    }
    const paid = (await (await post(`${url}/bench/order/${created.data.id}/pay`, {})).json()) as { data: unknown }
    if (!paid.data) throw new Error('not paid')
  }
}

type ToBuy = (productId: string, turn: number) => object
const machine: ToBuy = (productId) => ({ productId, productType: 'superPoints' })

/** Eight hours of each of so many experts in turn, under the agreement the server shows. */
async function hoursOf(url: string, authorization: string): Promise<ToBuy> {
  const answer = await fetch(`${url}/api/manpower/agreement`, { headers: { authorization } })
  const { hash } = ((await answer.json()) as { data: { hash: string } }).data
  const terms = { manWorkingHourId: '8', manWorkingRequire: '接入支付宝', manAgreement: hash }
  // Of those that fillSearch makes, nine in ten have a price.
  return (_, turn) => ({ productId: `expert-${1 + 10 * (turn % (EXPERTS / 10))}`, productType: 'manpower', ...terms })
}

/** Order, pay at the cashier, come back to the result page: ours, and the duties at the same addresses. */
function wholeFlow(url: string, gateway: string, buyers: string[], purchase = machine): Flow {
  let next = 0
  return async (productId) => {
    const headers = { authorization: buyers[next++ % buyers.length]! }
    const create = await post(`${url}/api/order/order/create/payment`, purchase(productId, next), headers)
    const orderId = create.headers.get('x-order-id')
    const { data: payUrl } = (await create.json()) as { data: string }
    const number = (JSON.parse(new URL(payUrl).searchParams.get('biz_content') ?? '{}') as { out_trade_no: string })
      .out_trade_no
    await post(`${gateway}/control/trades/${number}/scan`, { payUrl })
    await post(`${gateway}/control/trades/${number}/pay`, {})
    for (let tries = 0; ; tries++) {
      const answer = await fetch(`${url}/api/order/alipay/pay/result/${orderId}`, { headers })
      const { data } = (await answer.json()) as { data: { result: string } }
      if (data.result === 'paid') return
      if (tries > 100) throw new Error(`order ${orderId} is ${data.result}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** Offers nobody has bought yet. */
let open: string[] = []

async function run({ flow, jobs }: System, orders: number, told = (_: number) => {}): Promise<void> {
  jobs?.process.kill('SIGCONT')
  const start = performance.now()
  let left = orders
  const client = async () => {
    while (left-- > 0) await flow(open.pop()!)
  }
  await Promise.all(Array.from({ length: count('clients') }, client))
  told((orders * 1000) / (performance.now() - start))
  await jobs?.untilDone()
  jobs?.process.kill('SIGSTOP')
}

async function measure(systems: System[], postgresPid: number, afterWarming: () => Promise<void>): Promise<void> {
  for (const system of systems) await run(system, count('orders') / 2)
  await afterWarming()
  const found = new Map(systems.map(({ name }) => [name, [] as number[]]))
  const perSecond = new Map(systems.map(({ name }) => [name, [] as number[]]))
  const database = new Map(systems.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < count('rounds'); round++)
    for (const system of round % 2 ? systems.toReversed() : systems) {
      const pids = [postgresPid, system.pid, ...(system.jobs ? [system.jobs.process.pid!] : [])]
      const [before, databaseBefore] = [await cpuMs(pids), await cpuMs([postgresPid])]
      await run(system, count('orders'), (rate) => perSecond.get(system.name)!.push(rate))
      found.get(system.name)!.push(((await cpuMs(pids)) - before) / count('orders'))
      database.get(system.name)!.push(((await cpuMs([postgresPid])) - databaseBefore) / count('orders'))
    }
  for (const [name, all] of found)
    console.log(
      `${name.padEnd(6)} ${median(all).toFixed(2)} ms CPU an order [${Math.min(...all).toFixed(2)}..${Math.max(...all).toFixed(2)}], ${median(database.get(name)!).toFixed(2)} of it in the database; ${median(perSecond.get(name)!).toFixed(0)} a second`,
    )
  for (const [one, other] of [
    ['ours', 'floor'],
    ['ours', 'duties'],
    ['duties', 'floor'],
  ] as const) {
    if (!found.has(one) || !found.has(other)) continue
    const pairs = found.get(one)!.map((cpu, round) => cpu / found.get(other)![round]!)
    console.log(
      `${one} / ${other}  ${median(pairs).toFixed(2)} [${Math.min(...pairs).toFixed(2)}..${Math.max(...pairs).toFixed(2)}]`,
    )
  }
}

const KEPT = {
  duties: `select (select count(*) from duties.orders where state = 1) as paid,
    (select count(distinct out_trade_no) from duties.notifications) as told, (select count(*) from duties.postings) as posted,
    (select coalesce(sum(balance_fen), 0) from duties.balances) as sum`,
  ours: `select (select count(*) from orders where paid_attempt_id is not null) as paid,
    (select count(distinct out_trade_no) from payment_notify) as told,
    (select count(*) from ledger_posting where kind = 'payment') as posted,
    (select coalesce(sum(balance_fen), 0) from ledger_balance) as sum`,
}

/** Every order of the run is paid, posted and told of, and the books sum to nothing. @throws Error otherwise */
async function requireKept(databaseUrl: string): Promise<void> {
  const wanted = String(Math.floor(count('orders') / 2) + count('orders') * count('rounds'))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const [name, text] of Object.entries(KEPT)) {
      const { paid, told, posted, sum } = (await client.query(text)).rows[0]
      const isRight = [paid, told, posted].every((each) => each === wanted) && sum === '0'
      if (!isRight) throw new Error(`${name}: ${paid} paid, ${told} told, ${posted} posted of ${wanted}, sum ${sum}`)
    }
  } finally {
    await client.end()
  }
}

type Place = { url: string; pid: number; leave(): Promise<void> }

/** A database of its own on a server that runs already. */
async function onServer(url: string): Promise<Place> {
  const name = `trove_order_flow_${process.pid}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  const { rows } = await client.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as pid`,
  )
  const leave = async () => {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  }
  return { url: Object.assign(new URL(url), { pathname: `/${name}` }).href, pid: Number(rows[0]!.pid), leave }
}

async function embedded(dataDir: string): Promise<Place> {
  const started = await startProgram('apps/embedded-postgres/src/main.ts', { PG_DATA_DIR: join(dataDir, 'pg') })
  return { url: String(started.said.url), pid: started.child.pid!, leave: () => stopProgram(started) }
}

/** What the database's statements took, by `pg_stat_statements`: the server must load it, with planning tracked. */
const SHOWN = 30
const WIDTH = 110

const STATEMENTS = `select calls, total_exec_time + total_plan_time as ms, total_plan_time as planning, query
  from pg_stat_statements where toplevel and dbid = (select oid from pg_database where datname = current_database())
  order by ms desc`

type Statement = { calls: string; ms: number; planning: number; query: string }

/** Forgets what was counted so far. */
async function forgetStatements(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('create extension if not exists pg_stat_statements')
    await client.query('select pg_stat_statements_reset()')
  })
}

/** Prints the dearest statements since, by the clock and an order. */
async function printStatements(databaseUrl: string, orders: number): Promise<void> {
  const { rows } = await withClient(databaseUrl, (client) => client.query<Statement>(STATEMENTS))
  const sum = rows.reduce((all, { ms }) => all + ms, 0)
  console.log(
    `${(sum / orders).toFixed(2)} ms by the clock an order in statements; ms, its share, of it planning, calls:`,
  )
  for (const { calls, ms, planning, query } of rows.slice(0, SHOWN))
    console.log(
      `${(ms / orders).toFixed(3)}  ${((100 * ms) / sum).toFixed(1)} %  ${(planning / orders).toFixed(3)}  ${(Number(calls) / orders).toFixed(2)}  ${query.replace(/\s+/g, ' ').slice(0, WIDTH)}`,
    )
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trove-bench-'))
  const running: Started[] = []
  const place = args.url ? await onServer(args.url) : await embedded(dataDir)
  const keep = (program: Started) => {
    running.unshift(program)
    return program
  }
  try {
    const gateway = await startGateway(join(dataDir, 'gateway'))
    keep(gateway.started)
    await enrich(gateway.url)
    const databaseUrl = place.url
    const port = await freePort()
    const address = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, TOKEN_KEY: newTokenKey() }
    // Jobs in a process of their own, so that they can be stopped while others are measured. No machine is there: each
    // order's hand-over is tried once and fails at once.
    const server = keep(await startServer(databaseUrl, dataDir, { ...gateway.env, ...address }, ['--roles=http']))
    const ofJobs = { ...gateway.env, ...address, PORT: '0' }
    const jobs = keep(await startServer(databaseUrl, dataDir, ofJobs, ['--roles=jobs'])).child
    await withClient(databaseUrl, tryHandOversOnce)
    const untilDone = () => withClient(databaseUrl, untilQuiet)
    const buyers = await addBuyers(databaseUrl, address.TOKEN_KEY, count('buyers'))
    await fillMarket(databaseUrl, count('offers'))
    await fillOrders(databaseUrl, { buyerId: 'nobody', ofBuyer: 1, orders: 1, offers: count('offers') })
    if (args.kind === 'manpower') await addExperts(databaseUrl, EXPERTS)
    open = await readOpen(databaseUrl)
    const bare = keep(await startProgram('bench/floor-orders.ts', { DATABASE_URL: databaseUrl }))
    const duties = keep(await startProgram('bench/duties-orders.ts', { ...gateway.env, DATABASE_URL: databaseUrl }))
    const systems: System[] = [
      { name: 'floor', pid: bare.child.pid!, flow: floorFlow(String(bare.said.url)) },
      { name: 'duties', pid: duties.child.pid!, flow: wholeFlow(String(duties.said.url), gateway.url, ['']) },
      {
        name: 'ours',
        pid: server.child.pid!,
        flow: wholeFlow(
          address.PUBLIC_URL,
          gateway.url,
          buyers,
          args.kind === 'manpower' ? await hoursOf(address.PUBLIC_URL, buyers[0]!) : machine,
        ),
        jobs: { process: jobs, untilDone },
      },
    ]
    if (args.statements) {
      await measure(systems.slice(-1), place.pid, () => forgetStatements(databaseUrl))
      await printStatements(databaseUrl, count('orders') * count('rounds'))
    } else {
      await measure(systems, place.pid, async () => undefined)
      await requireKept(databaseUrl)
    }
  } finally {
    // A stopped process hears nothing.
    for (const { child } of running) child.kill('SIGCONT')
    for (const program of running) await stopProgram(program)
    await place.leave()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()
