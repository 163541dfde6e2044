import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'

export type Pending = {
  id: string
  userId: string
  accountSealed: Buffer
  accountIndex: Buffer
  accountKind: 'user-id' | 'open-id'
  profileSealed: Buffer
  isBound: boolean
}

export type Binding = {
  id: string
  userId: string
  accountSealed: Buffer
  accountKind: 'user-id' | 'open-id'
  realNameSealed: Buffer
  profileSealed: Buffer
  failedReason: string | null
  boundAt: Date
  /** Before it no payout begins; null when the owner's phone confirmed the account, or the time is over. */
  heldUntil: Date | null
}

const pendingColumns = sql<Pending>`id, user_id as "userId", account_sealed as "accountSealed",
  account_index as "accountIndex", account_kind as "accountKind", profile_sealed as "profileSealed", bound_at is not null as "isBound"`
const bindingColumns = sql<Binding>`id, user_id as "userId", account_sealed as "accountSealed",
  account_kind as "accountKind", real_name_sealed as "realNameSealed", profile_sealed as "profileSealed",
  failed_reason as "failedReason", bound_at as "boundAt",
  case when held_until > business_now() then held_until end as "heldUntil"`

export async function insertState(
  db: Db,
  state: { stateHash: Buffer; userId: string; sessionId: string },
): Promise<void> {
  await sql`insert into wallet_authorization (state_hash, user_id, session_id)
    values (${state.stateHash}, ${state.userId}, ${state.sessionId})`.execute(db)
}

/** Uses a state up; false when it is unknown, used, too old or another session's. */
export async function consumeState(
  db: Db,
  state: { stateHash: Buffer; userId: string; sessionId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update wallet_authorization set used_at = business_now()
    where state_hash = ${state.stateHash} and user_id = ${state.userId} and session_id = ${state.sessionId}
      and used_at is null and expires_at > business_now()`.execute(db)
  return numAffectedRows === 1n
}

/** Gives a state back whose exchange did not happen because the provider was not reached. */
export async function giveBackState(db: Db, stateHash: Buffer): Promise<void> {
  await sql`update wallet_authorization set used_at = null where state_hash = ${stateHash}`.execute(db)
}

export async function insertPending(
  db: Db | Tx,
  pending: Omit<Pending, 'isBound'> & { stateHash: Buffer; codeHash: Buffer },
): Promise<void> {
  await sql`insert into wallet_pending (id, user_id, state_hash, code_hash, account_sealed, account_index, account_kind, profile_sealed)
    values (${pending.id}, ${pending.userId}, ${pending.stateHash}, ${pending.codeHash}, ${pending.accountSealed},
      ${pending.accountIndex}, ${pending.accountKind}, ${pending.profileSealed})`.execute(db)
}

/** What an earlier call with the same state and code already fetched. */
export async function findPendingByCode(
  db: Db,
  by: { userId: string; stateHash: Buffer; codeHash: Buffer },
): Promise<Pending | undefined> {
  const { rows } = await sql<Pending>`select ${pendingColumns} from wallet_pending where user_id = ${by.userId}
    and state_hash = ${by.stateHash} and code_hash = ${by.codeHash} and expires_at > business_now()`.execute(db)
  return rows[0]
}

/** A person's own pending account, locked, while it is not too old. */
export async function lockPending(tx: Tx, id: string, userId: string): Promise<Pending | undefined> {
  const { rows } = await sql<Pending>`select ${pendingColumns} from wallet_pending
    where id = ${id} and user_id = ${userId} and expires_at > business_now() for update`.execute(tx)
  return rows[0]
}

export async function markPendingBound(tx: Tx, id: string): Promise<void> {
  await sql`update wallet_pending set bound_at = business_now() where id = ${id}`.execute(tx)
}

/** Answers when it was bound. Raises unique violations `wallet_binding_user` and `wallet_binding_account`. */
export async function insertBinding(
  tx: Tx,
  binding: Omit<Binding, 'failedReason' | 'boundAt' | 'heldUntil'> & { accountIndex: Buffer; heldHours: number },
): Promise<Date> {
  const heldUntil = binding.heldHours > 0 ? sql`business_now() + make_interval(hours => ${binding.heldHours})` : null
  const { rows } = await sql<{ at: Date }>`insert into wallet_binding
      (id, user_id, account_index, account_sealed, account_kind, real_name_sealed, profile_sealed, held_until)
    values (${binding.id}, ${binding.userId}, ${binding.accountIndex}, ${binding.accountSealed}, ${binding.accountKind},
      ${binding.realNameSealed}, ${binding.profileSealed}, ${heldUntil}) returning bound_at as at`.execute(tx)
  return rows[0]!.at
}

/** Whose account was held and is no longer; few, as each leaves the list when it was paid. */
export async function listReleased(db: Db): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`select user_id as "userId" from wallet_binding
    where unbound_at is null and held_until <= business_now() order by held_until`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Forgets that a person's account was held, once the time is over. */
export async function forgetHold(tx: Tx, userId: string): Promise<void> {
  await sql`update wallet_binding set held_until = null
    where user_id = ${userId} and unbound_at is null and held_until <= business_now()`.execute(tx)
}

export async function findBinding(db: Db | Tx, userId: string): Promise<Binding | undefined> {
  const { rows } = await sql<Binding>`select ${bindingColumns} from wallet_binding
    where user_id = ${userId} and unbound_at is null`.execute(db)
  return rows[0]
}

/** The lock under which payouts begin and bindings end. */
export async function lockBinding(tx: Tx, userId: string): Promise<Binding | undefined> {
  const { rows } = await sql<Binding>`select ${bindingColumns} from wallet_binding
    where user_id = ${userId} and unbound_at is null for update`.execute(tx)
  return rows[0]
}

export async function getBindingById(db: Db, id: string): Promise<Binding | undefined> {
  const { rows } = await sql<Binding>`select ${bindingColumns} from wallet_binding where id = ${id}`.execute(db)
  return rows[0]
}

/** Ends a binding and forgets what was sealed; answers when. */
export async function endBinding(tx: Tx, id: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    update wallet_binding set unbound_at = business_now(), account_sealed = null, real_name_sealed = null, profile_sealed = null
    where id = ${id} and unbound_at is null returning unbound_at as at`.execute(tx)
  return rows[0]!.at
}

export async function setFailedReason(tx: Tx, id: string, reason: string | null): Promise<void> {
  await sql`update wallet_binding set failed_reason = ${reason} where id = ${id}`.execute(tx)
}

/** Removes states and pending accounts a day after they expired. */
export async function deleteExpired(db: Db): Promise<void> {
  await sql`delete from wallet_authorization where expires_at < business_now() - interval '1 day'`.execute(db)
  await sql`delete from wallet_pending where expires_at < business_now() - interval '1 day'`.execute(db)
}
