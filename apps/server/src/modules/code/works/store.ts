import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

export type WorkRow = {
  id: string
  ownerId: string
  title: string
  intro: string
  state: 'draft' | 'online' | 'offline'
  createdAt: Date
}

const COLUMNS = sql`id, owner_id as "ownerId", title, intro, state, created_at as "createdAt"`

/** Adds a draft unless its owner has so many works already. @returns whether it was added */
export async function insertWork(
  db: Db,
  { id, ownerId, title, intro, most }: { id: string; ownerId: string; title: string; intro: string; most: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into code_works (id, owner_id, title, intro)
    select ${id}, ${ownerId}, ${title}, ${intro}
    where (select count(*) from code_works where owner_id = ${ownerId}) < ${most}
    returning id`.execute(db)
  return rows.length > 0
}

export async function findWork(db: Db, id: string): Promise<WorkRow | undefined> {
  const { rows } = await sql<WorkRow>`select ${COLUMNS} from code_works where id = ${id}`.execute(db)
  return rows[0]
}

/** Works of one person, newest first. */
export async function listOwnWorks(db: Db, ownerId: string, most: number): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`
    select ${COLUMNS} from code_works where owner_id = ${ownerId} order by seq desc limit ${most}`.execute(db)
  return rows
}

/** Shows a work that has a version. Showing it again changes nothing. @returns whether it is shown now */
export async function putOnline(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update code_works as w set state = 'online'
    where id = ${id} and exists (select from code_versions as v where v.work_id = w.id and v.tree_digest <> '')
    returning id`.execute(db)
  return rows.length > 0
}

/** A draft stays a draft. */
export async function takeOffline(db: Db, id: string): Promise<void> {
  await sql`update code_works set state = 'offline' where id = ${id} and state = 'online'`.execute(db)
}
