-- Uploaded images: what is stored in the blob store, and whose it is.

create table files (
  name text primary key,
  owner_id text not null,
  kind text not null check (kind in ('avatar')),
  size_bytes int not null check (size_bytes > 0),
  state text not null check (state in ('pending', 'live', 'removed')),
  created_at timestamptz not null default now()
);
comment on column files.name is 'Unguessable public name; the blob key is "public/" and this name';
comment on column files.state is 'pending: the blob is being written; live: shown; removed: replaced, the blob is deleted by a job';
create index files_owner on files (owner_id) where state = 'live';
create index files_unfinished on files (created_at) where state <> 'live';
