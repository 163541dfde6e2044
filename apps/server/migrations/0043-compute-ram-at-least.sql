-- The RAM filter means "at least". A grouping of RAM holds every open offer with that much or more, for each power of
-- two: the offered choices are powers of two, so their counts are read from one grouping as before.

comment on column compute_facets.ram_gb is 'Offers with at least this RAM, a power of two; -1 is any.';

create function compute_ram_steps(ram bigint) returns setof bigint
  language sql immutable strict parallel safe
  as $$ select 1::bigint << power from generate_series(0, 62) power where 1::bigint << power <= ram $$;
comment on function compute_ram_steps is 'The powers of two up to this much RAM: the groupings an offer is counted in.';

-- Moves the changes into the groupings, both in one statement, so that every reader's sum is right before and after.
create or replace function compute_fold_facets() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('compute_fold_facets', 0)) then return; end if;
  with taken as (
    delete from compute_facet_changes returning cpu_cores, ram_gb, os, period_days,
      compute_disk_step(disk_gb) as disk_step, bandwidth_mbps, offers
  )
  insert into compute_facets as facets (cpu_cores, ram_gb, os, period_days, disk_step, bandwidth_mbps, offers)
  select coalesce(cpu_cores, -1), ram_from, coalesce(os, ''), coalesce(period_days, -1),
    coalesce(disk_step, -1), coalesce(bandwidth_mbps, -1), sum(offers)
  from taken, lateral (select -1::bigint union all select compute_ram_steps(ram_gb)) steps (ram_from)
  group by ram_from, grouping sets ((), (cpu_cores)), cube (os, period_days),
    grouping sets ((), (disk_step, bandwidth_mbps))
  -- Cores are asked for together with RAM only.
  having sum(offers) <> 0 and (ram_from <> -1 or grouping(cpu_cores) = 1)
  order by 2, 1, 3, 4, 5, 6
  on conflict (ram_gb, cpu_cores, os, period_days, disk_step, bandwidth_mbps)
  do update set offers = facets.offers + excluded.offers;
end $$;

-- Every grouping anew, while no offer changes.
lock table compute_offers in share row exclusive mode;
truncate compute_facets, compute_facet_changes;
insert into compute_facet_changes
  select cpu_cores, ram_gb, os, period_days, disk_gb, least(bandwidth_mbps, 50), count(*)
  from compute_offers where is_open group by 1, 2, 3, 4, 5, 6;
select compute_fold_facets();

-- Offers of one system and period, newest first: few are passed over until a page of larger machines is full.
create index compute_offers_group on compute_offers (os, period_days, seq)
  include (ram_gb, cpu_cores, disk_gb, bandwidth_mbps, card_version) where is_open;
-- For filters that match few offers: found by their facts, then sorted.
drop index compute_offers_facts;
create index compute_offers_facts on compute_offers (os, period_days, ram_gb, seq)
  include (cpu_cores, disk_gb, bandwidth_mbps, card_version) where is_open;
create index compute_offers_ram on compute_offers (ram_gb)
  include (seq, os, period_days, cpu_cores, disk_gb, bandwidth_mbps, card_version) where is_open;
