-- The hours in which experts are free, in the time zone each of them lives in.

create table talent_calendars (
  user_id text primary key references talent_experts (user_id) on delete cascade,
  zone text not null,
  weekly smallint[] not null check (0 <= all (weekly) and 167 >= all (weekly))
);
comment on column talent_calendars.zone is 'IANA name, such as Asia/Shanghai.';
comment on column talent_calendars.weekly is 'Free hours of a week by the clock of that zone: 0 is Monday from 0 to 1 o''clock, 167 Sunday from 23 o''clock.';
create index talent_calendars_zone on talent_calendars (zone);
create index talent_calendars_weekly on talent_calendars using gin (weekly);

create table talent_free_days (
  user_id text not null references talent_calendars (user_id) on delete cascade,
  day date not null,
  hours smallint[] not null check (0 <= all (hours) and 23 >= all (hours)),
  primary key (user_id, day)
);
comment on table talent_free_days is 'Dates on which other hours count than those of the week; none for a day off.';
create index talent_free_days_day on talent_free_days (day);

-- The place of a moment in the week of a zone, as in talent_calendars.weekly.
create function talent_hour_of_week(p_local timestamp) returns smallint immutable language sql
  return ((extract(isodow from p_local) - 1) * 24 + extract(hour from p_local))::smallint;

-- An hour the clock skips is never free, and one it repeats is free twice: the moment is asked for, not the clock.
create function talent_is_free(p_user_id text, p_at timestamptz) returns boolean stable language sql as $$
  select coalesce(
    (select extract(hour from p_at at time zone c.zone)::smallint = any (d.hours) from talent_free_days d
      where d.user_id = c.user_id and d.day = (p_at at time zone c.zone)::date),
    talent_hour_of_week(p_at at time zone c.zone) = any (c.weekly))
  from talent_calendars c where c.user_id = p_user_id
$$;

-- Who is free for the whole hour from a moment. Zones differ by quarters of an hour, so each of its quarters is looked at.
create function talent_free_for_hour(p_from timestamptz) returns table (user_id text) stable language sql as $$
  with quarters as (
    select p_from + n * interval '15 minutes' as at from generate_series(0, 3) n
  ), zones as (
    select z.zone, array_agg(distinct talent_hour_of_week(q.at at time zone z.zone)) as places,
      array_agg(distinct (q.at at time zone z.zone)::date) as days
    from (select distinct c.zone from talent_calendars c) z cross join quarters q group by z.zone
  )
  select c.user_id from zones z join talent_calendars c on c.zone = z.zone and c.weekly @> z.places
  where not exists (select from talent_free_days d where d.user_id = c.user_id and d.day = any (z.days))
  union all
  select c.user_id from zones z join talent_calendars c on c.zone = z.zone
    join talent_free_days d on d.user_id = c.user_id and d.day = any (z.days)
  where (select bool_and(talent_is_free(c.user_id, q.at)) from quarters q)
$$;
