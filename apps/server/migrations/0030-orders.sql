-- Orders of every market, their time line, their clearings, and how many each person has.

create function accrued_fen(total_fen bigint, start_at timestamptz, end_at timestamptz, at timestamptz) returns bigint
language sql immutable parallel safe
return case
  when at >= end_at then total_fen
  when at <= start_at then 0
  else div(total_fen * floor(extract(epoch from at - start_at)) * 1000, extract(epoch from end_at - start_at) * 1000)::bigint
end;
comment on function accrued_fen is 'The same as accruedFen in packages/units: linear by whole seconds, rounded down; for sums over many orders.';

create table orders (
  id text primary key,
  seq bigint generated always as identity,
  out_trade_no text not null constraint orders_out_trade_no unique,
  product_type text not null,
  product_id text not null,
  is_one_of boolean not null,
  buyer_id text not null,
  seller_id text not null,
  amount_fen bigint not null check (amount_fen > 0),
  period_days integer not null check (period_days > 0),
  snapshot jsonb not null,
  search_text text not null,
  state text not null default 'to-be-paid'
    check (state in ('to-be-paid', 'paid', 'serving', 'ended', 'finished', 'closed', 'refunding', 'refunded')),
  close_reason text check (close_reason in ('cancelled', 'expired', 'failed')),
  fail_reason text,
  created_at timestamptz not null default business_now(),
  expires_at timestamptz not null,
  expiry_asked_at timestamptz,
  paid_at timestamptz,
  paid_attempt_id text,
  serve_start_at timestamptz,
  serve_end_at timestamptz,
  cleared_fen bigint not null default 0 check (cleared_fen >= 0),
  clearing_count integer not null default 0,
  last_cleared_at timestamptz,
  refunded_fen bigint not null default 0 check (refunded_fen >= 0),
  constraint orders_never_more_than_paid check (cleared_fen + refunded_fen <= amount_fen),
  constraint orders_closed_for_a_reason check (state <> 'closed' or close_reason is not null),
  constraint orders_reason_only_unserved check (close_reason is null or state in ('closed', 'refunding', 'refunded')),
  constraint orders_paid_at_when_paid
    check (state not in ('paid', 'serving', 'ended', 'finished', 'refunding', 'refunded') or paid_at is not null),
  constraint orders_window_when_served
    check (state not in ('serving', 'ended', 'finished') or (serve_end_at > serve_start_at)),
  constraint orders_cleared_when_served check (cleared_fen = 0 or state in ('serving', 'ended', 'finished')),
  constraint orders_finished_when_cleared check (state <> 'finished' or cleared_fen = amount_fen),
  constraint orders_refunded_in_full check ((state = 'refunded') = (refunded_fen > 0)),
  constraint orders_not_with_oneself check (buyer_id <> seller_id)
);
comment on column orders.seq is 'Order of creation, for keysets; never leaves the server.';
comment on column orders.out_trade_no is 'The number a person can quote and the payment provider knows: day in Shanghai and 12 random digits.';
comment on column orders.product_type is 'productType of the wire: superPoints, code or manpower.';
comment on column orders.is_one_of is 'The product can be in one live order at a time.';
comment on column orders.snapshot is 'Facts of the product as sold, made by its market.';
comment on column orders.search_text is 'Lower case: order number and the words the market gave, such as the resource id.';
comment on column orders.close_reason is 'Why it closed unserved; kept when late money is given back.';
comment on column orders.expires_at is 'Until when the cashier takes money for it.';
comment on column orders.expiry_asked_at is 'When the overdue order was last asked about or closed at the provider.';
comment on column orders.serve_start_at is 'Whole milliseconds, as the end, so that seconds count alike here and in the program.';
comment on column orders.cleared_fen is 'Sum of the clearings.';

-- The guard of one-of goods, whatever the program does (money and safety 0.1).
create unique index orders_one_live_per_product on orders (product_id, product_type)
  where is_one_of and state in ('to-be-paid', 'paid', 'serving');
create unique index orders_by_seq on orders (seq);
create index orders_of_buyer on orders (buyer_id, product_type, seq desc);
create index orders_of_seller on orders (seller_id, product_type, seq desc);
create index purchases_of_buyer on orders (buyer_id, product_type, seq desc)
  where state in ('paid', 'serving', 'ended', 'finished');
create index orders_clearable_of_seller on orders (seller_id, product_id) where state in ('serving', 'ended');
create index orders_served_of_product on orders (product_id) where serve_start_at is not null;
create index orders_unpaid_due on orders (expires_at, id) where state = 'to-be-paid';
create index orders_serving_due on orders (serve_end_at, id) where state = 'serving';
create index orders_uncleared_due on orders (serve_end_at, id) where state = 'ended';

create table order_events (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  step text not null,
  at timestamptz not null default business_now(),
  detail jsonb
);
comment on table order_events is 'What happened to each order, appended only.';
create index order_events_of_order on order_events (order_id, id);

create table clearings (
  order_id text not null references orders,
  number integer not null,
  amount_fen bigint not null check (amount_fen > 0),
  is_automatic boolean not null,
  at timestamptz not null,
  primary key (order_id, number)
);
comment on table clearings is 'Income released to sellers; (order, number) is the key of the ledger posting.';

create function orders_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is appended only', tg_table_name;
end $$;
create trigger order_events_append_only before update or delete on order_events
  for each row execute function orders_refuse_change();
create trigger clearings_append_only before update or delete on clearings
  for each row execute function orders_refuse_change();

create table order_counts (
  user_id text not null,
  facet text not null check (facet in ('consume', 'profit', 'purchase')),
  product_type text not null,
  total bigint not null,
  primary key (user_id, facet, product_type)
);
comment on table order_counts is 'How many orders a person has per list, without what waits in order_count_deltas.';

create table order_count_deltas (
  user_id text not null,
  facet text not null,
  product_type text not null,
  delta integer not null
);
comment on table order_count_deltas is 'Changes of counts, written beside the orders without a lock and folded into order_counts by a job.';
create index order_count_deltas_of_user on order_count_deltas (user_id, facet, product_type);
