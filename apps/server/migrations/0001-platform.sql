-- Business time, rate limits, idempotency keys, live job workers.

create table platform_clock (
  is_only boolean primary key default true check (is_only),
  offset_ms bigint not null default 0 check (offset_ms >= 0)
);
comment on table platform_clock is 'One row: how far business time runs ahead of database time. 0 outside the embedded world.';
insert into platform_clock default values;

-- STABLE: one value per statement; all business times use it, never a process''s own clock.
create function business_now() returns timestamptz
  language sql stable parallel safe
  as $$ select statement_timestamp() + (select offset_ms from platform_clock) * interval '1 millisecond' $$;
comment on function business_now() is 'Database time plus the offset of platform_clock.';

create unlogged table platform_rate_limit (
  bucket text not null,
  key text not null,
  window_start timestamptz not null,
  window_seconds integer not null,
  taken integer not null,
  primary key (bucket, key, window_seconds)
);
comment on table platform_rate_limit is 'Fixed windows counted over all processes. Unlogged: a crash of the database forgets counts, never business facts.';
create index platform_rate_limit_expiry on platform_rate_limit (window_start);

-- The lock class is the same number as in platform/liveness.ts.
create function platform_is_alive(process_key integer) returns boolean
  language sql volatile
  as $$ select exists (
    select from pg_locks l where l.locktype = 'advisory' and l.granted and l.classid = 7468001 and l.objid = process_key::oid
      and l.database = (select d.oid from pg_database d where d.datname = current_database())) $$;
comment on function platform_is_alive(integer) is 'Whether the process with this number still holds its sign of life.';

create table platform_idempotency (
  owner text not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  process_key integer not null,
  status integer,
  answer text,
  headers jsonb,
  created_at timestamptz not null default now(),
  primary key (owner, route, key)
);
comment on table platform_idempotency is 'First answers to calls with an Idempotency-Key, kept 24 h of real time.';
comment on column platform_idempotency.owner is 'user:<id> or ip:<address>';
comment on column platform_idempotency.process_key is 'The process that runs the call; a dead one gives the key back.';
comment on column platform_idempotency.status is 'Null while the call runs.';
create index platform_idempotency_expiry on platform_idempotency (created_at);

create table platform_worker (
  locker_id text primary key,
  process_key integer not null
);
comment on table platform_worker is 'In whose name jobs are locked (a pool, or a worker of it) and by which process; jobs of dead processes are given back.';
