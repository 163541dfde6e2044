import { CHOICE_COUNT_MAX } from '@trove/contract/kit/choices'
import { SEARCH_COUNT_MAX } from '@trove/contract/kit/search'
import type { EXPERT_SORTS } from '@trove/contract/talent/experts'
import { type RawBuilder, sql } from 'kysely'
import { type Bar, barsOf } from '../../../platform/base/briefly-kept.ts'
import { CHOICE_SAMPLE } from '../../../platform/base/choices.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { PLANNED_ANEW } from '../../../platform/db/statements/statement-names.ts'
import { needsRecheck } from '../../../platform/search.ts'
import type { ExpertFace } from '../model/needs.ts'

export type ExpertSort = (typeof EXPERT_SORTS)[number]

export type ExpertRow = {
  userId: string
  id: string
  seq: bigint
  isCertified: boolean
  isOpen: boolean
  realName: string
  identity: string
  headImgUrl: string | null
  workExp: string
  skills: string[]
  hourFen: bigint | null
  hires: number
  /** Hundredths of stars. */
  rating: number
  countReviews: number
}

const COLUMNS = sql`e.user_id as "userId", e.id, e.seq, e.is_certified as "isCertified", e.is_open as "isOpen",
  e.real_name as "realName", e.identity, e.head_img_url as "headImgUrl", e.work_exp as "workExp", e.skills,
  e.hour_fen as "hourFen", e.hires, e.rating, e.stars_count as "countReviews"`

/** Keeps what is public of a certified expert. The id is of whoever has none yet. */
export async function keepFace(tx: Tx, userId: string, id: string, face: ExpertFace): Promise<ExpertRow> {
  const { realName, identity, headImgUrl, workExp, fields, skills } = face
  const { rows } = await sql<ExpertRow>`
    insert into talent_experts as e (user_id, id, is_certified, real_name, identity, head_img_url, work_exp, fields, skills)
    values (${userId}, ${id}, true, ${realName}, ${identity}, ${headImgUrl}, ${workExp}, ${fields}, ${skills})
    on conflict (user_id) do update set is_certified = true, real_name = excluded.real_name,
      identity = excluded.identity, head_img_url = excluded.head_img_url, work_exp = excluded.work_exp,
      fields = excluded.fields, skills = excluded.skills
    returning ${COLUMNS}`.execute(tx)
  return rows[0]!
}

/**
 * Takes somebody who is certified no more off the market: the face and the words they were found by are gone, what they
 * wrote stays theirs.
 */
export async function hideExpert(tx: Tx, userId: string): Promise<void> {
  await sql`update talent_experts set is_certified = false, real_name = '', identity = '', head_img_url = null,
    work_exp = '', fields = '{}', skills = '{}' where user_id = ${userId} and is_certified`.execute(tx)
  await sql`delete from talent_expert_words w using talent_experts e
    where w.user_id = ${userId} and e.user_id = w.user_id and not e.is_certified`.execute(tx)
}

/** The price of an hour, of an expert whose face was kept in the same transaction. */
export async function setHourFen(tx: Tx, userId: string, hourFen: bigint): Promise<void> {
  await sql`update talent_experts set hour_fen = ${hourFen} where user_id = ${userId} and is_certified`.execute(tx)
}

/** The expert this person is, or was. */
export async function findByUser(db: Db, userId: string): Promise<ExpertRow | undefined> {
  const { rows } = await sql<ExpertRow>`select ${COLUMNS} from talent_experts e where e.user_id = ${userId}`.execute(db)
  return rows[0]
}

export async function findExpert(db: Db, id: string): Promise<ExpertRow | undefined> {
  const { rows } = await sql<ExpertRow>`select ${COLUMNS} from talent_experts e where e.id = ${id}`.execute(db)
  return rows[0]
}

type BandRow = { skill: string; experts: number; lowFen: bigint; middleFen: bigint; highFen: bigint }

/** Quartiles of what others ask who have a skill of this expert and can be hired, where there are at least so many. */
export async function listBands(db: Db, userId: string, least: number): Promise<BandRow[]> {
  const quartile = (part: number) => sql`percentile_disc(${part}::float8) within group (order by e.hour_fen)`
  const { rows } = await sql<BandRow>`select s.skill, count(*)::int as experts, ${quartile(0.25)} as "lowFen",
      ${quartile(0.5)} as "middleFen", ${quartile(0.75)} as "highFen"
    from talent_experts me cross join lateral unnest(me.skills) with ordinality as s(skill, place)
    join talent_experts e on e.is_open and (e.fields || e.skills) @> array[s.skill] and e.user_id <> me.user_id
    where me.user_id = ${userId} and me.is_certified
    group by s.skill, s.place having count(*) >= ${least}::int order by s.place`.execute(db)
  return rows
}

