import { createSign, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import type pg from 'pg'
import { freePort } from '../tools/start/free-port.ts'
import { addBuyers, newTokenKey } from './support/buyers.ts'
import { fillMarket } from './support/fill-market.ts'
import { enrich, readOpen, startGateway } from './support/gateway.ts'
import { createFailures, eachOf, keepSilent, makeOrder, payAt, slowQueries, type Trade } from './support/orders.ts'
import { withOwnDatabase } from './support/own-database.ts'
import { startServer } from './support/server.ts'
import { readSettled, untilPaid, withClient } from './support/settled.ts'
import { percentiles } from './support/timings.ts'

/**
 * Orders made and paid, and notifications of paid trades taken in, at a fixed rate of arrival (load L2 and L3 of the money
 * rules), every answer durable, behind a gateway that takes its time. Times are from when a call was due, not from when it
 * was sent. Ends with an error unless every trade that was paid is held in the books. `node bench/fixed-rate.ts`; see
 * README.md.
 */

const { values: args } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    orders: { type: 'string', default: '120' },
    notifications: { type: 'string', default: '100' },
    repeated: { type: 'string', default: '30' },
    /** Milliseconds the gateway takes for each question. */
    latency: { type: 'string', default: '200' },
    offers: { type: 'string', default: '20000' },
    loads: { type: 'string', default: 'orders,notifications' },
  },
})
const count = (name: Exclude<keyof typeof args, 'loads'>) => Number(args[name])
/** As many as a buyer may hold without paying. */
const UNPAID_PER_BUYER = 5
/** Calls of a load at a time, as many as a browser load has; one that finds all taken waits, and its wait counts. */
const CONNECTIONS = 200
/** People at the cashier at a time. */
const CASHIERS = 32
const DIFFERENT = Math.ceil((count('notifications') * count('seconds') * (100 - count('repeated'))) / 100)

type Fields = Record<string, string>
type Site = { url: string; gateway: string; buyers: string[]; open: string[]; client: pg.Client }

/** Makes a call when it is due, whether or not earlier ones were answered. */
async function atRate(title: string, perSecond: number, call: (index: number) => Promise<void>): Promise<void> {
  const total = perSecond * count('seconds')
  const times: number[] = []
  const failures = createFailures()
  const inTurn = pLimit(CONNECTIONS)
  const calls: Promise<void>[] = []
  const start = performance.now()
  for (let index = 0; index < total; index++) {
    const due = start + (index * 1000) / perSecond
    if (due > performance.now()) await sleep(due - performance.now())
    calls.push(
      inTurn(() => call(index))
        .then(() => void times.push(performance.now() - due))
        .catch(failures.add),
    )
  }
  await Promise.all(calls)
  const seconds = (performance.now() - start) / 1000
  console.log(
    `${title}: ${(times.length / seconds).toFixed(1)} a second of ${perSecond}, ${percentiles(times)}, failed: ${failures}`,
  )
}

