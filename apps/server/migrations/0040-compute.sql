-- The compute market: offers, what is on the market and how much of it, machine checks, leases, access, terminals.

create table compute_offers (
  id text primary key,
  seq bigint generated always as identity unique,
  seller_id text not null,
  auth_id text not null,
  ipv4 text not null,
  port integer not null check (port between 1 and 65535),
  cpu_cores integer not null check (cpu_cores between 1 and 9999),
  ram_gb bigint not null check (ram_gb > 0),
  disk_gb bigint not null check (disk_gb > 0),
  bandwidth_mbps integer not null check (bandwidth_mbps between 1 and 9999),
  os text collate "C" not null,
  period_days integer not null check (period_days > 0),
  price_fen bigint not null check (price_fen > 0),
  description text,
  username text not null,
  password_sealed bytea,
  next_password_sealed bytea,
  host_key text,
  listing text not null default 'online' check (listing in ('online', 'offline')),
  slot text not null default 'free' check (slot in ('free', 'reserved', 'serving', 'ended')),
  slot_order_id text check ((slot in ('reserved', 'serving')) = (slot_order_id is not null)),
  cleaning text not null default 'none' check (cleaning in ('none', 'running', 'failed')),
  check_state text not null default 'pending' check (check_state in ('pending', 'verified', 'differs', 'unreachable')),
  checked_at timestamptz,
  next_check_at timestamptz,
  differing text[] not null default '{}',
  measured jsonb,
  speed_score integer not null default 0,
  lease_count integer not null default 0,
  busy_token text,
  busy_by integer,
  busy_until timestamptz,
  created_at timestamptz not null default business_now(),
  deleted_at timestamptz,
  is_open boolean not null generated always as (
    listing = 'online' and slot = 'free' and cleaning = 'none'
    and (check_state in ('pending', 'verified') or (check_state = 'differs' and differing <@ '{operationSystem}'::text[]))
    and deleted_at is null
  ) stored
) with (fillfactor = 90);
comment on table compute_offers is 'Machines that sellers offer. One row is one machine; it serves one order at a time.';
comment on column compute_offers.auth_id is 'Resource id that people quote (authId on the wire).';
comment on column compute_offers.ram_gb is 'Declared, GB; disk_gb too.';
comment on column compute_offers.password_sealed is 'Sealed with the row id; null once the offer is deleted. Never read by a list.';
comment on column compute_offers.next_password_sealed is 'The password a rotation is about to set: kept before the machine is called, so a crash in between loses no access.';
comment on column compute_offers.host_key is 'Fingerprint of the machine''s SSH host key at the last check.';
comment on column compute_offers.slot is 'free | reserved (an order holds it, unpaid or being provided) | serving | ended (until the seller says serve again).';
comment on column compute_offers.cleaning is 'Whether what the last lease left on the machine is gone: none (it is), running, failed.';
comment on column compute_offers.check_state is 'What the last machine check said of the declared facts.';
comment on column compute_offers.next_check_at is 'Business time of the next daily check.';
comment on column compute_offers.busy_token is 'Who talks to the machine now: holds until busy_until (real time, prolonged while it works) or the death of process busy_by.';
comment on column compute_offers.speed_score is 'CPU points of the last check; 0 until measured.';
comment on column compute_offers.is_open is 'Shown on the market and counted (rules.ts says the same in words). It can be bought when it is verified as well.';

create unique index compute_offers_auth_id on compute_offers (auth_id);
create unique index compute_offers_address on compute_offers (ipv4, port) where deleted_at is null;
create index compute_offers_seller on compute_offers (seller_id, seq desc) where deleted_at is null;
create index compute_offers_due_check on compute_offers (next_check_at) where deleted_at is null and listing = 'online';
-- The market's orders, each with the facts it is filtered by, so that a page is found without touching the table.
create index compute_offers_newest on compute_offers (seq)
  include (ram_gb, cpu_cores, os, period_days, disk_gb, bandwidth_mbps) where is_open;
create index compute_offers_price on compute_offers (price_fen, seq)
  include (ram_gb, cpu_cores, os, period_days, disk_gb, bandwidth_mbps) where is_open;
create index compute_offers_speed on compute_offers (speed_score, seq)
  include (ram_gb, cpu_cores, os, period_days, disk_gb, bandwidth_mbps) where is_open;