export type ExpertFilter = {
  name: string | undefined
  skill: string | undefined
  minFen: bigint | undefined
  maxFen: bigint | undefined
  /** Free for the hour that begins then. */
  freeFrom: Date | undefined
  minStars: number | undefined
}
/** After which row a page begins: its key in the order asked for, and its seq. */
export type Place = { key: bigint; seq: bigint }

const KEYS = {
  newest: { key: sql`0::bigint`, direction: sql`desc`, sign: sql`<` },
  'price-asc': { key: sql`e.hour_fen`, direction: sql`asc`, sign: sql`>` },
  'price-desc': { key: sql`e.hour_fen`, direction: sql`desc`, sign: sql`<` },
  'hired-desc': { key: sql`e.hires::bigint`, direction: sql`desc`, sign: sql`<` },
  'rated-desc': { key: sql`e.rating::bigint`, direction: sql`desc`, sign: sql`<` },
} as const satisfies Record<ExpertSort, Record<string, RawBuilder<unknown>>>

/** Rows `w` of the words of those who can be hired, that hold what is asked. */
function wordsOf(name: string): RawBuilder<unknown> {
  const recheck = needsRecheck(name) ? sql` and search_holds(w.body, ${name})` : sql``
  return sql`talent_expert_words w where w.open_seq is not null and w.words @@ search_query(${name})${recheck}`
}

/** The text of a filter that asks for nothing else: its experts are found and counted by their words alone. */
function soleText({ name, ...rest }: ExpertFilter): string | undefined {
  return Object.values(rest).every((value) => value === undefined) ? name : undefined
}

function conditions({ name, skill, minFen, maxFen, freeFrom, minStars }: ExpertFilter): RawBuilder<unknown> {
  const wanted = [sql`e.is_open`]
  if (name !== undefined) wanted.push(sql`e.user_id in (select w.user_id from ${wordsOf(name)})`)
  if (skill !== undefined) wanted.push(sql`(e.fields || e.skills) @> array[${skill}]::text[]`)
  if (minFen !== undefined) wanted.push(sql`e.hour_fen >= ${minFen}`)
  if (maxFen !== undefined) wanted.push(sql`e.hour_fen <= ${maxFen}`)
  if (minStars !== undefined) wanted.push(sql`e.rating >= ${minStars * 100}::int`)
  if (freeFrom !== undefined)
    wanted.push(sql`e.user_id in (select f.user_id from talent_free_for_hour(${freeFrom}::timestamptz) f)`)
  return sql.join(wanted, sql` and `)
}

export type PageAsk = { filter: ExpertFilter; sort: ExpertSort; after: Place | undefined; skip: number; take: number }

/** One page of experts who can be hired. */
export async function listOpen(db: Db, ask: PageAsk): Promise<(ExpertRow & { key: bigint })[]> {
  const { key, direction, sign } = KEYS[ask.sort]
  const after = ask.after
    ? sql` and (${key}, e.seq) ${sign} (${ask.after.key}::bigint, ${ask.after.seq}::bigint)`
    : sql``
  const text = ask.sort === 'newest' ? soleText(ask.filter) : undefined
  if (text !== undefined) return listByWords(db, text, ask)
  const order = ask.sort === 'newest' ? sql`e.seq desc` : sql`${key} ${direction}, e.seq ${direction}`
  const { rows } = await sql<ExpertRow & { key: bigint }>`select ${COLUMNS}, ${key} as key from talent_experts e
    where ${conditions(ask.filter)}${after} order by ${order} limit ${ask.take} offset ${ask.skip}`.execute(db)
  return rows
}

/** The newest experts of a text; only those shown are joined. */
async function listByWords(db: Db, text: string, { after, skip, take }: PageAsk) {
  const before = after ? sql` and w.open_seq < ${after.seq}::bigint` : sql``
  const { rows } = await sql<ExpertRow & { key: bigint }>`select ${COLUMNS}, ${KEYS.newest.key} as key
    from (select w.user_id, w.open_seq from ${wordsOf(text)}${before}
      order by w.open_seq desc limit ${take} offset ${skip}) found
    join talent_experts e on e.user_id = found.user_id order by found.open_seq desc`.execute(db)
  return rows
}

