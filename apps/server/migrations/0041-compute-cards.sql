-- Each process keeps cards of the market as it wrote them; a card's version tells whether what is kept is still true.
-- It lies in the market's indexes, so that a page of cards already known is answered without touching the table.

alter table compute_offers add column card_version integer not null default 1;
comment on column compute_offers.card_version is 'One more with each change of what the card of the market shows. Cards of equal seq and version are equal.';

create function compute_next_card_version() returns trigger language plpgsql as $$
begin
  new.card_version := old.card_version + 1;
  return new;
end $$;

create trigger compute_offers_card before update on compute_offers
  for each row when (
    (old.seller_id, old.cpu_cores, old.ram_gb, old.disk_gb, old.bandwidth_mbps, old.os, old.period_days, old.price_fen,
      old.description, old.check_state, old.checked_at, old.differing, old.measured, old.speed_score, old.created_at)
    is distinct from
    (new.seller_id, new.cpu_cores, new.ram_gb, new.disk_gb, new.bandwidth_mbps, new.os, new.period_days, new.price_fen,
      new.description, new.check_state, new.checked_at, new.differing, new.measured, new.speed_score, new.created_at)
  ) execute function compute_next_card_version();

drop index compute_offers_newest, compute_offers_price, compute_offers_speed, compute_offers_facts;
create index compute_offers_newest on compute_offers (seq)
  include (ram_gb, cpu_cores, os, period_days, disk_gb, bandwidth_mbps, card_version) where is_open;
create index compute_offers_price on compute_offers (price_fen, seq)
  include (ram_gb, cpu_cores, os, period_days, disk_gb, bandwidth_mbps, card_version) where is_open;
create index compute_offers_speed on compute_offers (speed_score, seq)
  include (ram_gb, cpu_cores, os, period_days, disk_gb, bandwidth_mbps, card_version) where is_open;
create index compute_offers_facts on compute_offers (ram_gb, os, period_days, seq)
  include (cpu_cores, disk_gb, bandwidth_mbps, card_version) where is_open;