-- For filters that match few offers: found by their facts, then sorted.
create index compute_offers_facts on compute_offers (ram_gb, os, period_days, seq)
  include (cpu_cores, disk_gb, bandwidth_mbps) where is_open;
-- For the part of a disk step that a filter cuts through.
create index compute_offers_disk on compute_offers (disk_gb)
  include (ram_gb, cpu_cores, os, period_days, bandwidth_mbps) where is_open;

-- How many open offers match a filter, without counting them: groupings of RAM (any, RAM, RAM and cores) x OS x period,
-- each with a histogram over disk steps and bandwidth, and one row for all of it. -1 and '' mean any.
create table compute_facets (
  cpu_cores integer not null,
  ram_gb bigint not null,
  os text collate "C" not null,
  period_days integer not null,
  disk_step bigint not null,
  bandwidth_mbps integer not null,
  offers bigint not null,
  primary key (ram_gb, cpu_cores, os, period_days, disk_step, bandwidth_mbps)
) with (fillfactor = 80);
comment on table compute_facets is 'Open offers per grouping. Counts equal count(*) at every moment together with compute_facet_changes.';
comment on column compute_facets.disk_step is 'Lower end of the disk step (compute_disk_step); -1 with bandwidth -1 is the sum over all.';
comment on column compute_facets.bandwidth_mbps is 'Capped at 50, the most a filter may ask for.';

create table compute_facet_changes (
  cpu_cores integer not null,
  ram_gb bigint not null,
  os text collate "C" not null,
  period_days integer not null,
  disk_gb bigint not null,
  bandwidth_mbps integer not null,
  offers integer not null
) with (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);
comment on table compute_facet_changes is
  'Offers that came to (+1) or left (-1) the market since the last fold. Only ever inserted by changes, so that two never wait for each other.';

-- Lower end of the disk step: the largest number up to the size that is one digit and zeros, or a power of two.
create function compute_disk_step(size bigint) returns bigint
  language sql immutable strict parallel safe
  as $$
    select greatest(
      (substr(size::text, 1, 1) || repeat('0', length(size::text) - 1))::bigint,
      1::bigint << (length(ltrim(size::bit(64)::text, '0')) - 1)
    )
  $$;

create function compute_note_facets() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_open then
    insert into compute_facet_changes values
      (old.cpu_cores, old.ram_gb, old.os, old.period_days, old.disk_gb, least(old.bandwidth_mbps, 50), -1);
  end if;
  if tg_op <> 'DELETE' and new.is_open then
    insert into compute_facet_changes values
      (new.cpu_cores, new.ram_gb, new.os, new.period_days, new.disk_gb, least(new.bandwidth_mbps, 50), 1);
  end if;
  return null;
end $$;

create trigger compute_offers_facets_insert after insert on compute_offers
  for each row when (new.is_open) execute function compute_note_facets();
create trigger compute_offers_facets_delete after delete on compute_offers
  for each row when (old.is_open) execute function compute_note_facets();
create trigger compute_offers_facets_update after update on compute_offers
  for each row when (
    old.is_open is distinct from new.is_open
    or (new.is_open and (old.cpu_cores, old.ram_gb, old.os, old.period_days, old.disk_gb, old.bandwidth_mbps)
      is distinct from (new.cpu_cores, new.ram_gb, new.os, new.period_days, new.disk_gb, new.bandwidth_mbps))
  ) execute function compute_note_facets();

-- Moves the changes into the groupings, both in one statement, so that every reader's sum is right before and after.
create function compute_fold_facets() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('compute_fold_facets', 0)) then return; end if;
  with taken as (
    delete from compute_facet_changes returning cpu_cores, ram_gb, os, period_days,
      compute_disk_step(disk_gb) as disk_step, bandwidth_mbps, offers
  )
  insert into compute_facets as facets (cpu_cores, ram_gb, os, period_days, disk_step, bandwidth_mbps, offers)
  select coalesce(cpu_cores, -1), coalesce(ram_gb, -1), coalesce(os, ''), coalesce(period_days, -1),
    coalesce(disk_step, -1), coalesce(bandwidth_mbps, -1), sum(offers)
  from taken
  group by grouping sets ((), (ram_gb), (ram_gb, cpu_cores)), cube (os, period_days),
    grouping sets ((), (disk_step, bandwidth_mbps))
  having sum(offers) <> 0
  order by 2, 1, 3, 4, 5, 6
  on conflict (ram_gb, cpu_cores, os, period_days, disk_step, bandwidth_mbps)
  do update set offers = facets.offers + excluded.offers;
