-- The index of the chain: finalised blocks, what they tell, and what is made of it. Nothing here is a source of truth: all of it
-- can be read from the chain again.

create table chain_network (
  network smallint generated always as identity primary key,
  genesis_hash text not null check (genesis_hash ~ '^0x[0-9a-f]{64}$'),
  block1_hash text not null unique check (block1_hash ~ '^0x[0-9a-f]{64}$'),
  seen_at timestamptz not null default now(),
  archived_at timestamptz
);
comment on table chain_network is 'Chains ever indexed; all but one are archived.';
comment on column chain_network.block1_hash is 'No two chains share it, also when they begin alike.';
create unique index chain_network_current on chain_network ((true)) where archived_at is null;

create table chain_block (
  network smallint not null references chain_network,
  height integer not null check (height > 0),
  hash text not null,
  parent_hash text not null,
  at timestamptz not null,
  primary key (network, height)
);
comment on table chain_block is 'Finalised blocks without gaps; the highest is where indexing goes on.';
comment on column chain_block.at is 'The chain’s own time.';

create table chain_event (
  network smallint not null,
  height integer not null,
  idx integer not null,
  transaction integer,
  pallet text not null,
  name text not null,
  data jsonb,
  primary key (network, height, idx),
  foreign key (network, height) references chain_block on delete cascade
);
comment on table chain_event is 'What finalised blocks tell of tokens, storage orders and rights; the chain’s housekeeping is left out.';
comment on column chain_event.transaction is 'Place of the transaction in its block; empty for what the chain did by itself.';

create table chain_movement (
  network smallint not null,
  height integer not null,
  idx integer not null,
  account text not null,
  type text not null,
  planck numeric(39) not null,
  fee_planck numeric(39) not null default 0,
  counterparty text,
  order_id bigint,
  at timestamptz not null,
  primary key (network, account, height, idx),
  foreign key (network, height) references chain_block on delete cascade
);
comment on table chain_movement is 'The TTC bill: what changed an account’s whole balance. Amount less fee, summed, is that change.';
comment on column chain_movement.account is 'SS58 address of the generic network.';
comment on column chain_movement.idx is 'Place of the event that tells it.';
create index chain_movement_block on chain_movement (network, height);

create table chain_order (
  network smallint not null references chain_network,
  id bigint not null,
  owner text not null,
  created_height integer not null,
  created_at timestamptz,
  height integer not null,
  is_purged boolean not null default false,
  view jsonb not null,
  primary key (network, id)
);
comment on table chain_order is 'Storage orders as they stood after the last block that touched them.';
comment on column chain_order.height is 'That block.';
comment on column chain_order.is_purged is 'Its record has left the chain; this is the last that was seen of it.';
create index chain_order_owner on chain_order (network, owner, id);

create table chain_replica (
  network smallint not null,
  order_id bigint not null,
  miner text not null,
  primary key (network, miner, order_id),
  foreign key (network, order_id) references chain_order on delete cascade
);
comment on table chain_replica is 'Who keeps which order, or kept it until it was cleared.';
create index chain_replica_order on chain_replica (network, order_id);

create table chain_day (
  network smallint not null references chain_network,
  day date not null,
  height integer not null,
  miners integer not null,
  live_orders integer not null,
  replicas integer not null,
  total_bytes numeric(39) not null,
  used_bytes numeric(39) not null,
  primary key (network, day)
);
comment on table chain_day is 'The storage market at the end of each day of Asia/Shanghai.';
