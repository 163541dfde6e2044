-- Storage nodes are asked for frames from outside; what comes of it is a score, and at worst a pause (ADR 21).

create table storage_audits (
  account text not null,
  slot timestamptz not null,
  network smallint not null,
  order_id bigint not null,
  frame integer not null,
  outcome text check (outcome in ('given', 'absent', 'silent', 'wrong', 'unknown')),
  primary key (account, slot)
);
comment on table storage_audits is 'One sample of a storage node: a frame of a random order that it keeps. The process that wrote the row asks for it. Without an outcome it did not come to an end, and counts as unknown.';
comment on column storage_audits.account is 'Address of the node.';
comment on column storage_audits.slot is 'Begin of ten minutes of business time; a node has one sample in them at most.';
comment on column storage_audits.outcome is 'Unknown: it was our own gateway or network, and nobody is blamed.';
create index storage_audits_slot on storage_audits (slot);

create table storage_standings (
  account text primary key,
  state text not null check (state in ('good', 'paused')),
  changed_at timestamptz not null default business_now()
);
comment on table storage_standings is 'Storage nodes that were paused at some time. A paused one is asked for frames last; it loses no money by it.';

-- Proofs of a node, counted over the blocks of 30 days.
create index chain_event_proofs on chain_event (network, (data ->> 'miner'), height)
  where pallet = 'Market' and name in ('ProofAccepted', 'ReplicaMissed');
