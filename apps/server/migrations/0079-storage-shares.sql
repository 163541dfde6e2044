-- Links by which a person shares a stored file. The key that opens the file is in the link's fragment and never comes here.

create table storage_shares (
  id text primary key,
  owner_id text not null,
  cid text not null,
  created_at timestamptz not null default business_now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  seq bigint generated always as identity
);
comment on column storage_shares.id is 'The part of the link that the server sees: it says where the sealed file lies, and opens nothing.';
create index storage_shares_own on storage_shares (owner_id, cid, seq desc);
create index storage_shares_over on storage_shares (expires_at);
