import { MVP_PRIOR, MVP_WEIGHTS, RANKING_DAYS, RANKING_SIZE } from '@trove/contract/code/market'
import { type RawBuilder, sql } from 'kysely'
import { brieflyKept } from '../../../platform/base/briefly-kept.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { WorkRow } from '../works/store.ts'

type Score = { id: string; score: number }
export type Ranked = Pick<WorkRow, 'id' | 'title' | 'gets' | 'comments'> & { priceFen: bigint; score: number }

const FRESH_MS = 60_000
/** More than are shown: some may go offline while a ranking is kept. */
const KEPT = 2 * RANKING_SIZE

/**
 * The rankings. What works are ranked by is counted over whole tables, so that is done once a minute; the works themselves
 * are read each time, and one that is no longer online is in no ranking.
 */
export function createRankings(db: Db, clockMs?: () => number) {
  const kept = (countScores: (db: Db) => Promise<Score[]>) => {
    const scores = brieflyKept(() => countScores(db), FRESH_MS, clockMs)
    return async () => await listRanked(db, await scores())
  }
  return { popular: kept(scorePopular), commented: kept(scoreCommented), mvp: kept(scoreMvp) }
}

async function listRanked(db: Db, scores: Score[]): Promise<Ranked[]> {
  const ids = scores.map(({ id }) => id)
  const { rows } = await sql<Omit<Ranked, 'score'>>`
    select id, title, gets, comments, price_fen as "priceFen" from code_works
    where id = any(${ids}::text[]) and state = 'online'`.execute(db)
  const works = new Map(rows.map((row) => [row.id, row]))
  const ranked = scores.flatMap(({ id, score }) => {
    const work = works.get(id)
    return work ? [{ ...work, score }] : []
  })
  return ranked.slice(0, RANKING_SIZE)
}

const SINCE = sql`business_now() - make_interval(days => ${RANKING_DAYS})`

async function scoresOf(db: Db, query: RawBuilder<Score>): Promise<Score[]> {
  return (await sql<Score>`${query} limit ${KEPT}`.execute(db)).rows
}

/** Works that most persons got lately. */
const scorePopular = (db: Db) =>
  scoresOf(
    db,
    sql`select w.id, g.n::float8 as score from code_works w
      join (select work_id, count(distinct user_id) as n from code_grants where created_at > ${SINCE} group by work_id) g
        on g.work_id = w.id
      where w.state = 'online' order by g.n desc, w.gets desc, w.seq desc`,
  )

/** Works that most persons talk about: its author does not count, nor how often one person writes. */
const scoreCommented = (db: Db) =>
  scoresOf(
    db,
    sql`select w.id, count(distinct c.user_id)::float8 as score from code_works w
      join code_comments c on c.work_id = w.id and c.user_id <> w.owner_id
      where w.state = 'online' group by w.id, w.seq order by score desc, w.seq desc`,
  )

/** By the formula of decision 31: what was got lately, the rating, and how fresh the newest version is. */
const scoreMvp = (db: Db) => {
  const { mean, count } = MVP_PRIOR
  return scoresOf(
    db,
    sql`with lately as (
        select work_id, count(distinct user_id) as n from code_grants where created_at > ${SINCE} group by work_id)
      select w.id, round((${MVP_WEIGHTS.gets}::numeric * ln(1 + coalesce(g.n, 0))
        + ${MVP_WEIGHTS.rating}::numeric * (w.rating_sum + ${mean}::numeric * ${count}) / (w.rating_count + ${count})
        + ${MVP_WEIGHTS.freshness}::numeric * greatest(0,
            1 - extract(epoch from business_now() - w.renewed_at) / 86400 / ${RANKING_DAYS}))::numeric, 2)::float8 as score
      from code_works w left join lately g on g.work_id = w.id
      where w.state = 'online' and (g.n > 0 or w.rating_count > 0)
      order by score desc, w.seq desc`,
  )
}
