import { sql } from 'kysely'
import { newId } from '../../platform/base/id.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { namedLock } from '../../platform/db/named-lock.ts'
import type { ClaimState, FaucetTables, VoidReason } from './tables.ts'
import type { SignedTransfer } from './token-sender.ts'

export type Claim = { id: string; publicKey: string; units: bigint; tries: number }
export type InFlight = Claim & { transfer: SignedTransfer }
/** What a claim looks like to whoever waits for it. */
export type ClaimView = { id: string; state: ClaimState; reason: VoidReason | null }

const today = sql<Date>`(business_now() at time zone 'Asia/Shanghai')::date`

/** The claim that holds an account's day, if there is one. */
export async function findToday(db: Db | Tx, publicKey: string): Promise<ClaimView | undefined> {
  return await db
    .withTables<FaucetTables>()
    .selectFrom('faucet_claim')
    .select(['id', 'state', 'reason'])
    .where('public_key', '=', publicKey)
    .where('day', '=', today)
    .where('kind', '=', 'day')
    .where('state', '<>', 'void')
    .executeTakeFirst()
}

/** How many claims of today a person has, and how many came from a network address. */
export async function countToday(tx: Tx, userId: string, network: string | null) {
  const { rows } = await sql<{ user: number; network: number }>`
    select (select count(*)::int from faucet_claim where user_id = ${userId} and day = ${today} and kind = 'day' and state <> 'void') as user,
      (select count(*)::int from faucet_claim where network = ${network} and day = ${today} and state <> 'void') as network
    `.execute(tx)
  return rows[0]!
}

/** Locks what the limits count by, so that parallel claims are counted one after the other. */
export async function lockClaimants(tx: Tx, keys: string[]): Promise<void> {
  for (const key of keys.toSorted()) await namedLock(`faucet:${key}`).execute(tx)
}

/** Reserves an account's day; undefined when it is held. */
export async function insertClaim(
  tx: Tx,
  claim: { publicKey: string; userId: string; network: string | null; units: bigint },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into faucet_claim (id, public_key, day, user_id, network, units)
    values (${newId()}, ${claim.publicKey}, ${today}, ${claim.userId}, ${claim.network}, ${claim.units})
    on conflict (public_key, day) where state <> 'void' and kind = 'day' do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/** How a claim stands. */
export async function getClaim(db: Db, id: string): Promise<ClaimView> {
  return await db
    .withTables<FaucetTables>()
    .selectFrom('faucet_claim')
    .select(['id', 'state', 'reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

const CLAIM = sql`id, public_key as "publicKey", units, tries`

/** The transfer under way. */
export async function findInFlight(db: Db): Promise<InFlight | undefined> {
  const { rows } = await sql<InFlight>`select ${CLAIM}, transfer from faucet_claim where state = 'signed'`.execute(db)
  return rows[0]
}

/** The oldest claim that waits. */
export async function findWaiting(db: Db): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    select ${CLAIM} from faucet_claim where state = 'reserved' order by seq limit 1`.execute(db)
  return rows[0]
}

/** A waiting claim's transfer goes under way; false when it no longer waits or another one is under way. */
export async function markSigned(db: Db, id: string, transfer: SignedTransfer): Promise<boolean> {
  try {
    const { numAffectedRows } = await sql`
      update faucet_claim set state = 'signed', transfer = ${JSON.stringify(transfer)}::jsonb, tries = tries + 1
      where id = ${id} and state = 'reserved'`.execute(db)
    return numAffectedRows === 1n
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** The end of a transfer, told once: `hash` names the one that is meant. */
export async function endTransfer(db: Db, claim: InFlight, end: 'received' | 'refused' | 'again'): Promise<void> {
  const state = { received: 'received', refused: 'void', again: 'reserved' }[end]
  await sql`
    update faucet_claim set state = ${state}, reason = ${end === 'refused' ? 'refused' : null},
      ended_at = ${end === 'again' ? null : sql`business_now()`}
    where id = ${claim.id} and state = 'signed' and transfer->>'hash' = ${claim.transfer.hash}`.execute(db)
}

/** A claim that waits and gets nothing. */
export async function voidWaiting(db: Db, id: string, reason: VoidReason): Promise<void> {
  await sql`update faucet_claim set state = 'void', reason = ${reason}, ended_at = business_now()
    where id = ${id} and state = 'reserved'`.execute(db)
}
