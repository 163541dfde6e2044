-- The faucet: 1 TTC per account and Shanghai day. A row stands before anything is sent, so nothing is sent twice.

create table faucet_claim (
  id text primary key,
  seq bigint generated always as identity,
  public_key text not null check (public_key ~ '^0x[0-9a-f]{64}$'),
  day date not null,
  user_id text,
  network text,
  units bigint not null check (units > 0),
  state text not null default 'reserved' check (state in ('reserved', 'signed', 'received', 'void')),
  reason text check (reason in ('low-balances', 'refused')),
  transfer jsonb,
  tries smallint not null default 0,
  created_at timestamptz not null default business_now(),
  ended_at timestamptz,
  check ((state = 'signed') <= (transfer is not null)),
  check ((state = 'void') = (reason is not null)),
  check ((state in ('received', 'void')) = (ended_at is not null))
);
comment on table faucet_claim is 'What people received or wanted to receive from the faucet.';
comment on column faucet_claim.public_key is 'The account: one key, however its address was written.';
comment on column faucet_claim.day is 'Day of Asia/Shanghai.';
comment on column faucet_claim.network is 'Blind index of the network address, for the limit of the day.';
comment on column faucet_claim.transfer is 'The signed transfer: the same bytes are sent again until it is known what became of them.';
create unique index faucet_claim_once_a_day on faucet_claim (public_key, day) where state <> 'void';
-- The faucet's account has one transfer under way, so its number (nonce) tells what became of it.
create unique index faucet_claim_one_in_flight on faucet_claim ((true)) where state = 'signed';
create index faucet_claim_waiting on faucet_claim (seq) where state = 'reserved';
create index faucet_claim_user on faucet_claim (user_id, day);
create index faucet_claim_network on faucet_claim (network, day) where network is not null;
