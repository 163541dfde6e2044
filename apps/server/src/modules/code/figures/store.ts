import { FIGURES_KEPT_DAYS } from '@trove/contract/code/figures'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

export type Facts = {
  views: number
  gets: number
  sales: number
  soldFen: bigint
  returns: number
  returnedFen: bigint
}

const sumOf = (column: string) => sql`coalesce(sum(${sql.ref(`d.${column}`)}), 0)`
const FACTS: RawBuilder<unknown> = sql`${sumOf('views')}::int as views, ${sumOf('gets')}::int as gets,
  ${sumOf('sales')}::int as sales, ${sumOf('sold_fen')}::bigint as "soldFen", ${sumOf('returns')}::int as returns,
  ${sumOf('returned_fen')}::bigint as "returnedFen"`

/** Counts a look of a visitor at a work that is online. */
export async function countVisit(db: Db, workId: string): Promise<void> {
  await sql`insert into code_days as d (work_id, day, views)
    select id, code_today(), 1 from code_works where id = ${workId} and state = 'online'
    on conflict (work_id, day) do update set views = d.views + 1`.execute(db)
}

type Asked = { ownerId: string; days: number; workId: string | undefined }

/** Each of the last days, the oldest first, over all works of a person or one of them. */
export async function listDays(db: Db, { ownerId, days, workId }: Asked): Promise<(Facts & { date: string })[]> {
  const { rows } = await sql<Facts & { date: string }>`
    select to_char(s.day, 'YYYY-MM-DD') as date, ${FACTS}
    from (select code_today() - n as day from generate_series(0, ${days - 1}::int) n) s
      left join (select d.* from code_days d join code_works w on w.id = d.work_id
        where w.owner_id = ${ownerId} and (${workId ?? null}::text is null or w.id = ${workId ?? null})) d on d.day = s.day
    group by s.day order by s.day`.execute(db)
  return rows
}

type OfWork = Facts & { id: string; title: string; state: 'draft' | 'online' | 'offline' | 'removed' }

/** The same sums for each work of a person, those seen most first. */
export async function listByWork(db: Db, { ownerId, days }: Omit<Asked, 'workId'>): Promise<OfWork[]> {
  const { rows } = await sql<OfWork>`
    select w.id, w.title, w.state, ${FACTS}
    from code_works w left join code_days d on d.work_id = w.id and d.day > code_today() - ${days}::int
    where w.owner_id = ${ownerId} group by w.id order by views desc, w.seq desc`.execute(db)
  return rows
}

export async function forgetDays(db: Db): Promise<void> {
  await sql`delete from code_days where day < code_today() - ${FIGURES_KEPT_DAYS}::int`.execute(db)
}
