import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'

export type WorkRow = {
  id: string
  ownerId: string
  title: string
  intro: string
  blurb: string
  labels: string[]
  environment: string
  language: string
  priceFen: bigint | null
  demoUrl: string
  openPaths: string[]
  state: 'draft' | 'online' | 'offline' | 'removed'
  isFrozen: boolean
  gets: number
  browses: number
  comments: number
  ratingSum: number
  ratingCount: number
  createdAt: Date
  publishedAt: Date | null
  renewedAt: Date
  /** The first picture of the project. */
  cover: string | null
}

/** The columns of a work `w`; the market's lists read the same. */
export const WORK_COLUMNS = sql`w.id, w.owner_id as "ownerId", w.title, w.intro, w.blurb, w.labels, w.environment, w.language,
  w.price_fen as "priceFen", w.demo_url as "demoUrl", w.open_paths as "openPaths", w.state, w.is_frozen as "isFrozen", w.gets, w.browses, w.comments,
  w.rating_sum as "ratingSum", w.rating_count as "ratingCount", w.created_at as "createdAt",
  w.published_at as "publishedAt", w.renewed_at as "renewedAt",
  (select p.id from code_pictures p where p.work_id = w.id and p.kind = 'project' order by p.seq limit 1) as cover`

type NewWork = { id: string; ownerId: string; title: string; intro: string; blurb: string; most: number }

/** Adds a draft unless its owner has so many works already. @returns whether it was added */
export async function insertWork(db: Db, { id, ownerId, title, intro, blurb, most }: NewWork): Promise<boolean> {
  const { rows } = await sql`
    insert into code_works (id, owner_id, title, intro, blurb)
    select ${id}, ${ownerId}, ${title}, ${intro}, ${blurb}
    where (select count(*) from code_works where owner_id = ${ownerId}) < ${most}
    returning id`.execute(db)
  return rows.length > 0
}

export async function findWork(db: Db | Tx, id: string): Promise<WorkRow | undefined> {
  const { rows } = await sql<WorkRow>`select ${WORK_COLUMNS} from code_works w where id = ${id}`.execute(db)
  return rows[0]
}

/** The titles of these works, by id. */
export async function findTitles(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from code_works where id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Has other changes of a work wait until the transaction ends. @returns the work of this owner */
export async function lockWork(tx: Tx, id: string, ownerId: string): Promise<WorkRow | undefined> {
  const { rows } = await sql<WorkRow>`
    select ${WORK_COLUMNS} from code_works w where id = ${id} and owner_id = ${ownerId} for update`.execute(tx)
  return rows[0]
}

/** Works of one person, newest first. */
export async function listOwnWorks(db: Db, ownerId: string, most: number): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`
    select ${WORK_COLUMNS} from code_works w where owner_id = ${ownerId} order by seq desc limit ${most}`.execute(db)
  return rows
}

export type WorkChange = Partial<
  Pick<WorkRow, 'title' | 'intro' | 'blurb' | 'labels' | 'environment' | 'language' | 'demoUrl' | 'openPaths'>
>

/** Writes the parts that are given; others stay. The caller has locked the work. */
export async function changeWork(tx: Tx, id: string, change: WorkChange): Promise<void> {
  const { labels, openPaths } = change
  await sql`update code_works set
    title = coalesce(${change.title ?? null}, title), intro = coalesce(${change.intro ?? null}, intro),
    blurb = coalesce(${change.blurb ?? null}, blurb), labels = coalesce(${labels ?? null}::text[], labels),
    environment = coalesce(${change.environment ?? null}, environment),
    language = coalesce(${change.language ?? null}, language),
    demo_url = coalesce(${change.demoUrl ?? null}, demo_url),
    open_paths = coalesce(${openPaths ?? null}::text[], open_paths) where id = ${id}`.execute(tx)
}

/** How many versions of a work can be checked out. */
export async function hasSource(db: Db | Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from code_versions where work_id = ${id} and tree_digest <> '' limit 1`.execute(db)
  return rows.length > 0
}

/** Which of these works can be checked out. */
export async function listWithSource(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct work_id as id from code_versions where work_id = any(${ids}) and tree_digest <> ''`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Shows a work. Showing it again changes nothing. @returns false when it is taken down */
export async function putOnline(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update code_works set state = 'online', published_at = coalesce(published_at, business_now())
    where id = ${id} and state <> 'removed' returning id`.execute(tx)
  return rows.length > 0
}

/** A draft stays a draft, and what is taken down stays down. */
export async function takeOffline(db: Db, id: string): Promise<void> {
  await sql`update code_works set state = 'offline' where id = ${id} and state = 'online'`.execute(db)
}

/** Notes that somebody looked at a work, once a day; its author's own looks count nothing. */
export async function countBrowse(db: Db, id: string, userId: string): Promise<void> {
  await sql`insert into code_browses (work_id, user_id, day)
    select id, ${userId}, (business_now() at time zone 'Asia/Shanghai')::date from code_works
    where id = ${id} and state = 'online' and owner_id <> ${userId} on conflict do nothing`.execute(db)
}
