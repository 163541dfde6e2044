-- Since when parts of one day count together (0028-wallet-parts-and-returns). What left before was right by the rules of
-- its time, so the hourly audit does not judge it.

create table wallet_rule (
  name text primary key check (name = 'two-people-a-day'),
  since timestamptz not null
);
comment on table wallet_rule is 'From which business time on a rule of payouts holds.';

-- On business time, like the payouts it is compared with: the migration is recorded by the machine's clock.
insert into wallet_rule (name, since)
select 'two-people-a-day', coalesce(
  (select business_now() - (now() - m.timestamp::timestamptz) from platform_migration m
    where m.name = '0028-wallet-parts-and-returns'),
  business_now());
