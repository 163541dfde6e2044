import { createSign, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { addBuyers, newTokenKey } from './buyers.ts'
import { fillMarket } from './fill-market.ts'
import { freePort, readOpen, startGateway } from './gateway.ts'
import { type Started, startProgram, stopProgram } from './processes.ts'
import { startServer } from './server.ts'
import { percentiles } from './timings.ts'

/**
 * Orders made and notifications taken in at a fixed rate of arrival (load L2 and L3 of the money rules), every answer
 * durable. Times are from when a call was due, not from when it was sent. `node bench/fixed-rate.ts`; see README.md.
 */

const { values: args } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    orders: { type: 'string', default: '120' },
    notifications: { type: 'string', default: '100' },
    repeated: { type: 'string', default: '30' },
    offers: { type: 'string', default: '20000' },
  },
})
const count = (name: keyof typeof args) => Number(args[name])
const SETTLE_MS = 60_000
/** As many as a buyer may hold without paying. */
const UNPAID_PER_BUYER = 5

type Fields = Record<string, string>

/** Makes a call when it is due, whether or not earlier ones were answered. */
async function atRate(title: string, perSecond: number, call: (index: number) => Promise<void>): Promise<void> {
  const total = perSecond * count('seconds')
  const times: number[] = []
  const failures = new Map<string, number>()
  const calls: Promise<void>[] = []
  const start = performance.now()
  for (let index = 0; index < total; index++) {
    const due = start + (index * 1000) / perSecond
    if (due > performance.now()) await sleep(due - performance.now())
    calls.push(
      call(index)
        .then(() => void times.push(performance.now() - due))
        .catch((error: Error) => void failures.set(error.message, (failures.get(error.message) ?? 0) + 1)),
    )
  }
  await Promise.all(calls)
  const seconds = (performance.now() - start) / 1000
  const failed = [...failures].map(([message, times]) => `${times} x ${message}`).join('; ') || 'none'
  console.log(
    `${title}: ${(times.length / seconds).toFixed(1)} a second of ${perSecond}, ${percentiles(times)}, failed: ${failed}`,
  )
}

async function answered(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${response.status} ${(await response.text()).slice(0, 200)}`)
  return response
}

/** What the gateway would send about a trade waiting to be paid. */
function notification(merchant: Fields, key: string, trade: { number: string; amount: string }): string {
  const fields: Fields = {
    notify_type: 'trade_status_sync',
    notify_id: randomUUID(),
    notify_time: '2026-01-01 12:00:00',
    app_id: merchant.appId!,
    auth_app_id: merchant.appId!,
    charset: 'utf-8',
    version: '1.0',
    trade_no: trade.number,
    out_trade_no: trade.number,
    seller_id: merchant.sellerId!,
    trade_status: 'TRADE_SUCCESS',
    total_amount: trade.amount,
  }
  const text = Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const sign = createSign('RSA-SHA256').update(text).sign(key, 'base64')
  return new URLSearchParams({ ...fields, sign_type: 'RSA2', sign }).toString()
}

async function takeOrders(site: string, buyers: string[], open: string[]) {
  const trades: { number: string; amount: string }[] = []
  await atRate('orders', count('orders'), async (index) => {
    const headers = { authorization: buyers[index % buyers.length]!, 'content-type': 'application/json' }
    const body = JSON.stringify({ productId: open.pop(), productType: 'superPoints' })
    const made = await answered(`${site}/api/order/order/create/payment`, { method: 'POST', headers, body })
    const { data } = (await made.json()) as { data: string }
    const content = JSON.parse(new URL(data).searchParams.get('biz_content') ?? '{}') as Fields
    trades.push({ number: content.out_trade_no!, amount: content.total_amount! })
  })
  return trades
}

async function takeNotifications(site: string, bodies: string[]): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  await atRate('notifications', count('notifications'), async (index) => {
    const body = bodies[index]!
    const answer = await answered(`${site}/api/order/alipay/notify`, { method: 'POST', headers, body })
    const said = await answer.text()
    if (said !== 'success') throw new Error(`answered ${said.slice(0, 40)}`)
  })
}

/** Waits until every notification was handled. */
async function tellHandled(databaseUrl: string, wanted: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const start = performance.now()
  const read = async () =>
    (
      await client.query<{ kept: number; open: number }>(
        'select count(*)::int as kept, (count(*) filter (where handled_at is null))::int as open from payment_notify',
      )
    ).rows[0]!
  let now = await read()
  while (now.open > 0 && performance.now() - start < SETTLE_MS) {
    await sleep(250)
    now = await read()
  }
  await client.end()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `inbox: ${now.kept} kept of ${wanted} different ones, ${now.open} not handled ${seconds} s after the last`,
  )
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trove-bench-'))
  const running: Started[] = []
  try {
    const postgres = await startProgram('apps/embedded-postgres/src/main.ts', { PG_DATA_DIR: join(dataDir, 'pg') })
    running.unshift(postgres)
    const gateway = await startGateway(join(dataDir, 'gateway'))
    running.unshift(gateway.started)
    const databaseUrl = String(postgres.said.url)
    const site = `http://127.0.0.1:${await freePort()}`
    const address = { PORT: new URL(site).port, PUBLIC_URL: site }
    const tokenKey = newTokenKey()
    running.unshift(await startServer(databaseUrl, dataDir, { ...gateway.env, ...address, TOKEN_KEY: tokenKey }))
    await fillMarket(databaseUrl, count('offers'))
    const open = await readOpen(databaseUrl)
    const orders = count('orders') * count('seconds')
    const buyers = await addBuyers(databaseUrl, tokenKey, Math.ceil(orders / UNPAID_PER_BUYER))
    const trades = await takeOrders(site, buyers, open)
    const merchant = JSON.parse(await readFile(join(dataDir, 'gateway', 'merchant.json'), 'utf8')) as Fields
    const key = await readFile(join(dataDir, 'gateway', 'keys', 'gateway.pem'), 'utf8')
    const total = count('notifications') * count('seconds')
    const different = Math.min(trades.length, Math.ceil((total * (100 - count('repeated'))) / 100))
    const bodies = trades.slice(0, different).map((trade) => notification(merchant, key, trade))
    // A repetition follows at the heels of the one it repeats: the hardest moment to tell them apart.
    const spread = Array.from({ length: total }, (_, index) => bodies[Math.floor((index * different) / total)]!)
    await takeNotifications(site, spread)
    await tellHandled(databaseUrl, different)
  } finally {
    for (const program of running) await stopProgram(program)
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()