end $$;

create table compute_checks (
  id text primary key,
  seq bigint generated always as identity,
  offer_id text not null references compute_offers on delete cascade,
  trigger text not null check (trigger in ('publish', 'daily', 'on-demand', 'hand-over')),
  state text not null default 'queued' check (state in ('queued', 'running', 'done')),
  result text check (result in ('verified', 'differs', 'unreachable')),
  differing text[] not null default '{}',
  measured jsonb,
  started_at timestamptz not null default business_now(),
  done_at timestamptz,
  check ((state = 'done') = (result is not null))
);
comment on table compute_checks is 'Runs of the machine check. What went wrong inside is never kept: the answer is one of three words.';
create index compute_checks_offer on compute_checks (offer_id, seq desc);
create unique index compute_checks_one_open on compute_checks (offer_id) where state <> 'done';

create table compute_leases (
  order_id text primary key,
  offer_id text not null references compute_offers,
  buyer_id text not null,
  seller_id text not null,
  state text not null default 'provisioning'
    check (state in ('provisioning', 'active', 'cleaning', 'cleaned', 'failed')),
  public_key text,
  mark_sealed bytea,
  is_checked boolean not null default false,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  paid_at timestamptz not null default business_now(),
  serve_start_at timestamptz,
  serve_end_at timestamptz,
  ended_at timestamptz,
  cleaned_at timestamptz,
  period_days integer not null,
  warned_days integer,
  told_clean_failed boolean not null default false
);
comment on table compute_leases is 'Each paid order of a machine, from making it ready to having cleaned it.';
comment on column compute_leases.public_key is 'The buyer''s SSH key as it was when the order was paid; null hands over a password.';
comment on column compute_leases.mark_sealed is 'What the account looked like before the lease, sealed: its end brings exactly that back.';
comment on column compute_leases.is_checked is 'The machine passed its check at hand-over.';
comment on column compute_leases.next_attempt_at is 'Business time of the next try to make ready or to clean; null when none is due.';
comment on column compute_leases.warned_days is 'The tightest expiry warning told so far (7, 3 or 1).';
create unique index compute_leases_one_live on compute_leases (offer_id) where state in ('provisioning', 'active');
create index compute_leases_due on compute_leases (next_attempt_at) where state in ('provisioning', 'cleaning');
create index compute_leases_ending on compute_leases (serve_end_at) where state = 'active';
create index compute_leases_offer on compute_leases (offer_id, paid_at desc);

create table compute_access_reads (
  id text primary key,
  seq bigint generated always as identity,
  offer_id text not null references compute_offers on delete cascade,
  order_id text not null,
  reader_id text not null,
  via text not null check (via in ('credentials', 'terminal')),
  at timestamptz not null default business_now()
);
comment on table compute_access_reads is 'Each reading of a machine''s login and each opened terminal; nothing of what was done there.';
create index compute_access_reads_offer on compute_access_reads (offer_id, seq desc);

create table compute_ssh_keys (
  user_id text primary key,
  public_key text not null,
  fingerprint text not null,
  created_at timestamptz not null default business_now()
);
comment on table compute_ssh_keys is 'SSH public keys of people who rent; installed on machines whose lease begins from then on.';

create unlogged table compute_terminal_tickets (
  ticket_hash bytea primary key,
  user_id text not null,
  offer_id text not null,
  order_id text not null,
  expires_at timestamptz not null
);
comment on table compute_terminal_tickets is 'One-use tickets of the browser terminal, hashed; real time, 30 seconds.';

create unlogged table compute_terminals (
  id text primary key,
  user_id text not null,
  offer_id text not null,
  alive_at timestamptz not null default now()
);
comment on table compute_terminals is 'Terminals open now over all processes; a row whose process died falls silent and no longer counts.';
create index compute_terminals_user on compute_terminals (user_id);
