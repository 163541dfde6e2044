-- Works of the code market, their versions, who may clone them, and the tokens git uses.

create table code_works (
  id text primary key,
  seq bigint generated always as identity unique,
  owner_id text not null,
  title text not null,
  intro text not null,
  state text not null default 'draft' check (state in ('draft', 'online', 'offline')),
  created_at timestamptz not null default business_now()
);
create index code_works_owner on code_works (owner_id, seq desc);

create table code_versions (
  work_id text not null references code_works (id),
  number integer not null check (number > 0),
  made_by text not null check (made_by in ('archive', 'push')),
  notes text not null,
  head text not null,
  refs jsonb not null,
  is_forward boolean not null,
  objects integer not null,
  pack_bytes bigint not null,
  pack_sha256 text not null,
  tree_digest text not null,
  blob_key text not null,
  created_at timestamptz not null default business_now(),
  primary key (work_id, number)
);
comment on table code_versions is 'One push or archive each: the pack of its new objects and the index of the pack are blobs under blob_key.';
comment on column code_versions.refs is 'All branches and tags after it.';

create table code_writings (
  blob_key text primary key,
  created_at timestamptz not null default now()
);
comment on table code_writings is 'Blobs being written for a version. The row goes with the version''s own transaction; what is left over is swept with its blobs.';

create table code_grants (
  work_id text not null references code_works (id),
  user_id text not null,
  created_at timestamptz not null default business_now(),
  primary key (work_id, user_id)
);
create index code_grants_user on code_grants (user_id);

create table code_tokens (
  id text primary key,
  work_id text not null references code_works (id),
  user_id text not null,
  "right" text not null check ("right" in ('read', 'push')),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on column code_tokens.token_hash is 'SHA-256 of 256 random bits; the token itself is shown once and kept nowhere.';
create index code_tokens_user on code_tokens (user_id, work_id);
