import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { SignedRights } from '../model/rights-chain.ts'

/** How far a version has come on the chain; `earlier` stands from an earlier commitment of somebody else, `refused` was tried in vain. */
export type RightsState = 'waiting' | 'committed' | 'revealed' | 'earlier' | 'refused'

export type RightsRow = {
  workId: string
  number: number
  contentHash: string
  salt: string
  state: RightsState
  tries: number
  /** Who signs for it, or signed; null while nobody is chosen. */
  address: string | null
  commitment: string | null
  committedBlock: number | null
}

/** Versions a call anchors at most. */
const AT_ONCE = 40
export const ROW = sql`work_id as "workId", number, content_hash as "contentHash", salt, state, tries, address, commitment,
  committed_block as "committedBlock"`
/** What a row had of a commitment that does not stand any more. */
export const FORGOTTEN = sql`genesis_hash = null, commitment = null, committed_block = null, committed_hash = null,
  committed_at = null`

/** A commitment that is made again; its deposit stays with the account until that releases it. */
export type LeftCommitment = { workId: string; number: number; address: string; commitment: string }

/** Has commitments that were made on another chain than this one, or by another account of the market, made again. */
export async function restartOthers(db: Db, genesisHash: string, address: string): Promise<LeftCommitment[]> {
  const { rows } = await sql<LeftCommitment>`
    update code_rights r set state = 'waiting', address = case when r.is_own then r.address end, ${FORGOTTEN}
    from (
      select work_id, number, address, commitment from code_rights
      where state = 'committed' and call_hash is null
        and (genesis_hash <> ${genesisHash} or (not is_own and address <> ${address}))
      for update
    ) old
    where r.work_id = old.work_id and r.number = old.number
    returning r.work_id as "workId", r.number, old.address, old.commitment`.execute(db)
  return rows
}

/** What the market may reveal, or when there is nothing of that what waits to be committed, the oldest first. */
export async function listReady(db: Db): Promise<RightsRow[]> {
  for (const state of ['committed', 'waiting'] as const) {
    const { rows } = await sql<RightsRow>`
      select ${ROW} from code_rights where state = ${state} and call_hash is null and not is_own
      order by seq limit ${AT_ONCE}`.execute(db)
    if (rows.length > 0) return rows
  }
  return []
}

/** The call under way. */
export async function findOpenCall(db: Db): Promise<SignedRights | undefined> {
  const { rows } = await sql<{ signed: SignedRights }>`
    select signed from code_anchor_calls where ended_at is null`.execute(db)
  return rows[0]?.signed
}

/** Calls that have ended without all of what they were for being known. */
export async function listLeftCalls(db: Db): Promise<SignedRights[]> {
  const { rows } = await sql<{ signed: SignedRights }>`
    select signed from code_anchor_calls c where ended_at is not null
      and hash in (select call_hash from code_rights where call_hash is not null) order by created_at`.execute(db)
  return rows.map(({ signed }) => signed)
}

type Begun = { signed: SignedRights; address: string; rows: (RightsRow & { commitment: string })[] }

/** Notes a signed call with what it is for. False when another is under way, or one of these is not ready any more. */
export async function beginCall(db: Db, { signed, address, rows }: Begun): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    const noted = await sql`
      insert into code_anchor_calls (hash, signed) values (${signed.hash}, ${JSON.stringify(signed)}::jsonb)
      on conflict do nothing returning hash`.execute(tx)
    if (noted.rows.length === 0) return false
    const { rows: marked } = await sql`
      update code_rights r set call_hash = ${signed.hash}, address = ${address}, genesis_hash = ${signed.genesisHash},
        commitment = g.commitment
      from unnest(${rows.map(({ workId }) => workId)}::text[], ${rows.map(({ number }) => number)}::int[],
        ${rows.map(({ commitment }) => commitment)}::text[]) as g(work_id, number, commitment)
      where r.work_id = g.work_id and r.number = g.number and r.state = ${rows[0]!.state} and r.call_hash is null
        and not r.is_own
      returning r.seq`.execute(tx)
    if (marked.length === rows.length) return true
    throw new NotReady()
  }).catch((error: unknown) => {
    if (error instanceof NotReady) return false
    throw error
  })
}

class NotReady extends Error {}

/** What a call was for. */
export async function listOfCall(db: Db, hash: string): Promise<RightsRow[]> {
  const { rows } = await sql<RightsRow>`select ${ROW} from code_rights where call_hash = ${hash} order by seq`.execute(
    db,
  )
  return rows
}

