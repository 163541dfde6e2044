import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { namedLock } from '../../platform/db/named-lock.ts'

export type PasskeyRow = {
  id: string
  name: string
  publicKey: Buffer
  counter: bigint
  transports: string[]
  createdAt: Date
  usedAt: Date | null
}

/** What a person's factors are is decided under this lock, until the transaction ends. */
export async function lockFactors(tx: Tx, userId: string): Promise<void> {
  await namedLock(`factors:${userId}`).execute(tx)
}

/** The state of a person's factors and of this session. */
export async function readState(db: Db, userId: string, sessionId: string, freshSeconds: number) {
  const { rows } = await sql<{ hasTotp: boolean; hasPasskey: boolean; recoveryLeft: number; isFresh: boolean }>`
    select exists (select from second_factor_totp where user_id = ${userId} and confirmed_at is not null) as "hasTotp",
      exists (select from second_factor_passkey where user_id = ${userId}) as "hasPasskey",
      (select count(*)::int from second_factor_recovery where user_id = ${userId} and used_at is null) as "recoveryLeft",
      exists (select from second_factor_proof where session_id = ${sessionId} and user_id = ${userId}
        and proved_at > now() - make_interval(secs => ${freshSeconds})) as "isFresh"`.execute(db)
  return rows[0]!
}

/** A secret that counts once a code of it was typed; a confirmed one stays. False when there is one already. */
export async function putPendingTotp(tx: Tx, userId: string, secretSealed: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into second_factor_totp as t (user_id, secret_sealed)
    values (${userId}, ${secretSealed}) on conflict (user_id) do update
    set secret_sealed = excluded.secret_sealed, created_at = now(), last_step = 0
    where t.confirmed_at is null`.execute(tx)
  return numAffectedRows === 1n
}

export type TotpRow = { secretSealed: Buffer; isConfirmed: boolean; lastStep: bigint; nowSeconds: number }

/** The secret with its row locked, and the database's clock. */
export async function lockTotp(tx: Tx, userId: string): Promise<TotpRow | undefined> {
  const { rows } = await sql<TotpRow>`select secret_sealed as "secretSealed", confirmed_at is not null as "isConfirmed",
      last_step as "lastStep", extract(epoch from clock_timestamp())::float8 as "nowSeconds"
    from second_factor_totp where user_id = ${userId} for update`.execute(tx)
  return rows[0]
}

/** Notes that the code of a step was used: it and older ones count no more. */
export async function useStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update second_factor_totp
    set last_step = ${step}, confirmed_at = coalesce(confirmed_at, now())
    where user_id = ${userId} and last_step < ${step}`.execute(tx)
  return numAffectedRows === 1n
}

export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`select id, name, public_key as "publicKey", counter, transports,
      created_at as "createdAt", used_at as "usedAt"
    from second_factor_passkey where user_id = ${userId} order by created_at, id`.execute(db)
  return rows
}

export type NewPasskey = Pick<PasskeyRow, 'id' | 'name' | 'publicKey' | 'counter' | 'transports'>

/** False when that key is registered already. */
export async function insertPasskey(tx: Tx, userId: string, key: NewPasskey): Promise<boolean> {
  const { numAffectedRows } =
    await sql`insert into second_factor_passkey (id, user_id, name, public_key, counter, transports)
    values (${key.id}, ${userId}, ${key.name}, ${key.publicKey}, ${key.counter}, ${key.transports}) on conflict do nothing`.execute(
      tx,
    )
  return numAffectedRows === 1n
}

