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

create table platform_idempotency (
  owner text not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  state text not null check (state in ('running', 'answered')),
  holder text not null,
  status integer,
  answer text,
  headers jsonb,
  created_at timestamptz not null default now(),
  primary key (owner, route, key)
);
comment on table platform_idempotency is 'First answers to Idempotency-Key calls, kept 24 h of real time. owner is user:<id> or ip:<address>.';
comment on column platform_idempotency.holder is 'The process that runs the call; a dead one gives the key back.';
create index platform_idempotency_expiry on platform_idempotency (created_at);

create table platform_worker (
  worker_id text primary key,
  lock_key integer not null
);
comment on table platform_worker is 'Job workers and the advisory lock their process holds while it lives; jobs of the dead are given back.';
