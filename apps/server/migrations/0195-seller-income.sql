-- What an order had earned by any moment, also one before its end: for income by day.
create function order_earned_by_fen(release text, state text, amount_fen bigint, refunded_fen bigint,
  start_at timestamptz, end_at timestamptz, at timestamptz) returns bigint
language sql immutable parallel safe
return case
  when state = 'serving' then order_earned_fen(release, state, amount_fen, refunded_fen, start_at, end_at, at)
  when state not in ('ended', 'finished') then 0
  when release = 'linear' then accrued_fen(amount_fen - refunded_fen, start_at, end_at, at)
  when at >= end_at then amount_fen - refunded_fen
  else 0
end;
comment on function order_earned_by_fen is 'As order_earned_fen at the latest moment. Before that, what is left of an order that is over counts evenly over its service, or at its end.';

create table order_daily_clearings (
  user_id text primary key,
  next_at timestamptz not null
);
comment on table order_daily_clearings is 'Sellers whose income is collected each day without asking, and when it is next.';
create index order_daily_clearings_due on order_daily_clearings (next_at);
