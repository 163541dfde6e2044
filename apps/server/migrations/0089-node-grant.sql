-- The grant of 5 TTC to a storage node that passed its check: once for a key and once for a person. It travels as claims of the faucet do.

alter table faucet_claim add column kind text not null default 'day' check (kind in ('day', 'node'));
comment on column faucet_claim.kind is 'day: 1 TTC a day. node: the grant to a checked storage node.';
drop index faucet_claim_once_a_day;
create unique index faucet_claim_once_a_day on faucet_claim (public_key, day) where state <> 'void' and kind = 'day';
create unique index faucet_claim_once_a_key on faucet_claim (public_key) where state <> 'void' and kind = 'node';
create unique index faucet_claim_once_a_person on faucet_claim (user_id) where state <> 'void' and kind = 'node';

create table storage_node_checks (
  public_key text primary key check (public_key ~ '^0x[0-9a-f]{64}$'),
  seed bytea not null check (octet_length(seed) = 32),
  nonce text check (nonce ~ '^[0-9a-f]{64}$'),
  asked_at timestamptz,
  created_at timestamptz not null default business_now(),
  check ((nonce is null) = (asked_at is null))
);
comment on table storage_node_checks is 'Checks of storage nodes under way.';
comment on column storage_node_checks.seed is 'What the bytes of the check are made of: 64 MiB that nobody else can make.';
comment on column storage_node_checks.nonce is 'Asked of the node once it has the bytes; whoever takes bytes again gets others.';
