-- Machines on lease are probed each minute; the minutes in which one was silent go back to its buyer (ADR 19).

create table compute_probe_rounds (
  minute timestamptz primary key,
  probed integer,
  silent integer,
  verdict text check (verdict in ('judged', 'unknown'))
);
comment on table compute_probe_rounds is 'One row a minute of business time: the process that wrote it probed all leased machines. Without a verdict it did not come to an end, and the minute is unknown. Unknown: it was our own network.';

create table compute_silences (
  order_id text not null references compute_leases,
  first_minute timestamptz not null,
  last_minute timestamptz not null,
  minutes integer not null check (minutes > 0),
  state text not null default 'open' check (state in ('open', 'over', 'settled')),
  is_told boolean not null default false,
  refund_fen bigint not null default 0 check (refund_fen >= 0),
  primary key (order_id, first_minute)
);
comment on table compute_silences is 'A stretch of minutes in which a leased machine did not answer although our network was sound; unknown minutes within it are not counted. Over: it waits to be paid back. Settled: paid back, or too short.';
create unique index compute_silences_open on compute_silences (order_id) where state = 'open';
create index compute_silences_over on compute_silences (order_id) where state = 'over';
create index compute_silences_untold on compute_silences (order_id) where state = 'open' and not is_told;
