import { FREE_DAYS_SHOWN } from '@trove/contract/talent/calendar'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'

export type CalendarRow = { zone: string; weekly: number[]; days: { day: string; hours: number[] }[] }

/** What an expert marked, without dates that are over everywhere. */
export async function findCalendar(db: Db, userId: string): Promise<CalendarRow | undefined> {
  const { rows } = await sql<CalendarRow>`select c.zone, c.weekly, coalesce((
      select jsonb_agg(jsonb_build_object('day', d.day, 'hours', d.hours) order by d.day) from talent_free_days d
      where d.user_id = c.user_id and d.day >= (business_now() at time zone c.zone)::date), '[]') as days
    from talent_calendars c where c.user_id = ${userId}`.execute(db)
  return rows[0]
}

/**
 * Whether the database knows a zone by this name, and so can reckon with it. A name that is an abbreviation too, as CET, it
 * takes for the offset without summer time.
 */
export async function isKnownZone(db: Db, zone: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from pg_timezone_names where lower(name) = lower(${zone}))
      and (upper(${zone}) in ('UTC', 'GMT') or not exists (
        select from pg_timezone_abbrevs where abbrev = upper(${zone}))) as known`.execute(db)
  return rows[0]!.known
}

/** Puts a calendar in the place of the one before. */
export async function replaceCalendar(tx: Tx, userId: string, { zone, weekly, days }: CalendarRow): Promise<void> {
  await sql`insert into talent_calendars (user_id, zone, weekly) values (${userId}, ${zone}, ${weekly}::smallint[])
    on conflict (user_id) do update set zone = excluded.zone, weekly = excluded.weekly`.execute(tx)
  await sql`delete from talent_free_days where user_id = ${userId}`.execute(tx)
  for (const { day, hours } of days)
    await sql`insert into talent_free_days (user_id, day, hours)
      values (${userId}, ${day}::date, ${hours}::smallint[])`.execute(tx)
}

/** Quarters of the next days in which an expert is free, from the hour that runs; undefined without a calendar. */
export async function listFreeQuarters(db: Db, userId: string): Promise<Date[] | undefined> {
  const { rows } = await sql<{ quarters: Date[] | null }>`
    with first as (select date_trunc('hour', business_now()) as at)
    select coalesce((select array_agg(q.at order by q.at) from first, generate_series(first.at,
        first.at + make_interval(days => ${FREE_DAYS_SHOWN}) - interval '15 minutes', interval '15 minutes') q (at)
      where talent_is_free(c.user_id, q.at)), '{}') as quarters
    from talent_calendars c where c.user_id = ${userId}`.execute(db)
  return rows[0]?.quarters ?? undefined
}
