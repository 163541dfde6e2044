-- What machines on the market cost and how many of them are let, counted while a day lasts and kept for good.

create table compute_market_days (
  day date not null,
  kind text collate "C" not null,
  machines integer not null check (machines > 0),
  serving integer not null check (serving between 0 and machines),
  units bigint not null,
  units_serving bigint not null,
  asked_fen bigint[],
  rented_fen bigint[],
  counted_at timestamptz not null,
  primary key (kind, day)
);
comment on table compute_market_days is 'One row for each day of Shanghai and kind of machine that was on the market or let. The last count of a day stays; deleted offers change nothing.';
comment on column compute_market_days.kind is 'cpu: machines without GPU, in core-days. Otherwise the GPU model, in GPU-days.';
comment on column compute_market_days.machines is 'Machines that can be rented (they passed their check) or are taken.';
comment on column compute_market_days.units is 'Cores, or GPUs, of these machines.';
comment on column compute_market_days.asked_fen is 'Quartiles of what a unit costs a day, of machines that can be rented. Null without one.';
comment on column compute_market_days.rented_fen is 'The same of machines that are let.';
