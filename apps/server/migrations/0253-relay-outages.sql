-- An outage of a relay is ours: minutes in which a machine was out of reach for it are nobody's downtime (ADR 19).

create table compute_relays (
  process_key integer primary key,
  started_at timestamptz not null default business_now(),
  seen_at timestamptz not null default business_now(),
  heard_at timestamptz not null default clock_timestamp(),
  stopped_at timestamptz
);
comment on table compute_relays is 'Processes that are relays. Each writes every second that it is at work.';
comment on column compute_relays.seen_at is 'Last sign of it in business time: what it held was in reach until then.';
comment on column compute_relays.heard_at is 'The same by the wall clock: a process that is there and does nothing is found by it.';

create table compute_outages (
  order_id text not null references compute_leases,
  first_minute timestamptz not null,
  last_minute timestamptz not null,
  minutes integer not null check (minutes > 0),
  primary key (order_id, first_minute)
);
comment on table compute_outages is 'Minutes in a row in which a leased machine was out of reach because a relay of ours was. They are unknown, and no part of any silence.';
