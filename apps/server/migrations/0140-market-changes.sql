-- Saved searches hear of an offer as well that comes to match later, and end with the hour they ask for.

alter table saved_searches add column ends_at timestamptz;
comment on column saved_searches.ends_at is 'From when on nothing can match: the free hour it asks for has begun. Null for never.';
update saved_searches set ends_at = (filter ->> 'free')::timestamptz where kind = 'manpower' and filter ? 'free';

create table market_changes (
  id bigint generated always as identity primary key,
  kind text not null,
  subject_id text not null,
  before jsonb,
  seq bigint,
  at timestamptz not null default business_now()
);
comment on table market_changes is 'Each time an offer came onto its market, or a fact that lists are filtered by changed while it was there. Kept 30 days.';
comment on column market_changes.before is 'The facts as they were. Null when the offer was not on the market. "touched" names those whose old value is not kept.';
comment on column market_changes.seq is 'Given after the commit, by one process at a time: a number given earlier could become visible after a later one and be missed.';
create index market_changes_order on market_changes (kind, seq) where seq is not null;
create index market_changes_unnumbered on market_changes (id) where seq is null;
create index market_changes_subject on market_changes (kind, subject_id, at);
create index market_changes_at on market_changes (at);

create table saved_search_finds (
  search_id text not null references saved_searches (id) on delete cascade,
  subject_id text not null,
  seq bigint generated always as identity,
  primary key (search_id, subject_id)
);
comment on table saved_search_finds is 'Offers a search was told of, the last 5,000 of each search: one is told once, however often it changes.';
create index saved_search_finds_newest on saved_search_finds (search_id, seq desc);

drop trigger compute_offers_arrive on compute_offers;
drop trigger compute_offers_arrive_later on compute_offers;
drop trigger talent_experts_arrive on talent_experts;
drop trigger talent_experts_arrive_later on talent_experts;
drop trigger code_works_arrive on code_works;
drop trigger code_works_arrive_later on code_works;
drop function note_market_arrival();
-- Only what some search has not looked at yet.
insert into market_changes (kind, subject_id, seq)
  select kind, subject_id, seq from market_arrivals
  where seq is null or seq > (select min(looked_seq) from saved_searches);
drop table market_arrivals;
alter sequence market_arrivals_seq rename to market_changes_seq;

create function note_market_change(p_kind text, p_subject_id text, p_before jsonb) returns void language sql as $$
  insert into market_changes (kind, subject_id, before) values (p_kind, p_subject_id, p_before)
$$;

create function note_market_arrival() returns trigger language plpgsql as $$
begin
  perform note_market_change(tg_argv[0], new.id, null);
  return null;
end $$;

-- An order held the machine and gave it back unpaid. It is nothing new, unless searches that looked meanwhile missed it.
create function note_compute_given_back() returns trigger language plpgsql as $$
begin
  if exists (select from market_changes c where c.kind = 'superPoints' and c.subject_id = new.id
      and c.at > business_now() - interval '2 days') then
    perform note_market_change('superPoints', new.id, null);
  end if;
  return null;
end $$;

create trigger compute_offers_arrive after insert on compute_offers
  for each row when (new.is_open) execute function note_market_arrival('superPoints');
create trigger compute_offers_arrive_later after update on compute_offers
  for each row when (new.is_open and not old.is_open and old.slot <> 'reserved')
  execute function note_market_arrival('superPoints');
create trigger compute_offers_given_back after update on compute_offers
  for each row when (new.is_open and not old.is_open and old.slot = 'reserved')
  execute function note_compute_given_back();
create trigger talent_experts_arrive after insert on talent_experts
  for each row when (new.is_open) execute function note_market_arrival('manpower');
create trigger talent_experts_arrive_later after update on talent_experts
  for each row when (new.is_open and not old.is_open) execute function note_market_arrival('manpower');
create trigger code_works_arrive after insert on code_works
  for each row when (new.state = 'online') execute function note_market_arrival('code');
