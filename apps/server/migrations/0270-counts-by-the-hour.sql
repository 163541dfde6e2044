-- How many machines are let by the hour is read from the groupings, as the other filters are: each grouping exists a second
-- time for the offers by the hour alone.

lock table compute_offers in share row exclusive mode;
truncate compute_facets, compute_facet_changes;

alter table compute_facets
  add column only_by_hour boolean not null,
  drop constraint compute_facets_pkey,
  add primary key (ram_gb, cpu_cores, os, period_days, only_by_hour, disk_step, bandwidth_mbps);
comment on column compute_facets.only_by_hour is 'Offers that are let by the hour; false is any.';

alter table compute_facet_changes add column hour_price_fen bigint;
comment on column compute_facet_changes.hour_price_fen is 'A price of the hour that the offer had; null: not let by the hour. A change from one price to another is not noted.';

create or replace function compute_note_facets() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_open then
    insert into compute_facet_changes values (old.cpu_cores, old.ram_gb, old.os, old.period_days, old.disk_gb,
      least(old.bandwidth_mbps, 50), -1, old.hour_price_fen);
  end if;
  if tg_op <> 'DELETE' and new.is_open then
    insert into compute_facet_changes values (new.cpu_cores, new.ram_gb, new.os, new.period_days, new.disk_gb,
      least(new.bandwidth_mbps, 50), 1, new.hour_price_fen);
  end if;
  return null;
end $$;

drop trigger compute_offers_facets_update on compute_offers;
create trigger compute_offers_facets_update after update on compute_offers
  for each row when (
    old.is_open is distinct from new.is_open
    or (new.is_open and (old.cpu_cores, old.ram_gb, old.os, old.period_days, old.disk_gb, old.bandwidth_mbps,
        old.hour_price_fen is null)
      is distinct from (new.cpu_cores, new.ram_gb, new.os, new.period_days, new.disk_gb, new.bandwidth_mbps,
        new.hour_price_fen is null))
  ) execute function compute_note_facets();

-- Moves the changes into the groupings, both in one statement, so that every reader's sum is right before and after.
create or replace function compute_fold_facets() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('compute_fold_facets', 0)) then return; end if;
  with taken as (
    delete from compute_facet_changes returning cpu_cores, ram_gb, os, period_days,
      compute_disk_step(disk_gb) as disk_step, bandwidth_mbps, hour_price_fen is not null as is_by_hour, offers
  )
  insert into compute_facets as facets
    (cpu_cores, ram_gb, os, period_days, only_by_hour, disk_step, bandwidth_mbps, offers)
  select coalesce(cpu_cores, -1), ram_from, coalesce(os, ''), coalesce(period_days, -1), only_by_hour,
    coalesce(disk_step, -1), coalesce(bandwidth_mbps, -1), sum(offers)
  from taken, lateral (select -1::bigint union all select compute_ram_steps(ram_gb)) steps (ram_from),
    lateral (select false union all select true where is_by_hour) terms (only_by_hour)
  group by ram_from, only_by_hour, grouping sets ((), (cpu_cores)), cube (os, period_days),
    grouping sets ((), (disk_step, bandwidth_mbps))
  -- Cores are asked for together with RAM only.
  having sum(offers) <> 0 and (ram_from <> -1 or grouping(cpu_cores) = 1)
  order by 2, 1, 3, 4, 5, 6, 7
  on conflict (ram_gb, cpu_cores, os, period_days, only_by_hour, disk_step, bandwidth_mbps)
  do update set offers = facets.offers + excluded.offers;
end $$;

insert into compute_facet_changes
  select cpu_cores, ram_gb, os, period_days, disk_gb, least(bandwidth_mbps, 50), count(*), min(hour_price_fen)
  from compute_offers where is_open group by cpu_cores, ram_gb, os, period_days, disk_gb, least(bandwidth_mbps, 50), hour_price_fen is null;
select compute_fold_facets();

-- The price of the hour rides along wherever pages and cut steps are found, so that they are found in the index alone.
drop index compute_offers_newest, compute_offers_price, compute_offers_speed, compute_offers_per_day, compute_offers_per_hour,
  compute_offers_group, compute_offers_facts, compute_offers_ram, compute_offers_disk;
create index compute_offers_newest on compute_offers (seq)
  include (ram_gb, cpu_cores, os, period_days, disk_gb, bandwidth_mbps, hour_price_fen, card_version) where is_open;
create index compute_offers_price on compute_offers (price_fen, seq)
  include (ram_gb, cpu_cores, os, period_days, disk_gb, bandwidth_mbps, hour_price_fen, card_version) where is_open;
create index compute_offers_speed on compute_offers (speed_score, seq)
  include (ram_gb, cpu_cores, os, period_days, disk_gb, bandwidth_mbps, hour_price_fen, card_version) where is_open;
create index compute_offers_per_day on compute_offers ((price_fen * 1000000 / period_days), seq)
  include (price_fen, ram_gb, cpu_cores, os, period_days, disk_gb, bandwidth_mbps, hour_price_fen, card_version) where is_open;
create index compute_offers_per_hour on compute_offers ((coalesce(hour_price_fen, 100000000000000)), seq)
  include (hour_price_fen, ram_gb, cpu_cores, os, period_days, disk_gb, bandwidth_mbps, card_version) where is_open;
create index compute_offers_group on compute_offers (os, period_days, seq)
  include (ram_gb, cpu_cores, disk_gb, bandwidth_mbps, hour_price_fen, card_version) where is_open;
create index compute_offers_facts on compute_offers (os, period_days, ram_gb, seq)
  include (cpu_cores, disk_gb, bandwidth_mbps, hour_price_fen, card_version) where is_open;
create index compute_offers_ram on compute_offers (ram_gb)
  include (seq, os, period_days, cpu_cores, disk_gb, bandwidth_mbps, hour_price_fen, card_version) where is_open;
create index compute_offers_disk on compute_offers (disk_gb)
  include (ram_gb, os, period_days, cpu_cores, bandwidth_mbps, hour_price_fen) where is_open;
