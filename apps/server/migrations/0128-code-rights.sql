-- The chain's word on each version of a published work: which content stood there first.

create table code_anchor_calls (
  hash text primary key,
  signed jsonb not null,
  created_at timestamptz not null default business_now(),
  ended_at timestamptz
);
comment on table code_anchor_calls is 'Calls the market''s account signed for rights. One at a time is under way, so that its outcome can be asked about.';
create unique index code_anchor_calls_open on code_anchor_calls ((true)) where ended_at is null;

create table code_rights (
  work_id text not null,
  number integer not null,
  seq bigint generated always as identity unique,
  content_hash text not null check (content_hash ~ '^0x[0-9a-f]{64}$'),
  salt text not null check (salt ~ '^0x[0-9a-f]{64}$'),
  state text not null default 'waiting' check (state in ('waiting', 'committed', 'revealed', 'earlier', 'refused')),
  address text,
  genesis_hash text,
  commitment text,
  call_hash text references code_anchor_calls,
  tries integer not null default 0,
  committed_block integer,
  committed_hash text,
  committed_at timestamptz,
  revealed_block integer,
  revealed_hash text,
  revealed_at timestamptz,
  earlier_address text,
  earlier_block integer,
  is_final boolean not null default false,
  checked_at timestamptz,
  created_at timestamptz not null default business_now(),
  primary key (work_id, number),
  foreign key (work_id, number) references code_versions (work_id, number) on delete cascade,
  check ((state in ('waiting', 'refused')) or (address is not null and commitment is not null and genesis_hash is not null)),
  check (state <> 'revealed' or (committed_block is not null and revealed_block is not null)),
  check (state <> 'earlier' or earlier_block is not null)
);
comment on column code_rights.content_hash is 'The version''s tree digest.';
comment on column code_rights.salt is 'Hides the content until it is revealed, which follows at once; no secret after.';
comment on column code_rights.call_hash is 'The call under way for it.';
comment on column code_rights.is_final is 'Whether the contest is over: no earlier commitment takes the content over any more.';
create index code_rights_due on code_rights (state, seq) where state in ('waiting', 'committed') and call_hash is null;
create index code_rights_call on code_rights (call_hash) where call_hash is not null;
create index code_rights_contest on code_rights (checked_at) where state = 'revealed' and not is_final;

insert into code_rights (work_id, number, content_hash, salt)
select v.work_id, v.number, '0x' || v.tree_digest,
  '0x' || replace(gen_random_uuid()::text, '-', '') || replace(gen_random_uuid()::text, '-', '')
from code_versions v join code_works w on w.id = v.work_id
where w.state = 'online' and v.is_scanned and v.tree_digest <> '' order by v.created_at;
