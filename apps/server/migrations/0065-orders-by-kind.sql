-- Orders of every kind: how the seller's money is released, open ends, delivery and acceptance, refunds of a part, and what
-- falls due by time. Orders made before are linear; what was refunded of them, or is on its way back, was all of it.

alter table orders
  add column release text not null default 'linear' check (release in ('linear', 'on-accept', 'at-end')),
  add column delivered_at timestamptz,
  add column due_at timestamptz,
  add column due_count integer not null default 0,
  add column refund_count integer not null default 0,
  add column returned_fen bigint not null default 0,
  alter column period_days drop not null,
  drop constraint orders_state_check,
  drop constraint orders_paid_at_when_paid,
  drop constraint orders_window_when_served,
  drop constraint orders_cleared_when_served,
  drop constraint orders_finished_when_cleared,
  drop constraint orders_refunded_in_full;

create table order_refunds (
  order_id text not null references orders,
  number integer not null,
  key text not null,
  refund_number text not null unique,
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null,
  at timestamptz not null,
  returned_at timestamptz,
  primary key (order_id, number),
  unique (order_id, key)
);
comment on table order_refunds is 'What was taken back out of escrow for the buyer, whole or in parts; each has its own number at payment.';
comment on column order_refunds.key is 'What the refund is for, said by whoever asks: the same key again does nothing.';
comment on column order_refunds.refund_number is 'Our number at the payment provider, the same however often it is tried.';
comment on column order_refunds.returned_at is 'When the provider had given it back.';

insert into order_refunds (order_id, number, key, refund_number, amount_fen, reason, at, returned_at)
select o.id, 1, 'unserved', 'R-' || o.out_trade_no, o.amount_fen, coalesce(o.fail_reason, ''),
  coalesce((select min(e.at) from order_events e where e.order_id = o.id and e.step = 'refunding'), o.paid_at),
  case when o.state = 'refunded' then
    coalesce((select min(e.at) from order_events e where e.order_id = o.id and e.step = 'refunded'), o.paid_at) end
from orders o where o.state in ('refunding', 'refunded') and o.close_reason is null;
update orders set refunded_fen = amount_fen, refund_count = case when close_reason is null then 1 else 0 end,
  returned_fen = case when state = 'refunded' then amount_fen else 0 end
  where state in ('refunding', 'refunded');

create function order_refunds_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.returned_at is not null or new.returned_at is null
    or to_jsonb(new) - 'returned_at' <> to_jsonb(old) - 'returned_at' then
    raise exception 'a refund is written once, and once when it was given back';
  end if;
  return new;
end $$;
create trigger order_refunds_written_once before update or delete on order_refunds
  for each row execute function order_refunds_guard();

alter table orders
  add constraint orders_state_check check (state in
    ('to-be-paid', 'paid', 'serving', 'delivered', 'ended', 'finished', 'closed', 'refunding', 'refunded')),
  add constraint orders_paid_at_when_paid check (state in ('to-be-paid', 'closed') or paid_at is not null),
  add constraint orders_linear_has_period check (release <> 'linear' or period_days is not null),
  add constraint orders_window_when_linear
    check (release <> 'linear' or state not in ('serving', 'ended', 'finished') or (serve_end_at > serve_start_at)),
  add constraint orders_end_open_until_over
    check (release = 'linear' or (serve_end_at is not null) = (state in ('ended', 'finished'))),
  add constraint orders_delivered_when_released_whole
    check ((release <> 'linear' or delivered_at is null)
      and (release = 'linear' or state not in ('delivered', 'ended', 'finished') or delivered_at is not null)),
  add constraint orders_states_of_release
    check (state <> 'delivered' or release <> 'linear'),
  add constraint orders_cleared_when_served check (cleared_fen = 0
    or state in ('ended', 'finished') or (release = 'linear' and state = 'serving')),
  add constraint orders_finished_when_settled check (state <> 'finished' or cleared_fen + refunded_fen = amount_fen),
  add constraint orders_refunded_in_full
    check ((state in ('refunding', 'refunded')) = (refunded_fen = amount_fen)),
  add constraint orders_returned_of_refunded check (returned_fen between 0 and refunded_fen),
  add constraint orders_refunded_when_returned check ((state = 'refunded') = (returned_fen = amount_fen));
comment on column orders.release is 'How the seller earns: linear by the second, on-accept all at once when the buyer accepts, at-end when the refund window is over.';
comment on column orders.period_days is 'Whole days: of a linear order the length of the service, of another the agreed time to deliver; null: none agreed.';
comment on column orders.serve_end_at is 'Of a linear order the planned end from its beginning on; of others the moment it was over, open until then.';
comment on column orders.due_at is 'When something happens by itself in this state: a start or delivery is late, a warning, an acceptance, the end of a refund window.';
comment on column orders.due_count is 'How many such things happened in this state: warnings given.';
comment on column orders.refunded_fen is 'Sum of what left escrow for the buyer, given back or on its way; of a late payment, which never reached escrow, all of it.';
comment on column orders.returned_fen is 'How much of it the provider has given back.';

-- The one place that says what an order has earned: clearing, lists, sums and invariants ask it.
create function order_earned_fen(release text, state text, amount_fen bigint, refunded_fen bigint,
  start_at timestamptz, end_at timestamptz, at timestamptz) returns bigint
language sql immutable parallel safe
return case
  when release = 'linear' and state in ('serving', 'ended', 'finished')
    then least(accrued_fen(amount_fen, start_at, end_at, at), amount_fen - refunded_fen)
  when state in ('ended', 'finished') then amount_fen - refunded_fen
  else 0
end;
comment on function order_earned_fen is 'Linear: by whole seconds, never more than was not refunded. Otherwise nothing until it is over, then all that was not refunded.';

drop index orders_one_live_per_product;
create unique index orders_one_live_per_product on orders (product_id, product_type)
  where is_one_of and state in ('to-be-paid', 'paid', 'serving', 'delivered');
drop index purchases_of_buyer;
create index purchases_of_buyer on orders (buyer_id, product_type, seq desc)
  where state in ('paid', 'serving', 'delivered', 'ended', 'finished');
drop index orders_clearable_of_seller;
create index orders_clearable_of_seller on orders (seller_id, product_id) where state in ('serving', 'delivered', 'ended');
create index orders_acceptable_of_buyer on orders (buyer_id, product_id) where release = 'on-accept' and state = 'delivered';
create index orders_due on orders (due_at, id) where due_at is not null;
drop index orders_serving_due;
create index orders_serving_due on orders (serve_end_at, id) where state = 'serving' and release = 'linear';
