import { FEATURED_PLACES } from '@trove/contract/code/slots'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { WORK_COLUMNS, type WorkRow } from '../works/store.ts'

/** Works of the featured row that are online, by place; the rest of the row are those most persons have. */
export async function listFeatured(db: Db): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`
    with placed as (select s.place, s.work_id from code_slots s join code_works o on o.id = s.work_id
        where o.state = 'online'),
      others as (select o.id from code_works o where o.state = 'online'
        and not exists (select from placed p where p.work_id = o.id)
        order by o.gets desc, o.seq desc limit ${FEATURED_PLACES})
    select ${WORK_COLUMNS} from code_works w left join placed p on p.work_id = w.id
    where w.id in (select work_id from placed union all select id from others)
    order by p.place nulls last, w.gets desc, w.seq desc limit ${FEATURED_PLACES}`.execute(db)
  return rows
}

export type Slot = { place: number } & Pick<WorkRow, 'id' | 'title' | 'state' | 'ownerId'>

/** The places that are taken. */
export async function listSlots(db: Db): Promise<Slot[]> {
  const { rows } = await sql<Slot>`
    select s.place, w.id, w.title, w.state, w.owner_id as "ownerId"
    from code_slots s join code_works w on w.id = s.work_id order by s.place`.execute(db)
  return rows
}

/**
 * Puts a work that is online into a place, and takes it out of the one it had.
 * @returns false when there is no such work online
 */
export async function setSlot(tx: Tx, place: number, workId: string): Promise<boolean> {
  // Two editors at once: one after the other, so that no work stands twice.
  await sql`lock table code_slots in share row exclusive mode`.execute(tx)
  await sql`delete from code_slots where work_id = ${workId} or place = ${place}`.execute(tx)
  const { rows } = await sql`
    insert into code_slots (place, work_id) select ${place}, id from code_works
    where id = ${workId} and state = 'online' returning place`.execute(tx)
  return rows.length > 0
}

/** @returns whether something stood there */
export async function clearSlot(tx: Tx, place: number): Promise<boolean> {
  const { rows } = await sql`delete from code_slots where place = ${place} returning place`.execute(tx)
  return rows.length > 0
}
