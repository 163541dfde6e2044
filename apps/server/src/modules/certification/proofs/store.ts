import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { namedLock } from '../../../platform/db/named-lock.ts'

export type ProofRow = {
  id: string
  userId: string
  repository: string
  branch: string
  state: 'waiting' | 'proven'
  commits: number
  isMore: boolean
  authors: number
  firstAt: Date | null
  lastAt: Date | null
  provenAt: Date | null
}
export type History = { commits: number; isMore: boolean; authors: number; firstAt: Date; lastAt: Date }

const columns = sql`id, user_id as "userId", repository, branch, state, commits, is_more as "isMore", authors,
  first_at as "firstAt", last_at as "lastAt", proven_at as "provenAt"`

/** The repositories a person named, oldest first. */
export async function listProofs(db: Db, userId: string): Promise<ProofRow[]> {
  const { rows } = await sql<ProofRow>`select ${columns} from certification_code_proofs
    where user_id = ${userId} order by seq`.execute(db)
  return rows
}

/** The repositories of one person are added in turns, until the transaction ends. */
export async function takeTurn(tx: Tx, userId: string): Promise<void> {
  await namedLock(`certification-code:${userId}`).execute(tx)
}

/** Adds a repository; undefined when the person named it before. */
export async function insertProof(
  tx: Tx,
  { id, userId, repository, branch }: Pick<ProofRow, 'id' | 'userId' | 'repository' | 'branch'>,
): Promise<ProofRow | undefined> {
  const { rows } = await sql<ProofRow>`insert into certification_code_proofs (id, user_id, repository, branch)
    values (${id}, ${userId}, ${repository}, ${branch}) on conflict (user_id, repository) do nothing
    returning ${columns}`.execute(tx)
  return rows[0]
}

/** Writes down that the branch was found; undefined when the repository was taken back meanwhile. */
export async function settleProof(db: Db, id: string, history: History): Promise<ProofRow | undefined> {
  const { commits, isMore, authors, firstAt, lastAt } = history
  const { rows } = await sql<ProofRow>`update certification_code_proofs set state = 'proven', commits = ${commits},
      is_more = ${isMore}, authors = ${authors}, first_at = ${firstAt}, last_at = ${lastAt}, proven_at = business_now()
    where id = ${id} returning ${columns}`.execute(db)
  return rows[0]
}

/** @returns whether it was there and the person's own */
export async function deleteProof(db: Db, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from certification_code_proofs
    where id = ${id} and user_id = ${userId}`.execute(db)
  return numAffectedRows === 1n
}

export async function forgetProofs(tx: Tx, userId: string): Promise<void> {
  await sql`delete from certification_code_proofs where user_id = ${userId}`.execute(tx)
}
