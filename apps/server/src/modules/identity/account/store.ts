import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { IdentityTables } from '../model/tables.ts'

/** Locks a person who is still there until the transaction ends. */
/** Whether the account exists; its row is locked against erasure until the transaction ends. */
export async function holdPerson(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .withTables<IdentityTables>()
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

/** What a person's number is known again by for one purpose, also after the account was deleted; undefined once it is. */
export async function markOfPhone(db: Db | Tx, userId: string, purpose: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ mark: Buffer }>`select sha256(convert_to(${purpose}, 'UTF8') || phone_index) as mark
    from users where id = ${userId} and phone_index is not null`.execute(db)
  return rows[0]?.mark
}

export async function lockPerson(tx: Tx, userId: string) {
  return tx
    .withTables<IdentityTables>()
    .selectFrom('users')
    .select(['id', 'phone_index', 'phone_sealed', 'closing_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Whether a session is open, and was opened so many minutes ago or longer. */
export async function isKnownSession(tx: Tx, id: string, minutes: number): Promise<boolean> {
  const { rows } = await sql`select from sessions where id = ${id} and revoked_at is null and expires_at > now()
    and created_at <= now() - make_interval(mins => ${minutes})`.execute(tx)
  return rows.length > 0
}

/** Marks the account as being closed, from now on; false when it is already. */
export async function beginClosing(tx: Tx, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update users set closing_at = business_now()
    where id = ${userId} and closing_at is null and deleted_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** The account stays after all. */
export async function endClosing(tx: Tx, userId: string): Promise<void> {
  await sql`update users set closing_at = null where id = ${userId} and closing_at is not null`.execute(tx)
}

/** Some of the accounts that were asked to be deleted at least so long ago, by id from after one on. */
export async function listClosing(
  db: Db,
  { seconds, limit, after }: { seconds: number; limit: number; after: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where closing_at <= business_now() - make_interval(secs => ${seconds}) and id > ${after}
    order by id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Gives a person another number; false when the former one is not theirs any more. Raises `users_phone_index_key`. */
export async function setPhone(
  tx: Tx,
  userId: string,
  phone: { former: Buffer; index: Buffer; sealed: Buffer },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update users set phone_index = ${phone.index}, phone_sealed = ${phone.sealed}
    where id = ${userId} and phone_index = ${phone.former} and closing_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Deletes the devices and messages of a number that no account has any more. */
export async function forgetNumber(tx: Tx, phoneIndex: Buffer): Promise<void> {
  for (const table of ['known_devices', 'sms_codes', 'sms_outbox'])
    await sql`delete from ${sql.table(table)} where phone_index = ${phoneIndex}`.execute(tx)
}
