-- Filters of market lists that people saved under a name, and what came onto the markets, in one order for all of them.

create table saved_searches (
  id text primary key,
  seq bigint generated always as identity,
  user_id text not null,
  kind text not null,
  name text not null,
  filter jsonb not null,
  has_notice boolean not null default true,
  looked_seq bigint not null,
  told_at timestamptz,
  created_at timestamptz not null default business_now()
);
comment on column saved_searches.filter is 'Fields of the market''s list filter, as texts.';
comment on column saved_searches.looked_seq is 'Up to which arrival new offers were looked for.';
comment on column saved_searches.told_at is 'When a notice was last sent: one a day at most.';
create index saved_searches_newest on saved_searches (user_id, seq desc);
create index saved_searches_looked on saved_searches (looked_seq) where has_notice;

create table market_arrivals (
  kind text not null,
  subject_id text not null,
  seq bigint,
  primary key (kind, subject_id)
);
comment on table market_arrivals is 'Each offer once, when it first came onto its market.';
comment on column market_arrivals.seq is 'Given after the commit, by one process at a time: a number given earlier could become visible after a later one and be missed.';
create index market_arrivals_order on market_arrivals (kind, seq) where seq is not null;
create index market_arrivals_unnumbered on market_arrivals (kind, subject_id) where seq is null;
create sequence market_arrivals_seq;

create function note_market_arrival() returns trigger language plpgsql as $$
begin
  insert into market_arrivals (kind, subject_id) values (tg_argv[0], new.id) on conflict do nothing;
  return null;
end $$;

create trigger compute_offers_arrive after insert on compute_offers
  for each row when (new.is_open) execute function note_market_arrival('superPoints');
create trigger compute_offers_arrive_later after update on compute_offers
  for each row when (new.is_open and not old.is_open) execute function note_market_arrival('superPoints');
create trigger talent_experts_arrive after insert on talent_experts
  for each row when (new.is_open) execute function note_market_arrival('manpower');
create trigger talent_experts_arrive_later after update on talent_experts
  for each row when (new.is_open and not old.is_open) execute function note_market_arrival('manpower');
create trigger code_works_arrive after insert on code_works
  for each row when (new.state = 'online') execute function note_market_arrival('code');
create trigger code_works_arrive_later after update on code_works
  for each row when (new.state = 'online' and old.state <> 'online') execute function note_market_arrival('code');

insert into market_arrivals (kind, subject_id, seq)
  select kind, id, nextval('market_arrivals_seq') from (
    select 'superPoints' as kind, id from compute_offers where is_open
    union all select 'manpower', id from talent_experts where is_open
    union all select 'code', id from code_works where state = 'online') open;
