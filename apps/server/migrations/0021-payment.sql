-- Attempts to pay, notifications as they came, and refunds.

create table payment_attempt (
  id text primary key,
  order_id text not null,
  buyer_id text not null,
  out_trade_no text not null unique,
  trade_no text unique,
  amount_fen bigint not null check (amount_fen > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'refunding', 'refunded', 'closed')),
  expires_at timestamptz not null,
  is_close_wanted boolean not null default false,
  created_at timestamptz not null default business_now(),
  paid_at timestamptz,
  closed_at timestamptz,
  next_look_at timestamptz,
  last_look_at timestamptz,
  check ((state in ('paid', 'refunding', 'refunded')) = (paid_at is not null)),
  check (state not in ('paid', 'refunding', 'refunded') or trade_no is not null)
);
comment on table payment_attempt is 'One trade at the provider, asked for by one out_trade_no. Times are business time.';
comment on column payment_attempt.state is 'paid: kept in escrow; refunding: came but could not be served, all of it goes back; refunded: all of it is back.';
comment on column payment_attempt.trade_no is 'The provider''s number, bound with the first sight of the trade.';
comment on column payment_attempt.is_close_wanted is 'The buyer cancelled: close at the provider at the next look.';
comment on column payment_attempt.next_look_at is 'When the provider is asked next; null when nothing is expected any more.';
create index payment_attempt_order on payment_attempt (order_id);
create index payment_attempt_due on payment_attempt (next_look_at) where next_look_at is not null;

create table payment_refund (
  number text primary key,
  attempt_id text not null references payment_attempt,
  order_id text not null,
  buyer_id text not null,
  amount_fen bigint not null check (amount_fen > 0),
  reason text not null,
  is_unservable boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'parked', 'done')),
  asks integer not null default 0,
  next_ask_at timestamptz default business_now(),
  parked_reason text,
  created_at timestamptz not null default business_now(),
  done_at timestamptz,
  check ((state = 'done') = (done_at is not null))
);
comment on table payment_refund is 'Money on its way back. number is our out_request_no: the same refund always has the same.';
comment on column payment_refund.state is 'waiting: sent or to be sent, outcome not known; parked: refused for now (alarm), still tried slowly.';
create index payment_refund_attempt on payment_refund (attempt_id);
create index payment_refund_due on payment_refund (next_ask_at) where state <> 'done';

create table payment_notify (
  notify_id text primary key,
  raw bytea not null,
  out_trade_no text not null,
  trade_status text not null,
  refund_number text,
  has_unknown_keys boolean not null,
  received_at timestamptz not null default business_now(),
  handled_at timestamptz,
  outcome text
);
comment on table payment_notify is 'Verified notifications, kept before they are answered; duplicates fall on the key.';
comment on column payment_notify.raw is 'The body as it came.';
create index payment_notify_open on payment_notify (received_at) where handled_at is null;
