import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { type Block, FORGOTTEN, type RightsRow, ROW } from './store.ts'

/** Versions that their authors anchor themselves, and by which accounts. */

/** The chain account by which an author anchors; undefined while the market's does it. */
export async function findAccount(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select address from code_rights_accounts where user_id = ${userId}`.execute(db)
  return rows[0]?.address
}

/** Links an account, or with undefined none. Versions for which nothing is signed yet follow. */
export async function linkAccount(tx: Tx, userId: string, address: string | undefined): Promise<void> {
  if (address === undefined) await sql`delete from code_rights_accounts where user_id = ${userId}`.execute(tx)
  else
    await sql`
      insert into code_rights_accounts (user_id, address) values (${userId}, ${address})
      on conflict (user_id) do update set address = excluded.address, linked_at = business_now()`.execute(tx)
  await sql`
    update code_rights r set is_own = ${address !== undefined}, address = ${address ?? null}, checked_at = null
    from code_works w
    where w.id = r.work_id and w.owner_id = ${userId} and r.state = 'waiting' and r.call_hash is null`.execute(tx)
}

const LEFT_DAYS = 7

/**
 * Versions whose authors had not anchored them when they were looked at some days after they could: the market does it. The
 * days begin anew with the account they name.
 */
export async function takeOverLeft(db: Db): Promise<void> {
  await sql`
    update code_rights r set is_own = false, address = null, state = 'waiting', ${FORGOTTEN}
    from code_works w left join code_rights_accounts a on a.user_id = w.owner_id
    where w.id = r.work_id and r.is_own and r.state in ('waiting', 'committed')
      and r.checked_at > greatest(r.created_at, a.linked_at) + make_interval(days => ${LEFT_DAYS})`.execute(db)
}

/** A version that its author anchors, with the block of its commitment once that was seen. */
export type OwnRow = RightsRow & { address: string; committedHash: string | null; committedAt: Date | null }

const LOOKED_AT_ONCE = 100
const OPEN = sql`is_own and state in ('waiting', 'committed')`

/** Whether anything waits for its author on the chain. */
export async function hasOpen(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from code_rights where ${OPEN} limit 1`.execute(db)
  return rows.length > 0
}

/** What waits for its author: first what they say they have signed, then what was not looked at for longest. */
export async function listOpen(db: Db): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select ${ROW}, committed_hash as "committedHash", committed_at as "committedAt" from code_rights where ${OPEN}
    order by checked_at nulls first limit ${LOOKED_AT_ONCE}`.execute(db)
  return rows
}

/** What the chain says of a version that its author anchors. */
export type OwnStanding =
  | { state: 'waiting' }
  | { state: 'committed'; committed: Block }
  | { state: 'revealed'; isCommitmentSeen: boolean; committed: Block; revealed: Block }
  | { state: 'earlier'; address: string; block: number }
type Look = { standing: OwnStanding; commitment: string; genesisHash: string }

/** Notes a look at the chain and what was new; nothing when the version went on meanwhile. */
export async function noteLook(db: Db, row: OwnRow, found?: Look): Promise<void> {
  await sql`
    update code_rights set checked_at = business_now() ${found ? changeOf(found) : sql``}
    where work_id = ${row.workId} and number = ${row.number} and is_own and state = ${row.state}
      and address = ${row.address}`.execute(db)
}

function changeOf({ standing, commitment, genesisHash }: Look) {
  if (standing.state === 'waiting') return sql`, state = 'waiting', ${FORGOTTEN}`
  const signed = sql`, state = ${standing.state}, commitment = ${commitment}, genesis_hash = ${genesisHash}`
  if (standing.state === 'earlier')
    return sql`${signed}, earlier_address = ${standing.address}, earlier_block = ${standing.block}`
  const { number, hash, at } = standing.committed
  const committed = sql`${signed}, committed_block = ${number}, committed_hash = ${hash}, committed_at = ${at}`
  if (standing.state === 'committed') return committed
  const { revealed, isCommitmentSeen } = standing
  return sql`${committed}, revealed_block = ${revealed.number}, revealed_hash = ${revealed.hash},
    revealed_at = ${revealed.at}, is_commitment_seen = ${isCommitmentSeen}`
}

/** Has a version looked at before others. */
export async function lookSoon(db: Db, workId: string, number: number): Promise<void> {
  await sql`update code_rights set checked_at = null where work_id = ${workId} and number = ${number} and ${OPEN}`.execute(
    db,
  )
}
