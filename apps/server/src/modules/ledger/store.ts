import { sql } from 'kysely'
import { newId } from '../../platform/base/id.ts'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { later } from '../../platform/db/transaction.ts'
import type { Account, BillFilter, BillPage, Posting } from './posting.ts'
import type { LedgerTables } from './tables.ts'

/** Appends one posting; false when its key is known. Raises when a known key comes with other entries. */
export async function insertPosting(tx: Tx, posting: Posting): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`select ledger_post(${partsOf(posting)}) as is_new`.execute(tx)
  return rows[0]!.is_new
}

/** Appends many at once without waiting for it; a known key fails the transaction. */
export async function insertIncomingLater(tx: Tx, postings: readonly Posting[]): Promise<void> {
  const texts = postings.map(({ kind, key, orderId, entries, bill }) => ({
    ...{ kind, key, orderId, bill: linesOf(bill) },
    entries: entries.map(({ account, amountFen }) => ({ account, amount_fen: String(amountFen) })),
  }))
  await later(tx, sql`select ledger_post_incoming(${JSON.stringify(texts)}::jsonb)`)
}

/** Bill lines as the posting functions take them. */
function linesOf(bill: Posting['bill'] = []) {
  return bill.map((line) => ({
    id: newId(),
    user_id: line.userId,
    type: line.type,
    amount_fen: String(line.amountFen),
    reference: line.reference,
  }))
}

/** The arguments of the posting function. */
function partsOf(posting: Posting) {
  const accounts = posting.entries.map((entry) => entry.account as string)
  const amounts = posting.entries.map((entry) => String(entry.amountFen))
  return sql`${posting.kind}, ${posting.key}, ${posting.orderId ?? null}, ${accounts}::text[], ${amounts}::bigint[],
    ${JSON.stringify(linesOf(posting.bill))}::jsonb`
}

export async function sumBalance(db: Db | Tx, account: Account): Promise<bigint> {
  const { rows } = await sql<{ fen: bigint }>`
    select coalesce(sum(balance_fen), 0)::bigint as fen from ledger_balance where account = ${account}`.execute(db)
  return rows[0]!.fen
}

/**
 * The balance of an account that is one row, locked. The row is made if there is none: somebody who is just making it
 * cannot be seen yet, but is waited for.
 */
export async function lockBalance(tx: Tx, account: Account): Promise<bigint> {
  const { rows } = await sql<{ fen: bigint }>`
    insert into ledger_balance as b (account, balance_fen) values (${account}, 0)
    on conflict (account, shard) do update set balance_fen = b.balance_fen returning balance_fen as fen`.execute(tx)
  return rows[0]!.fen
}

/** Trove's own part of the posting a line is of; the provider's fee is on postings without lines. */
const FEE_OF_LINE = sql<bigint>`(select coalesce(-sum(e.amount_fen), 0)::bigint from ledger_entry e
  where e.posting_seq = ledger_bill_line.posting_seq and e.account = 'fee')`

/** One page of a person's bill, newest first, with the sums of all pages. Amount limits ignore the sign. */
export async function listBillLines(db: Db, userId: string, filter: BillFilter): Promise<BillPage> {
  let query = db.withTables<LedgerTables>().selectFrom('ledger_bill_line').where('user_id', '=', userId)
  if (filter.from) query = query.where('created_at', '>=', filter.from)
  if (filter.to) query = query.where('created_at', '<', filter.to)
  if (filter.type) query = query.where('type', '=', filter.type)
  if (filter.minFen !== undefined) query = query.where(sql`abs(amount_fen)`, '>=', filter.minFen)
  if (filter.maxFen !== undefined) query = query.where(sql`abs(amount_fen)`, '<=', filter.maxFen)
  const isMoved = sql`reference <> all(${filter.undone ?? []}::text[])`
  const [rows, sums] = await Promise.all([
    query
      .select(['id', 'type', 'amount_fen', 'reference', 'created_at', FEE_OF_LINE.as('fee_fen')])
      .orderBy('seq', 'desc')
      .limit(filter.size)
      .offset(filter.page * filter.size)
      .execute(),
    query
      .select([
        sql<bigint>`count(*)`.as('total'),
        sql<bigint>`coalesce(sum(amount_fen) filter (where amount_fen > 0 and ${isMoved}), 0)::bigint`.as('in_fen'),
        sql<bigint>`coalesce(-sum(amount_fen) filter (where amount_fen < 0 and ${isMoved}), 0)::bigint`.as('out_fen'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  const lines = rows.map((row) => ({
    id: row.id,
    type: row.type,
    amountFen: row.amount_fen,
    feeFen: row.fee_fen,
    reference: row.reference,
    createdAt: row.created_at,
  }))
  return { lines, total: Number(sums.total), inFen: sums.in_fen, outFen: sums.out_fen }
}

/** Takes committed postings into the hash chain; answers how many and the chain's head. */
export async function sealCommitted(db: Db, limit: number): Promise<{ sealed: number; head: string | undefined }> {
  const { rows } = await sql<{ sealed: number }>`select ledger_seal_committed(${limit}) as sealed`.execute(db)
  const { rows: heads } = await sql<{ head: string }>`
    select encode(hash, 'hex') as head from ledger_seal order by no desc limit 1`.execute(db)
  return { sealed: rows[0]!.sealed, head: heads[0]?.head }
}
