import pg from 'pg'
import { until } from './until.ts'
import { json } from './world/site.ts'

/** What the books say: our ledger through the database and its own verification, the provider's through its book. */

/** One statement on the world's database. */
export async function query<T extends object>(databaseUrl: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

const VERIFIED = /trove_job_seconds_count\{job="ledger\.verify",outcome="done"\} (\d+)/

/**
 * Has the ledger verify all its invariants once more and answers how many are broken. `advance` moves business time,
 * which makes every sweep due.
 */
export async function countViolations(site: string, advance: (ms: number) => Promise<void>): Promise<number> {
  const runs = (text: string) => Number(VERIFIED.exec(text)?.[1] ?? 0)
  const before = runs(await metrics(site))
  await advance(1)
  const text = await until(
    'a new verification of the ledger',
    () => metrics(site),
    (now) => runs(now) > before,
  )
  return Number(/^trove_ledger_violations (\d+)$/m.exec(text)?.[1])
}

export async function metrics(site: string): Promise<string> {
  const answer = await fetch(`${site}/metrics`)
  if (!answer.ok) throw new Error(`metrics: ${answer.status}`)
  return answer.text()
}

/** Sum of all entries in fen, and of those postings that do not balance by themselves. */
export async function ledgerSums(databaseUrl: string): Promise<{ total: bigint; entries: bigint; unbalanced: bigint }> {
  const [row] = await query<{ total: string; entries: string; unbalanced: string }>(
    databaseUrl,
    `select coalesce(sum(amount_fen), 0)::text as total, count(*)::text as entries,
      (select count(*) from (select posting_seq from ledger_entry group by posting_seq having sum(amount_fen) <> 0) p)::text
        as unbalanced from ledger_entry`,
  )
  return { total: BigInt(row!.total), entries: BigInt(row!.entries), unbalanced: BigInt(row!.unbalanced) }
}

export type Book = {
  trades: Record<string, string>[]
  refunds: Record<string, string>[]
  transfers: Record<string, string>[]
  entriesSum: string
  balances: { userId: string; userKey: string; balance: string }[]
  notifications: { outTradeNo: string; state: string; deliveries: { answer: string }[] }[]
}

export function readBook(cashier: string): Promise<Book> {
  return json<Book>(`${cashier}/control/book`)
}

/** The numbers under which the site sent a seller's payouts to the provider (`outBizNo` of the book's transfers). */
export async function payoutNumbersOf(databaseUrl: string, userId: string): Promise<Set<string>> {
  const rows = await query<{ number: string }>(databaseUrl, 'select number from wallet_payout where user_id = $1', [
    userId,
  ])
  return new Set(rows.map((row) => row.number))
}