create trigger code_works_arrive_later after update on code_works
  for each row when (new.state = 'online' and old.state <> 'online') execute function note_market_arrival('code');

create function note_compute_edit() returns trigger language plpgsql as $$
begin
  perform note_market_change('superPoints', new.id, jsonb_build_object(
    'cpu_cores', old.cpu_cores, 'ram_gb', old.ram_gb, 'disk_gb', old.disk_gb, 'bandwidth_mbps', old.bandwidth_mbps,
    'os', old.os, 'period_days', old.period_days, 'price_fen', old.price_fen));
  return null;
end $$;
create trigger compute_offers_edited after update on compute_offers
  for each row when (new.is_open and old.is_open
    and (old.cpu_cores, old.ram_gb, old.disk_gb, old.bandwidth_mbps, old.os, old.period_days, old.price_fen)
      is distinct from (new.cpu_cores, new.ram_gb, new.disk_gb, new.bandwidth_mbps, new.os, new.period_days, new.price_fen))
  execute function note_compute_edit();

create function note_talent_edit() returns trigger language plpgsql as $$
begin
  perform note_market_change('manpower', new.id, jsonb_build_object('hour_fen', old.hour_fen, 'rating', old.rating,
    'touched', case when (old.fields, old.skills) is distinct from (new.fields, new.skills)
      then '["labels"]'::jsonb else '[]'::jsonb end));
  return null;
end $$;
create trigger talent_experts_edited after update on talent_experts
  for each row when (new.is_open and old.is_open and (old.hour_fen, old.rating, old.fields, old.skills)
    is distinct from (new.hour_fen, new.rating, new.fields, new.skills))
  execute function note_talent_edit();

create function note_code_edit() returns trigger language plpgsql as $$
begin
  perform note_market_change('code', new.id, jsonb_build_object('price_fen', old.price_fen, 'language', old.language,
    'rating_sum', old.rating_sum, 'rating_count', old.rating_count,
    'touched', case when old.labels is distinct from new.labels then '["labels"]'::jsonb else '[]'::jsonb end));
  return null;
end $$;
create trigger code_works_edited after update on code_works
  for each row when (new.state = 'online' and old.state = 'online'
    and (old.price_fen, old.language, old.rating_sum, old.rating_count, old.labels)
      is distinct from (new.price_fen, new.language, new.rating_sum, new.rating_count, new.labels))
  execute function note_code_edit();

-- What a text said before is not kept: it can be a name.
create function note_compute_words() returns trigger language plpgsql as $$
begin
  perform note_market_change('superPoints', o.id, '{"touched": ["words"]}')
    from compute_offers o where o.seq = new.offer_seq and o.is_open;
  return null;
end $$;
create trigger compute_offer_words_changed after update on compute_offer_words
  for each row when (old.body <> new.body) execute function note_compute_words();

create function note_talent_words() returns trigger language plpgsql as $$
begin
  perform note_market_change('manpower', e.id, '{"touched": ["words"]}')
    from talent_experts e where e.user_id = new.user_id and e.is_open;
  return null;
end $$;
create trigger talent_expert_words_changed after update on talent_expert_words
  for each row when (old.body <> new.body) execute function note_talent_words();

create function note_code_words() returns trigger language plpgsql as $$
begin
  perform note_market_change('code', w.id, '{"touched": ["words"]}')
    from code_works w where w.seq = new.work_seq and w.state = 'online';
  return null;
end $$;
create trigger code_work_words_changed after update on code_work_words
  for each row when (old.body <> new.body) execute function note_code_words();

-- Its dates are replaced together with it.
create function note_talent_calendar() returns trigger language plpgsql as $$
begin
  perform note_market_change('manpower', e.id, '{"touched": ["free"]}')
    from talent_experts e where e.user_id = new.user_id and e.is_open;
  return null;
end $$;
create trigger talent_calendars_changed after insert or update on talent_calendars
  for each row execute function note_talent_calendar();
