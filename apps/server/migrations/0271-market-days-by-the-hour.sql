-- What an hour costs on the market, beside the day. Days counted before have none.

alter table compute_market_days
  add column machines_by_hour integer not null default 0 check (machines_by_hour between 0 and machines),
  add column hour_asked_parts bigint[];
comment on column compute_market_days.machines_by_hour is 'Machines that can be rented by the hour.';
comment on column compute_market_days.hour_asked_parts is 'Quartiles of what a unit costs an hour, of these machines, in hundredths of a fen: a core-hour costs a few fen. Null without one.';