/** Ids of the experts who can be hired, oldest first. */
export async function listOpenIds(db: Db, { skip, most }: { skip: number; most: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from talent_experts
    where is_open order by seq limit ${most} offset ${skip}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many experts can be hired. */
export async function countAllOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from talent_experts where is_open`.execute(db)
  return rows[0]!.n
}

/**
 * How many match; what matches a text is counted up to a limit. Planned for each text: the plan kept for all of them would
 * look up every match of a common word before counting the first thousand.
 */
export async function countOpen(db: Db, filter: ExpertFilter): Promise<number> {
  const text = soleText(filter)
  const matching = text === undefined ? sql`talent_experts e where ${conditions(filter)}` : wordsOf(text)
  const most = filter.name === undefined ? sql`` : sql`limit ${SEARCH_COUNT_MAX}`
  const planned = filter.name === undefined ? sql`` : sql.raw(PLANNED_ANEW)
  const { rows } = await sql<{ n: number }>`select ${planned} count(*)::int as n
    from (select from ${matching} ${most}) found`.execute(db)
  return rows[0]!.n
}

/** Under which each expert is grouped besides their labels. */
export const ANY_LABEL = ''

/** Experts who match, by label and whole stars; of very many only so many are looked at. */
export async function groupOpen(db: Db, filter: ExpertFilter) {
  const { rows } = await sql<{ label: string; stars: number; n: number }>`
    select l.label, found.stars, count(*)::int as n from (
      select e.fields || e.skills as labels, e.rating / 100 as stars from talent_experts e
      where ${conditions(filter)} limit ${CHOICE_SAMPLE}) found
    cross join lateral (select ${ANY_LABEL}::text union select unnest(found.labels)) l (label) group by 1, 2`.execute(
    db,
  )
  const seen = rows.reduce((sum, { label, n }) => sum + (label === ANY_LABEL ? n : 0), 0)
  return { groups: rows, isCut: seen === CHOICE_SAMPLE }
}

/** How many experts match each of these filters, up to so many, by one statement. */
export async function countEach(db: Db, filters: readonly ExpertFilter[]): Promise<number[]> {
  const counts = filters.map(
    (filter) => sql`select count(*)::int as n
      from (select from talent_experts e where ${conditions(filter)} limit ${CHOICE_COUNT_MAX}) found`,
  )
  const { rows } = await sql<{ n: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.map(({ n }) => n)
}

/** Where the bars over what an hour costs begin, in fen. */
const PRICE_STEPS = [0, 50_00, 100_00, 150_00, 200_00, 300_00, 400_00, 600_00, 800_00, 1000_00, 2000_00]

/** How experts who can be hired are spread over what an hour costs, in one pass. */
export async function spreadPrices(db: Db): Promise<Bar[]> {
  const { rows } = await sql<{ step: number; n: number }>`
    select width_bucket(e.hour_fen, ${PRICE_STEPS}::bigint[]) as step, count(*)::int as n
    from talent_experts e where e.is_open group by 1`.execute(db)
  return barsOf(PRICE_STEPS, rows)
}

/** `before` of a change is JSON of the facts as they were; null when the expert could not be hired. */
export type NewAsk = {
  filter: ExpertFilter
  changes: readonly { id: string; before: string | null }[]
  readerId: string
}

/** Facts of the filter whose old value is not kept with a change: each change of them counts. */
const touchesOf = ({ name, skill, freeFrom }: ExpertFilter) => [
  ...(name === undefined ? [] : ['words']),
  ...(skill === undefined ? [] : ['labels']),
  ...(freeFrom === undefined ? [] : ['free']),
]

/** Experts who can be hired and match, and did not before one of these changes; the reader not among them. */
export async function findNew(db: Db, { filter, changes, readerId }: NewAsk): Promise<string[]> {
  const condition = conditions(filter)
  const { rows } = await sql<{ id: string }>`select distinct e.id
    from unnest(${changes.map(({ id }) => id)}::text[], ${changes.map(({ before }) => before)}::text[]) as change (id, before)
    join talent_experts e on e.id = change.id
    where e.user_id <> ${readerId} and ${condition} and not exists (
      select from (select e as now, change.before::jsonb as before) one, jsonb_populate_record(one.now, one.before) e
      where one.before is not null and not coalesce(one.before -> 'touched' ?| ${touchesOf(filter)}::text[], false)
        and ${condition})`.execute(db)
  return rows.map(({ id }) => id)
}
