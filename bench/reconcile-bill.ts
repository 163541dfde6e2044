import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { post, startGateway } from './support/gateway.ts'
import { cpuMs, startProgram, stopProgram } from './support/processes.ts'
import { migrateWith, startServer } from './support/server.ts'

/**
 * The provider's bill of a day against our books (money.md R1): 100,000 lines of which 50 are planted faults.
 * `node bench/reconcile-bill.ts`; see README.md.
 */

const { values: args } = parseArgs({ options: { lines: { type: 'string', default: '100000' } } })
const LINES = Number(args.lines)
/** One in ten of the lines gives money back. */
const REFUNDS = Math.floor(LINES / 10)
const TRADES = LINES - REFUNDS
const DAY_MS = 86_400_000
const SHANGHAI_MS = 8 * 3_600_000
/** Two days ago in Shanghai: its bill is there whatever the hour. */
const START_MS = Math.floor((Date.now() + SHANGHAI_MS) / DAY_MS - 2) * DAY_MS - SHANGHAI_MS
const DAY = new Date(START_MS + SHANGHAI_MS).toISOString().slice(0, 10)
const PLANTED = {
  missing: 'missing-there',
  extra: 'missing-here',
  'wrong-amount': 'amount',
  'duplicate-refund': 'duplicate-refund',
  'extra-transfer': 'unknown-payout',
} as const
const EACH = 10

const tradeNo = (i: number) => `T${String(i).padStart(8, '0')}`
const refundNo = (i: number) => `R${String(i).padStart(8, '0')}`

/** Writes the day into the gateway's own book, while it does not run. */
function fillGateway(dataDir: string): void {
  const book = new DatabaseSync(join(dataDir, 'book.sqlite'))
  book.exec('BEGIN')
  const trade =
    book.prepare(`INSERT INTO trades (tradeNo, outTradeNo, method, productCode, subject, body, passbackParams,
    totalFen, buyerId, sellerId, status, createdAt, expiresAt, paidAt, notifyUrl, returnUrl)
    VALUES (?, ?, 'page', 'FAST_INSTANT_TRADE_PAY', ?, '', '', 1000, '2088102180010002', '2088102180010000',
      'TRADE_SUCCESS', ?, ?, ?, '', '')`)
  const refund =
    book.prepare(`INSERT INTO refunds (outRequestNo, tradeNo, amountFen, reason, status, createdAt, dueAt, settledAt)
    VALUES (?, ?, 100, '', 'REFUND_SUCCESS', ?, ?, ?)`)
  for (let i = 0; i < TRADES; i++) {
    const at = momentOf(i)
    trade.run(`2026${tradeNo(i)}`, tradeNo(i), `订单 ${tradeNo(i)}`, at, at + 900_000, at)
    if (i < REFUNDS) refund.run(refundNo(i), `2026${tradeNo(i)}`, at, at, at)
  }
  book.exec('COMMIT')
  book.close()
}

/** Spread over the day, away from its ends. */
const momentOf = (i: number) => Math.round(START_MS + 3_600_000 + (i / TRADES) * (DAY_MS - 7_200_000))

/** The same day in our books. */
async function fillDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const at = `to_timestamp($2::double precision / 1000) + i * interval '1 second' * $3`
  const step = (DAY_MS - 7_200_000) / 1000 / TRADES
  const given = [TRADES, START_MS + 3_600_000, step]
  await client.query(
    `insert into payment_attempt (id, order_id, buyer_id, out_trade_no, trade_no, amount_fen, state, expires_at, created_at, paid_at)
      select 'a' || i, 'o' || i, 'buyer', 'T' || lpad(i::text, 8, '0'), '2026T' || lpad(i::text, 8, '0'), 1000, 'paid', ${at}, ${at}, ${at}
      from generate_series(0, $1::int - 1) i`,
    given,
  )
  await client.query(
    `insert into payment_refund (number, attempt_id, order_id, buyer_id, amount_fen, reason, is_unservable, state, next_ask_at, created_at, done_at)
      select 'R' || lpad(i::text, 8, '0'), 'a' || i, 'o' || i, 'buyer', 100, '', false, 'done', null, ${at}, ${at}
      from generate_series(0, $1::int - 1) i`,
    [REFUNDS, START_MS + 3_600_000, step],
  )
  await client.query('analyze')
  await client.end()
}

async function plant(gateway: string): Promise<void> {
  const numbers = {
    missing: (i: number) => tradeNo(REFUNDS + i),
    extra: (i: number) => `stranger-${i}`,
    'wrong-amount': (i: number) => tradeNo(REFUNDS + EACH + i),
    'duplicate-refund': (i: number) => refundNo(i),
    'extra-transfer': (i: number) => `strange-payout-${i}`,
  }
  for (const kind of Object.keys(PLANTED) as (keyof typeof PLANTED)[])
    for (let i = 0; i < EACH; i++)
      await post(`${gateway}/control/bills/discrepancies`, {
        billDate: DAY,
        kind,
        number: numbers[kind](i),
        amount: '7.77',
      })
}

/** Waits until the day is compared; answers what was found, by kind. */
async function untilDone(databaseUrl: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  while (true) {
    const { rows } = await client.query("select 1 from payment_reconciliation where day = $1 and state = 'done'", [DAY])
    if (rows.length > 0) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { rows } = await client.query<{ kind: string; count: number }>(
    'select kind, count(*)::int as count from payment_difference where day = $1 group by kind',
    [DAY],
  )
  await client.end()
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trove-bench-'))
  const gatewayDir = join(dataDir, 'gateway')
  const postgres = await startProgram('apps/embedded-postgres/src/main.ts', { PG_DATA_DIR: join(dataDir, 'postgres') })
  try {
    const databaseUrl = String(postgres.said.url)
    await stopProgram((await startGateway(gatewayDir)).started)
    fillGateway(gatewayDir)
    const gateway = await startGateway(gatewayDir)
    await plant(gateway.url)
    await migrateWith(databaseUrl, dataDir)
    await fillDatabase(databaseUrl)
    const start = performance.now()
    const server = await startServer(databaseUrl, dataDir, gateway.env)
    const found = await untilDone(databaseUrl)
    const seconds = (performance.now() - start) / 1000
    const cpu = await cpuMs([server.child.pid!])
    await stopProgram(server)
    await stopProgram(gateway.started)
    const wanted = Object.fromEntries(Object.values(PLANTED).map((kind) => [kind, EACH]))
    const isRight = Object.keys({ ...wanted, ...found }).every((kind) => wanted[kind] === found[kind])
    console.log(
      `${LINES} lines, ${seconds.toFixed(1)} s from the server's start, ${(cpu / 1000).toFixed(1)} s of its CPU`,
    )
    console.log(`found ${JSON.stringify(found)}: ${isRight ? 'the 50 that were planted' : 'NOT what was planted'}`)
    if (!isRight) process.exitCode = 1
  } finally {
    await stopProgram(postgres)
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()
