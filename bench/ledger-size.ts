import { parseArgs } from 'node:util'
import pg from 'pg'
import { withOwnDatabase } from './support/own-database.ts'
import { stopProgram } from './support/processes.ts'
import { startServer } from './support/server.ts'
import { signIn } from './support/sign-in.ts'
import { percentiles, timeCalls } from './support/timings.ts'

/**
 * The ledger with two million entries (money.md L5). Measures the purse and its bill of a seller with a
 * tenth of all clearings, sealing the hash chain, and the full audit that the server makes when it starts.
 * `node bench/ledger-size.ts`.
 */

const { values: args } = parseArgs({
  options: {
    entries: { type: 'string', default: '2000000' },
    requests: { type: 'string', default: '2000' },
    clients: { type: 'string', default: '4' },
  },
})
const ENTRIES = Number(args.entries)
/** Each order is paid into escrow and cleared to its seller: two postings of two entries. */
const ORDERS = ENTRIES / 4
const SELLERS = 5_000
const SEAL_BATCH = 2_000

const sellerOf = `case when i % 10 = 0 then $2 else 'seller-' || i % ${SELLERS} end`
const FILL = [
  `insert into ledger_posting (kind, key, order_id)
    select k.kind, k.prefix || ':bench-' || i, 'bench-' || i
    from generate_series(1, $1::int) i, (values ('payment', 'pay', 1), ('clearing', 'clear', 2)) k(kind, prefix, n) order by i, n`,
  `insert into payment_attempt (id, order_id, buyer_id, out_trade_no, trade_no, amount_fen, state, expires_at, paid_at)
    select 'bench-' || i, 'bench-' || i, 'buyer', 'bench-' || i, 'trade-' || i, 1000, 'paid', now(), now()
    from generate_series(1, $1::int) i where $2 <> ''`,
  `insert into ledger_entry (posting_seq, line, account, amount_fen)
    select p.seq, l.line, l.account, l.fen
    from ledger_posting p, lateral (select substr(p.order_id, 7)::int as i) o, lateral (values
      (1, case p.kind when 'payment' then 'alipay' else 'escrow:' || p.order_id end, 1000),
      (2, case p.kind when 'payment' then 'escrow:' || p.order_id else 'payable:' || ${sellerOf} end, -1000)) l(line, account, fen)
    where $1 > 0`,
  `insert into ledger_bill_line (id, posting_seq, user_id, type, amount_fen, reference)
    select 'cleared-' || i, p.seq, ${sellerOf}, 'clearing', 1000, p.order_id
    from ledger_posting p, lateral (select substr(p.order_id, 7)::int as i) o where p.kind = 'clearing' and $1 > 0 order by p.seq`,
  `insert into ledger_balance (account, balance_fen)
    select account, sum(amount_fen) from ledger_entry where $1 > 0 and $2 <> '' group by account`,
  'insert into ledger_unsealed select seq from ledger_posting where $1 > 0 and $2 <> $3',
]

async function fill(client: pg.Client, seller: string): Promise<void> {
  const [postings, ...rest] = FILL
  await client.query(postings!, [ORDERS])
  for (const text of rest) await client.query(text, text.includes('$3') ? [ORDERS, seller, ''] : [ORDERS, seller])
  await client.query(
    'vacuum (analyze) ledger_posting, ledger_entry, ledger_bill_line, ledger_balance, ledger_unsealed, payment_attempt',
  )
}

async function seal(client: pg.Client): Promise<number> {
  const start = performance.now()
  for (;;) {
    const { rows } = await client.query<{ sealed: number }>('select ledger_seal_committed($1) as sealed', [SEAL_BATCH])
    if (rows[0]!.sealed === 0) return (performance.now() - start) / 1000
  }
}

async function metric(url: string, line: string): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const found = text.split('\n').find((one) => one.startsWith(line))
  return found === undefined ? undefined : Number(found.split(' ').at(-1))
}

/** Waits until the server has made its first audit; how long it took, and how many rules it found broken. */
async function untilAudited(url: string): Promise<{ seconds: number; violations: number }> {
  for (;;) {
    const seconds = await metric(url, 'trove_job_seconds_sum{job="ledger.verify"')
    const violations = await metric(url, 'trove_ledger_violations')
    if (seconds !== undefined && violations !== undefined) return { seconds, violations }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

await withOwnDatabase(async ({ dataDir, databaseUrl, keep }) => {
  const tokenKey = { TOKEN_KEY: Buffer.alloc(32, 1).toString('base64') }
  const first = await startServer(databaseUrl, dataDir, tokenKey)
  const { userId, authorization } = await signIn(String(first.said.url), '13900000001')
  await stopProgram(first)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await fill(client, userId)
  const { rows } = await client.query<{ entries: string }>('select count(*) as entries from ledger_entry')
  console.log(
    `${rows[0]!.entries} entries; sealing their ${ORDERS * 2} postings took ${(await seal(client)).toFixed(0)} s`,
  )
  await client.end()
  const server = keep(await startServer(databaseUrl, dataDir, tokenKey))
  const url = String(server.said.url)
  const { seconds, violations } = await untilAudited(url)
  console.log(`full audit: ${seconds.toFixed(1)} s, ${violations} rules broken`)
  if (violations > 0) process.exitCode = 1
  for (const path of ['/api/consumer/wallet/purse', '/api/consumer/wallet/bill/alipay/page?page=0&size=20']) {
    const ask = async () => {
      const response = await fetch(url + path, { headers: { authorization } })
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
    }
    await timeCalls(50, Number(args.clients), ask)
    console.log(`${path}: ${percentiles(await timeCalls(Number(args.requests), Number(args.clients), ask))}`)
  }
})