/** Moves a key's counter on; a key that counts and goes back is a copy. */
export async function usePasskey(tx: Tx, userId: string, id: string, counter: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update second_factor_passkey set counter = ${counter}, used_at = now()
    where id = ${id} and user_id = ${userId} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`.execute(tx)
  return numAffectedRows === 1n
}

/** Puts new recovery codes in place of the former. */
export async function replaceRecovery(tx: Tx, userId: string, hashes: Buffer[]): Promise<void> {
  await sql`delete from second_factor_recovery where user_id = ${userId}`.execute(tx)
  await sql`insert into second_factor_recovery (user_id, code_hash)
    select ${userId}, h from unnest(${hashes}::bytea[]) h`.execute(tx)
}

/** Uses a recovery code up; false when it is none, or was used. */
export async function useRecovery(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`update second_factor_recovery set used_at = now()
    where user_id = ${userId} and code_hash = ${hash} and used_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** A factor was shown in this session. */
export async function noteProof(tx: Tx, userId: string, sessionId: string): Promise<void> {
  await sql`insert into second_factor_proof (session_id, user_id) values (${sessionId}, ${userId})
    on conflict (session_id) do update set user_id = excluded.user_id, proved_at = now()`.execute(tx)
}

type Purpose = 'enrol' | 'prove'

/** Asks a question to a passkey in place of the one before. */
export async function putChallenge(
  db: Db,
  { userId, sessionId, purpose, challenge }: { userId: string; sessionId: string; purpose: Purpose; challenge: string },
): Promise<void> {
  await sql`insert into second_factor_challenge (session_id, purpose, user_id, challenge, expires_at)
    values (${sessionId}, ${purpose}, ${userId}, ${challenge}, now() + interval '5 minutes')
    on conflict (session_id, purpose) do update
    set user_id = excluded.user_id, challenge = excluded.challenge, expires_at = excluded.expires_at`.execute(db)
}

/** The open question, which is answered by this. */
export async function takeChallenge(db: Db, userId: string, sessionId: string, purpose: Purpose) {
  const { rows } = await sql<{ challenge: string; isOpen: boolean }>`delete from second_factor_challenge
    where session_id = ${sessionId} and user_id = ${userId} and purpose = ${purpose}
    returning challenge, expires_at > now() as "isOpen"`.execute(db)
  return rows[0]?.isOpen ? rows[0].challenge : undefined
}

/** Removes one factor; with the last one go the recovery codes, and whatever was begun under its protection. */
export async function removeOne(tx: Tx, userId: string, which: { passkeyId?: string }): Promise<boolean> {
  await lockFactors(tx, userId)
  const { numAffectedRows } = await (which.passkeyId === undefined
    ? sql`delete from second_factor_totp where user_id = ${userId} and confirmed_at is not null`
    : sql`delete from second_factor_passkey where user_id = ${userId} and id = ${which.passkeyId}`
  ).execute(tx)
  await sql`delete from second_factor_recovery where user_id = ${userId}
    and not exists (select from second_factor_totp where user_id = ${userId} and confirmed_at is not null)
    and not exists (select from second_factor_passkey where user_id = ${userId})`.execute(tx)
  await sql`delete from second_factor_challenge where user_id = ${userId}
    and not exists (select from second_factor_totp where user_id = ${userId} and confirmed_at is not null)
    and not exists (select from second_factor_passkey where user_id = ${userId})`.execute(tx)
  await sql`delete from second_factor_totp where user_id = ${userId} and confirmed_at is null
    and not exists (select from second_factor_passkey where user_id = ${userId})`.execute(tx)
  return numAffectedRows === 1n
}

/** Removes all factors of a person, what was shown with them, and what was begun. */
export async function removeAll(tx: Tx, userId: string): Promise<void> {
  await lockFactors(tx, userId)
  await sql`delete from second_factor_challenge where user_id = ${userId}`.execute(tx)
  await sql`delete from second_factor_totp where user_id = ${userId}`.execute(tx)
  await sql`delete from second_factor_passkey where user_id = ${userId}`.execute(tx)
  await sql`delete from second_factor_recovery where user_id = ${userId}`.execute(tx)
  await sql`delete from second_factor_proof where user_id = ${userId}`.execute(tx)
}

/** Deletes what has expired: proofs, challenges, and unconfirmed secrets. */
export async function sweep(db: Db): Promise<void> {
  await sql`delete from second_factor_proof where proved_at < now() - interval '1 hour'`.execute(db)
  await sql`delete from second_factor_challenge where expires_at < now()`.execute(db)
  await sql`delete from second_factor_totp where confirmed_at is null and created_at < now() - interval '1 hour'`.execute(
    db,
  )
}
