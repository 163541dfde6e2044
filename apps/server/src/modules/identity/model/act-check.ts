import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

/** How the record of the staff's acts was found by the last check. */
export type ActCheck = {
  /** The first act that was changed or before which one is missing. */
  brokenAt: bigint | null
  /** Null before the first check. */
  checkedAt: Date | null
}

/** What the last check found, from whichever process ran it. */
export async function readActCheck(db: Db): Promise<ActCheck> {
  const { rows } = await sql<ActCheck>`
    select broken_at as "brokenAt", checked_at as "checkedAt" from staff_act_check`.execute(db)
  return rows[0] ?? { brokenAt: null, checkedAt: null }
}

/** Hours since the chain was checked last; NaN before the first check. */
export async function readCheckAgeHours(db: Db): Promise<number> {
  const { rows } = await sql<{ hours: number | null }>`
    select (extract(epoch from clock_timestamp() - checked_at) / 3600)::float8 as hours from staff_act_check`.execute(
    db,
  )
  return rows[0]?.hours ?? Number.NaN
}

/**
 * Follows the chain of acts on from the last one that was found sound, and from its beginning once in `wholeHours` and as
 * long as anything is broken. One statement, so that acts which come meanwhile are wholly in or wholly out.
 * @returns the first broken act; null while all is whole
 */
export async function checkActs(db: Db, wholeHours: number): Promise<bigint | null> {
  const { rows } = await sql<{ brokenAt: bigint | null }>`
    with last as (
      select *, broken_at is not null or whole_at is null
        or whole_at < clock_timestamp() - make_interval(secs => ${wholeHours * 3600}) as is_whole
      from staff_act_check
    ), found as (
      select coalesce(
        case when last.is_whole then staff_act_first_broken_since(0, ''::bytea)
          else staff_act_first_broken_since(last.through_no, last.through_hash) end,
        -- A sound end that was cut off or written anew since.
        case when last.through_no > 0 and not exists (
          select from staff_act a where a.no = last.through_no and a.hash = last.through_hash
        ) then last.through_no end
      ) as broken_at, last.is_whole from last
    ), head as (select no, hash from staff_act order by no desc limit 1)
    update staff_act_check c set checked_at = clock_timestamp(), broken_at = found.broken_at,
      whole_at = case when found.is_whole then clock_timestamp() else c.whole_at end,
      through_no = case when found.broken_at is null then coalesce((select no from head), 0) else c.through_no end,
      through_hash = case when found.broken_at is null then coalesce((select hash from head), ''::bytea) else c.through_hash end
    from found returning c.broken_at as "brokenAt"`.execute(db)
  return rows[0]?.brokenAt ?? null
}
