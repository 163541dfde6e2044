-- Sealed files on their way to storage nodes. Their bytes are blobs, storage/{upload}/{part}.

create table storage_uploads (
  id text primary key,
  owner_id text not null,
  account text,
  cid text,
  root bytea,
  bytes bigint not null check (bytes >= 0),
  state text not null check (state in ('uploading', 'ready', 'served', 'removed')),
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now()
);
comment on column storage_uploads.account is 'The chain account that is to place the order; absent for what came by /api/v0/add.';
comment on column storage_uploads.cid is 'Absent until all of what comes by /api/v0/add is there.';
create unique index storage_uploads_own on storage_uploads (owner_id, cid) where state <> 'removed';
create index storage_uploads_cid on storage_uploads (cid) where state in ('ready', 'served');
create index storage_uploads_left on storage_uploads (touched_at) where state <> 'served';

create table storage_parts (
  upload_id text not null references storage_uploads (id) on delete cascade,
  number integer not null check (number >= 0),
  sha256 bytea not null,
  is_whole boolean not null default false,
  claimed_at timestamptz not null default now(),
  primary key (upload_id, number)
);

create table storage_frames (
  upload_id text not null references storage_uploads (id) on delete cascade,
  number integer not null check (number >= 0),
  cid text not null,
  root bytea not null,
  bytes integer not null,
  primary key (upload_id, number)
);
create index storage_frames_cid on storage_frames (cid);
comment on column storage_frames.root is 'Root of the chain''s tree over this frame: with those of all frames, the file''s root needs no second reading.';

create table storage_nodes (
  upload_id text not null references storage_uploads (id) on delete cascade,
  number integer not null check (number >= 0),
  cid text not null,
  block bytea not null,
  primary key (upload_id, number)
);
create index storage_nodes_cid on storage_nodes (cid);
