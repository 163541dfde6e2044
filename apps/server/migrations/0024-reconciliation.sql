-- The provider's daily bill against our own books.

alter table wallet_payout add column paid_at timestamptz;
comment on column wallet_payout.paid_at is 'When the provider said it was done; stays when the money comes back later (then ended_at says when).';
update wallet_payout set paid_at = ended_at where state = 'paid';
update wallet_payout o set paid_at = p.created_at from ledger_posting p
  where o.state = 'failed' and p.key = 'payout-done:' || o.id;
alter table wallet_payout add constraint wallet_payout_paid_check check (state <> 'paid' or paid_at is not null);
create index wallet_payout_paid on wallet_payout (paid_at) where paid_at is not null;

create index payment_attempt_paid on payment_attempt (paid_at) where paid_at is not null;
create index payment_refund_done on payment_refund (done_at) where done_at is not null;

create table payment_reconciliation (
  day date primary key,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'absent')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  reason text,
  line_count integer,
  created_at timestamptz not null default business_now(),
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null))
);
comment on table payment_reconciliation is 'One row per day of Asia/Shanghai, from the first day money may have moved.';
comment on column payment_reconciliation.state is 'waiting: the bill is not there yet or could not be read; absent: none came, which is a difference of its own if money moved.';

create table payment_bill_line (
  day date not null references payment_reconciliation,
  line integer not null,
  kind text not null check (kind in ('payment', 'refund', 'payout', 'payout-return')),
  number text not null,
  reference text not null,
  amount_fen bigint not null,
  moved_at timestamptz not null,
  primary key (day, line)
);
comment on table payment_bill_line is 'What the provider''s bill said, kept so that what we learn late finds its line in an earlier bill.';
comment on column payment_bill_line.number is 'Our own: out_trade_no, out_request_no or out_biz_no.';
comment on column payment_bill_line.reference is 'Of a refund: the out_trade_no it belongs to; else empty.';
create index payment_bill_line_number on payment_bill_line (number, kind);

create table payment_difference (
  id text primary key,
  seq bigint generated always as identity unique,
  day date not null references payment_reconciliation,
  kind text not null check (kind in
    ('missing-here', 'missing-there', 'amount', 'duplicate-refund', 'unknown-payout', 'unreadable', 'bill-absent')),
  movement text check (movement in ('payment', 'refund', 'payout', 'payout-return')),
  number text not null,
  reference text not null default '',
  our_fen bigint,
  bill_fen bigint,
  found_at timestamptz not null default business_now(),
  settled_at timestamptz,
  settled_by text,
  note text,
  check ((settled_at is null) = (settled_by is null))
);
comment on table payment_difference is 'Where the bill and our books disagree; stays for good, settled by a later bill or by somebody who looked into it.';
comment on column payment_difference.settled_by is 'A person of the staff, or "later" when both sides agreed afterwards.';
create index payment_difference_open on payment_difference (seq) where settled_at is null;
create index payment_difference_day on payment_difference (day, seq);
