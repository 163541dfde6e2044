-- Machines are let by the hour, too: a seller may say what an hour costs, and a buyer says how many.

alter table compute_offers add column hour_price_fen bigint check (hour_price_fen > 0);
comment on column compute_offers.hour_price_fen is 'What an hour costs; null: not let by the hour.';

alter table orders
  add column period_hours integer check (period_hours > 0),
  drop constraint orders_linear_has_period,
  add constraint orders_linear_has_period check (release <> 'linear' or num_nonnulls(period_days, period_hours) = 1);
comment on column orders.period_hours is 'Whole hours: the length of a linear service that is sold by the hour; then period_days is null.';

alter table compute_leases
  alter column period_days drop not null,
  add column period_hours integer check (period_hours > 0),
  add constraint compute_leases_term check (num_nonnulls(period_days, period_hours) = 1);
comment on column compute_leases.period_hours is 'Whole hours of a lease by the hour; then period_days is null.';

-- Offers that are not let by the hour come last. What filters ask for rides along, so that a page is found in the index alone.
create index compute_offers_per_hour on compute_offers ((coalesce(hour_price_fen, 100000000000000)), seq)
  include (ram_gb, cpu_cores, os, period_days, disk_gb, bandwidth_mbps, card_version) where is_open;

drop trigger compute_offers_card on compute_offers;
create trigger compute_offers_card before update on compute_offers
  for each row when (
    (old.seller_id, old.cpu_cores, old.ram_gb, old.disk_gb, old.bandwidth_mbps, old.os, old.period_days, old.price_fen,
      old.description, old.check_state, old.checked_at, old.differing, old.measured, old.speed_score, old.created_at,
      old.gpu_model, old.gpu_count, old.gpu_vram_gb, old.hour_price_fen)
    is distinct from
    (new.seller_id, new.cpu_cores, new.ram_gb, new.disk_gb, new.bandwidth_mbps, new.os, new.period_days, new.price_fen,
      new.description, new.check_state, new.checked_at, new.differing, new.measured, new.speed_score, new.created_at,
      new.gpu_model, new.gpu_count, new.gpu_vram_gb, new.hour_price_fen)
  ) execute function compute_next_card_version();

-- Saved searches hear of a price of the hour as of any other fact.
create or replace function note_compute_edit() returns trigger language plpgsql as $$
begin
  perform note_market_change('superPoints', new.id, jsonb_build_object(
    'cpu_cores', old.cpu_cores, 'ram_gb', old.ram_gb, 'disk_gb', old.disk_gb, 'bandwidth_mbps', old.bandwidth_mbps,
    'os', old.os, 'period_days', old.period_days, 'price_fen', old.price_fen,
    'gpu_model', old.gpu_model, 'gpu_count', old.gpu_count, 'gpu_vram_gb', old.gpu_vram_gb,
    'hour_price_fen', old.hour_price_fen));
  return null;
end $$;
drop trigger compute_offers_edited on compute_offers;
create trigger compute_offers_edited after update on compute_offers
  for each row when (new.is_open and old.is_open
    and (old.cpu_cores, old.ram_gb, old.disk_gb, old.bandwidth_mbps, old.os, old.period_days, old.price_fen,
        old.gpu_model, old.gpu_count, old.gpu_vram_gb, old.hour_price_fen)
      is distinct from (new.cpu_cores, new.ram_gb, new.disk_gb, new.bandwidth_mbps, new.os, new.period_days, new.price_fen,
        new.gpu_model, new.gpu_count, new.gpu_vram_gb, new.hour_price_fen))
  execute function note_compute_edit();