/** As the node had it when it was asked: without its hash where it did not have the block, without its time where not its state. */
export type Block = { number: number; hash: string | null; at: Date | null }
/** What the chain says of a version after a call. */
export type Standing =
  | { state: 'committed'; block: Block }
  | { state: 'revealed'; block: Block }
  | { state: 'earlier'; address: string; block: number }
  /** isCounted: a block has the call, which did not do it. */
  | { state: 'again'; isCounted: boolean }
  | { state: 'refused' }

/**
 * Ends a call with what the chain says of versions it was for; each once, whoever asks. Those of which nothing is known stay
 * with it.
 */
export async function endCall(db: Db, hash: string, found: { row: RightsRow; standing: Standing }[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`update code_anchor_calls set ended_at = business_now() where hash = ${hash} and ended_at is null`.execute(
      tx,
    )
    for (const { row, standing } of found)
      await sql`
        update code_rights set call_hash = null, ${changeOf(row, standing)}
        where work_id = ${row.workId} and number = ${row.number} and call_hash = ${hash} and state = ${row.state}`.execute(
        tx,
      )
  })
}

function changeOf({ state }: RightsRow, standing: Standing) {
  switch (standing.state) {
    case 'committed': {
      const { number, hash, at } = standing.block
      return sql`state = 'committed', tries = 0, committed_block = ${number}, committed_hash = ${hash}, committed_at = ${at}`
    }
    case 'revealed': {
      const { number, hash, at } = standing.block
      return sql`state = 'revealed', tries = 0, revealed_block = ${number}, revealed_hash = ${hash}, revealed_at = ${at},
        checked_at = business_now()`
    }
    case 'earlier':
      return sql`state = 'earlier', earlier_address = ${standing.address}, earlier_block = ${standing.block}`
    case 'refused':
      return sql`state = 'refused', tries = tries + 1`
    default:
      return sql`state = ${state}, tries = tries + ${standing.isCounted ? 1 : 0}::int`
  }
}

const CHECKED_AT_ONCE = 200

/** Revealed versions whose contest is not known to be over and which nobody looked at for an hour. */
export async function listContested(db: Db): Promise<(RightsRow & { revealedBlock: number })[]> {
  const { rows } = await sql<RightsRow & { revealedBlock: number }>`
    select ${ROW}, revealed_block as "revealedBlock" from code_rights
    where state = 'revealed' and not is_final and checked_at < business_now() - interval '1 hour'
    order by checked_at limit ${CHECKED_AT_ONCE}`.execute(db)
  return rows
}

/** Notes what a look at a contested version found. */
export async function noteContest(
  db: Db,
  { workId, number }: RightsRow,
  found: { isFinal: boolean } | { address: string; block: number },
): Promise<void> {
  const change =
    'isFinal' in found
      ? sql`is_final = ${found.isFinal}, checked_at = business_now()`
      : sql`state = 'earlier', earlier_address = ${found.address}, earlier_block = ${found.block}`
  await sql`
    update code_rights set ${change} where work_id = ${workId} and number = ${number} and state = 'revealed'`.execute(
    db,
  )
}

/** What a certificate shows. */
export type CertificateRow = RightsRow & {
  genesisHash: string | null
  committedHash: string | null
  committedAt: Date | null
  revealedBlock: number | null
  revealedHash: string | null
  revealedAt: Date | null
  earlierAddress: string | null
  earlierBlock: number | null
  isFinal: boolean
  /** Whether the author signs, by the account in `address`. */
  isOwn: boolean
  isCommitmentSeen: boolean
}

/** A version as it stands on the chain; undefined while it was never asked for. */
export async function findRights(db: Db, workId: string, number: number): Promise<CertificateRow | undefined> {
  const { rows } = await sql<CertificateRow>`
    select ${ROW}, genesis_hash as "genesisHash", committed_hash as "committedHash", committed_at as "committedAt",
      revealed_block as "revealedBlock", revealed_hash as "revealedHash", revealed_at as "revealedAt",
      earlier_address as "earlierAddress", earlier_block as "earlierBlock", is_final as "isFinal",
      is_own as "isOwn", is_commitment_seen as "isCommitmentSeen"
    from code_rights where work_id = ${workId} and number = ${number}`.execute(db)
  return rows[0]
}
