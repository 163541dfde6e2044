import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'
import type { IdentityTables, UsersTable } from '../model/tables.ts'
import { gramsOf } from './names.ts'

export type NewPerson = {
  id: string
  phoneIndex: Buffer
  phoneSealed: Buffer
  nickName: string
  role: 'member' | 'operator'
  isDemo: boolean
}

/** Adds a person unless the phone has one already. */
export async function insertPerson(tx: Db, person: NewPerson): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .insertInto('users')
    .values({
      id: person.id,
      phone_index: person.phoneIndex,
      phone_sealed: person.phoneSealed,
      nick_name: person.nickName,
      name_grams: gramsOf(person.nickName),
      real_name_sealed: null,
      avatar_file: null,
      role: person.role,
      is_demo: person.isDemo,
      interest_tag_ids: [],
      agreement: null,
      closing_at: null,
      deleted_at: null,
    })
    .onConflict((conflict) => conflict.column('phone_index').doNothing())
    .execute()
}

/** The person of a phone. */
export async function findByPhone(tx: Db, phoneIndex: Buffer): Promise<{ id: string; isClosing: boolean } | undefined> {
  const row = await tx
    .withTables<IdentityTables>()
    .selectFrom('users')
    .select(['id', 'closing_at'])
    .where('phone_index', '=', phoneIndex)
    .executeTakeFirst()
  return row && { id: row.id, isClosing: row.closing_at !== null }
}

/** Everything of a person, sealed values as they are stored. */
export function findRow(db: Db, userId: string) {
  return db.withTables<IdentityTables>().selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
}

/** What others see of people. */
export function findCards(db: Db, userIds: string[]) {
  return db
    .withTables<IdentityTables>()
    .selectFrom('users')
    .select(['id', 'nick_name', 'avatar_file', 'is_demo', 'role'])
    .where('id', 'in', userIds)
    .execute()
}

/** Ids of people whose nickname contains the text, newest first. Grams narrow, the name itself decides. */
export async function findIdsByName(db: Db, text: string, limit: number): Promise<string[]> {
  const lower = text.toLowerCase()
  const grams = [...lower].length === 1 ? [lower] : gramsOf(lower).filter((gram) => [...gram].length === 2)
  const { rows } = await sql<{ id: string }>`
    select id from users where name_grams @> ${grams}::text[] and position(${lower} in lower(nick_name)) > 0
    order by seq desc limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

export type PersonChange = Partial<
  Pick<UsersTable, 'nick_name' | 'real_name_sealed' | 'avatar_file' | 'interest_tag_ids' | 'agreement'>
>

/** Changes a person. */
export async function updatePerson(db: Db, userId: string, change: PersonChange): Promise<void> {
  const grams = change.nick_name === undefined ? {} : { name_grams: gramsOf(change.nick_name) }
  await db
    .withTables<IdentityTables>()
    .updateTable('users')
    .set({ ...change, ...grams })
    .where('id', '=', userId)
    .execute()
}
