-- Receiving accounts and payouts of cleared income.

create table wallet_authorization (
  state_hash bytea primary key,
  user_id text not null,
  session_id text not null,
  expires_at timestamptz not null default business_now() + interval '10 minutes',
  used_at timestamptz
);
comment on table wallet_authorization is 'Single-use states of the provider''s authorisation page; only their hash is kept.';
create index wallet_authorization_expiry on wallet_authorization (expires_at);

create table wallet_pending (
  id text primary key,
  user_id text not null,
  state_hash bytea not null unique,
  code_hash bytea not null,
  account_sealed bytea not null,
  account_index bytea not null,
  account_kind text not null check (account_kind in ('user-id', 'open-id')),
  profile_sealed bytea not null,
  expires_at timestamptz not null default business_now() + interval '10 minutes',
  bound_at timestamptz
);
comment on table wallet_pending is 'An account the provider vouched for, waiting to be bound. The client only ever sees the id.';
comment on column wallet_pending.code_hash is 'Of the auth_code it came by, so that a repeated call finds it again.';
create index wallet_pending_expiry on wallet_pending (expires_at);

create table wallet_binding (
  id text primary key,
  user_id text not null,
  account_index bytea not null,
  account_sealed bytea,
  account_kind text not null check (account_kind in ('user-id', 'open-id')),
  real_name_sealed bytea,
  profile_sealed bytea,
  failed_reason text,
  bound_at timestamptz not null default business_now(),
  unbound_at timestamptz,
  check ((unbound_at is null) = (account_sealed is not null and real_name_sealed is not null and profile_sealed is not null))
);
comment on table wallet_binding is 'Receiving accounts, past ones without what was sealed.';
comment on column wallet_binding.profile_sealed is 'Picture and nickname at the provider: a picture''s address may name the account.';
comment on column wallet_binding.account_index is 'Blind index of the provider''s account id.';
comment on column wallet_binding.failed_reason is 'The last payout was refused because of this account: no automatic payout until its owner acts.';
create unique index wallet_binding_user on wallet_binding (user_id) where unbound_at is null;
create unique index wallet_binding_account on wallet_binding (account_index) where unbound_at is null;

create table wallet_payout (
  id text primary key,
  number text not null unique,
  user_id text not null,
  binding_id text not null references wallet_binding,
  amount_fen bigint not null check (amount_fen >= 10),
  state text not null default 'in-flight' check (state in ('in-flight', 'paid', 'failed')),
  provider_order_id text,
  reason text,
  asks integer not null default 0,
  next_ask_at timestamptz default business_now(),
  created_at timestamptz not null default business_now(),
  ended_at timestamptz,
  check ((state = 'in-flight') = (ended_at is null))
);
comment on table wallet_payout is 'Transfers to people. Income that waits for one is no row here: it is the payable balance of the ledger.';
comment on column wallet_payout.number is 'Our out_biz_no: one payout always has the same.';
comment on column wallet_payout.next_ask_at is 'When the provider is asked next. A paid one is still looked at for some days: a bank may send it back.';
create unique index wallet_payout_one_in_flight on wallet_payout (user_id) where state = 'in-flight';
create index wallet_payout_user on wallet_payout (user_id, created_at desc);
create index wallet_payout_due on wallet_payout (next_ask_at) where next_ask_at is not null;
