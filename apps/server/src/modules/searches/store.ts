import { NEW_COUNT_MAX } from '@trove/contract/searches/routes'
import { sql } from 'kysely'
import { newId } from '../../platform/base/id.ts'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { namedLock } from '../../platform/db/named-lock.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Filter } from './kinds.ts'

export type SearchRow = {
  id: string
  kind: string
  name: string
  filter: Filter
  hasNotice: boolean
  /** The hour it asks for has begun. */
  isOver: boolean
  newCount: number
  createdAt: Date
}

const IS_OVER = sql`coalesce(ends_at <= business_now(), false)`
const COLUMNS = sql`id, kind, name, filter, has_notice as "hasNotice", ${IS_OVER} as "isOver", created_at as "createdAt",
  (select count(*)::int from (select from saved_search_finds f
    where f.search_id = saved_searches.id and f.seq > saved_searches.seen_seq limit ${NEW_COUNT_MAX}) found) as "newCount"`
/** Changes that get a number by one statement. */
const NUMBERED_AT_ONCE = 10_000
/** Changes deleted in one run. */
const FORGOTTEN_MOST = 10_000
const KEPT_DAYS = 30
/** Offers a search remembers that it was told of. */
const FINDS_KEPT = 5000

/** Numbers all changes of the markets that were committed so far, and returns the last number given. */
export async function numberChanges(db: Db): Promise<bigint> {
  let numbered: { count: number; last: bigint }
  do numbered = await inTransaction(db, numberSome)
  while (numbered.count === NUMBERED_AT_ONCE)
  return numbered.last
}

/** Only rows of ended transactions are numbered, under one lock: so no lower number ever shows up after a higher one. */
async function numberSome(tx: Tx): Promise<{ count: number; last: bigint }> {
  await namedLock('searches.changes').execute(tx)
  const { numAffectedRows } = await sql`update market_changes c set seq = nextval('market_changes_seq') from (
      select id from market_changes where seq is null order by id limit ${NUMBERED_AT_ONCE}) fresh
    where c.id = fresh.id`.execute(tx)
  const { rows } = await sql<{ last: bigint }>`select case when is_called then last_value else 0 end as last
    from market_changes_seq`.execute(tx)
  return { count: Number(numAffectedRows), last: rows[0]!.last }
}

/** Deletes some of the changes that are older than any search looks back. */
export async function forgetChanges(db: Db): Promise<void> {
  await sql`delete from market_changes where id in (select id from market_changes
    where at < business_now() - make_interval(days => ${KEPT_DAYS}) order by at limit ${FORGOTTEN_MOST})`.execute(db)
}

type NewSearch = {
  userId: string
  kind: string
  name: string
  filter: Filter
  endsAt: Date | undefined
  lookedSeq: bigint
}

/** Saves one unless the person has so many already: undefined then. */
export async function insertSearch(tx: Tx, search: NewSearch, most: number): Promise<SearchRow | undefined> {
  const { userId, kind, name, filter, endsAt = null, lookedSeq } = search
  // Two at once would both find a free place.
  await namedLock(`searches:${userId}`).execute(tx)
  const { rows } =
    await sql<SearchRow>`insert into saved_searches (id, user_id, kind, name, filter, ends_at, looked_seq)
    select ${newId()}, ${userId}, ${kind}, ${name}, ${JSON.stringify(filter)}::jsonb,
      ${endsAt}::timestamptz, ${lookedSeq}::bigint
    where (select count(*) from saved_searches where user_id = ${userId}) < ${most}::int
    returning ${COLUMNS}`.execute(tx)
  return rows[0]
}

type Change = { id: string; name: string | undefined; hasNotice: boolean | undefined; lookedSeq: bigint }

/** Changes one of this person. With the notice switched on, what came before counts no more. */
export async function changeSearch(db: Db, userId: string, change: Change): Promise<SearchRow | undefined> {
  const { id, name = null, hasNotice = null, lookedSeq } = change
  const { rows } = await sql<SearchRow>`update saved_searches set name = coalesce(${name}::text, name),
      has_notice = coalesce(${hasNotice}::boolean, has_notice),
      looked_seq = case when ${hasNotice}::boolean and not has_notice then ${lookedSeq}::bigint else looked_seq end
    where id = ${id} and user_id = ${userId} returning ${COLUMNS}`.execute(db)
  return rows[0]
}

/** Its owner looked at what it finds. */
export async function markSeen(db: Db, userId: string, id: string): Promise<void> {
  await sql`update saved_searches s
    set seen_seq = coalesce((select max(f.seq) from saved_search_finds f where f.search_id = s.id), s.seen_seq)
    where id = ${id} and user_id = ${userId}`.execute(db)
}

export async function deleteSearch(db: Db, userId: string, id: string): Promise<void> {
  await sql`delete from saved_searches where id = ${id} and user_id = ${userId}`.execute(db)
}

/** All of one person, newest first. */
export async function listSearches(db: Db, userId: string): Promise<SearchRow[]> {
  const { rows } = await sql<SearchRow>`select ${COLUMNS} from saved_searches
    where user_id = ${userId} order by seq desc`.execute(db)
  return rows
}

export type DueSearch = { id: string; userId: string; kind: string; name: string; filter: Filter; lookedSeq: bigint }

const MAY_TELL = sql`(told_at is null or told_at <= business_now() - interval '1 day')`

/** Searches that may have changes before them and were not told of within a day, those longest not looked at first. */
export async function listDue(db: Db, until: bigint, most: number): Promise<DueSearch[]> {
  const { rows } = await sql<DueSearch>`select id, user_id as "userId", kind, name, filter, looked_seq as "lookedSeq"
    from saved_searches where has_notice and not ${IS_OVER} and looked_seq < ${until}::bigint and ${MAY_TELL}
    order by looked_seq limit ${most}`.execute(db)
  return rows
}

/** What changed on a market after a number, up to another, so many at most. */
export async function listChanges(db: Db, kind: string, after: bigint, until: bigint, most: number) {
  const { rows } = await sql<{ id: string; before: string | null; seq: bigint }>`
    select subject_id as id, before::text as before, seq from market_changes
    where kind = ${kind} and seq > ${after}::bigint and seq <= ${until}::bigint order by seq limit ${most}`.execute(db)
  return rows
}

/** Moves a search on; false when another process did, or its owner switched it off. */
export async function moveOn(tx: Tx, { id, lookedSeq }: DueSearch, until: bigint): Promise<boolean> {
  const { rows } = await sql`update saved_searches set looked_seq = ${until}::bigint
    where id = ${id} and looked_seq = ${lookedSeq}::bigint and has_notice and ${MAY_TELL} returning id`.execute(tx)
  return rows.length > 0
}

export async function markTold(tx: Tx, id: string): Promise<void> {
  await sql`update saved_searches set told_at = business_now() where id = ${id}`.execute(tx)
}

/** Keeps what a search that was moved on in this transaction found; how many of these it was never told of. */
export async function keepFinds(tx: Tx, searchId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`insert into saved_search_finds (search_id, subject_id)
    select ${searchId}, id from unnest(${ids}::text[]) id on conflict do nothing returning search_id`.execute(tx)
  await sql`delete from saved_search_finds where search_id = ${searchId} and seq <= (
    select seq from saved_search_finds where search_id = ${searchId}
    order by seq desc offset ${FINDS_KEPT}::int limit 1)`.execute(tx)
  return rows.length
}
