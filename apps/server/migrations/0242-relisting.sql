-- A machine may be offered again by itself once its lease is over, when a check has looked at it.

alter table compute_offers add column is_relisted boolean not null default false;
comment on column compute_offers.is_relisted is 'Its seller wants it back on the market by itself after a lease, once it was cleared and passed a check.';
create index compute_offers_relisted on compute_offers (seq) where is_relisted and slot = 'ended' and listing = 'online' and cleaning = 'none';