async function answered(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${response.status} ${(await response.text()).slice(0, 200)}`)
  return response
}

/** What the gateway sends about a trade that was paid. */
function notification(
  merchant: Fields,
  key: string,
  trade: { number: string; tradeNo: string; amount: string },
): string {
  const fields: Fields = {
    notify_type: 'trade_status_sync',
    notify_id: randomUUID(),
    notify_time: '2026-01-01 12:00:00',
    app_id: merchant.appId!,
    auth_app_id: merchant.appId!,
    charset: 'utf-8',
    version: '1.0',
    trade_no: trade.tradeNo,
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

const makeNext = ({ url, buyers, open }: Site, index: number) =>
  makeOrder(url, buyers[index % buyers.length]!, open.pop()!)

/** L2: each order is paid at the cashier as soon as it is made, and the gateway sends its notification. */
async function takeOrders(site: Site): Promise<void> {
  const before = await readSettled(site.client)
  const paying: Promise<unknown>[] = []
  const unpaid = createFailures()
  const inTurn = pLimit(CASHIERS)
  let paid = 0
  const pay = (trade: Trade) =>
    inTurn(() => payAt(site.gateway, trade))
      .then(() => void paid++)
      .catch(unpaid.add)
  await atRate('orders', count('orders'), async (index) => {
    const trade = await makeNext(site, index)
    paying.push(pay(trade))
  })
  const last = performance.now()
  await Promise.all(paying)
  const queued = (performance.now() - last) / 1000
  console.log(`cashier: ${paid} paid, the last ${queued.toFixed(1)} s after its order, failed: ${unpaid}`)
  const seconds = await untilPaid(site.client, before.paid + paid)
  console.log(`orders: all ${paid} paid and in the books ${seconds.toFixed(1)} s after the last`)
}

/** Trades paid at the gateway of which the server has not heard: it sends nothing, and no look at them is due. */
async function payInSilence(site: Site, merchant: Fields, key: string): Promise<string[]> {
  await keepSilent(site.gateway, DIFFERENT)
  const bodies: string[] = []
  let isDone = false
  const postponing = postponeLooks(site.client, () => isDone)
  await eachOf(Array.from({ length: DIFFERENT }).keys(), 8, async (index) => {
    const trade = await makeNext(site, index)
    bodies.push(notification(merchant, key, { ...trade, tradeNo: await payAt(site.gateway, trade) }))
  })
  isDone = true
  await postponing
  return bodies
}

/** The server would look at each after 30 seconds, and close it after 15 minutes. */
async function postponeLooks(client: pg.Client, isDone: () => boolean): Promise<void> {
  for (let isLast = false; !isLast; await sleep(2000)) {
    isLast = isDone()
    await client.query(`update payment_attempt set next_look_at = business_now() + interval '2 hours',
      expires_at = business_now() + interval '2 hours'
      where state = 'open' and next_look_at < business_now() + interval '1 hour'`)
  }
}

/** L3. A repetition follows at the heels of the one it repeats: the hardest moment to tell them apart. */
async function takeNotifications(site: Site, bodies: string[]): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const before = await readSettled(site.client)
  const total = count('notifications') * count('seconds')
  await atRate('notifications', count('notifications'), async (index) => {
    const body = bodies[Math.floor((index * bodies.length) / total)]!
    const answer = await answered(`${site.url}/api/order/alipay/notify`, { method: 'POST', headers, body })
    const said = await answer.text()
    if (said !== 'success') throw new Error(`answered ${said.slice(0, 40)}`)
  })
  const { kept } = await readSettled(site.client)
  const seconds = await untilPaid(site.client, before.paid + bodies.length)
  console.log(
    `inbox: ${kept - before.kept} kept of ${bodies.length} different ones, all paid and in the books ${seconds.toFixed(1)} s after the last`,
  )
}

await withOwnDatabase(async ({ dataDir, databaseUrl, keep }) => {
  const gateway = await startGateway(join(dataDir, 'gateway'))
  keep(gateway.started)
  await enrich(gateway.url)
  const url = `http://127.0.0.1:${await freePort()}`
  const tokenKey = newTokenKey()
  const env = { ...gateway.env, PORT: new URL(url).port, PUBLIC_URL: url, TOKEN_KEY: tokenKey }
  keep(await startServer(databaseUrl, dataDir, env))
  await fillMarket(databaseUrl, count('offers'))
  const most = Math.max(count('orders') * count('seconds'), DIFFERENT)
  const buyers = await addBuyers(databaseUrl, tokenKey, Math.ceil(most / UNPAID_PER_BUYER))
  const open = await readOpen(databaseUrl)
  await slowQueries(gateway.url, count('latency'))
  await withClient(databaseUrl, async (client) => {
    const site = { url, gateway: gateway.url, buyers, open, client }
    if (args.loads.includes('orders')) await takeOrders(site)
    if (!args.loads.includes('notifications')) return
    const merchant = JSON.parse(await readFile(join(dataDir, 'gateway', 'merchant.json'), 'utf8')) as Fields
    const key = await readFile(join(dataDir, 'gateway', 'keys', 'gateway.pem'), 'utf8')
    await takeNotifications(site, await payInSilence(site, merchant, key))
  })
})
