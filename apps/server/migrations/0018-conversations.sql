-- Conversations of two people about something one of them offers.

create table conversations (
  id text primary key,
  seq bigint generated always as identity,
  subject_kind text not null,
  subject_id text not null,
  asker_id text not null,
  owner_id text not null,
  created_at timestamptz not null default business_now(),
  last_message_seq bigint not null default 0,
  asker_read_seq bigint not null default 0,
  owner_read_seq bigint not null default 0,
  check (asker_id <> owner_id),
  unique (subject_kind, subject_id, asker_id)
);
comment on table conversations is 'One for each person who asks about an offer. Positions are messages'' seq; what a person has not read lies above theirs.';
create index conversations_asker on conversations (asker_id, last_message_seq desc);
create index conversations_owner on conversations (owner_id, last_message_seq desc);

create table conversation_files (
  id text primary key,
  conversation_id text not null references conversations (id) on delete cascade,
  author_id text not null,
  name_sealed bytea,
  key_sealed bytea,
  type text not null,
  bytes integer not null,
  state text not null check (state in ('pending', 'live', 'removed')),
  created_at timestamptz not null default now()
);
comment on table conversation_files is 'Files passed on; the bytes lie encrypted among the blobs as conversation/<id>.';
comment on column conversation_files.key_sealed is 'The key of the bytes: without it they are noise.';
comment on column conversation_files.state is 'pending: the blob is being written; live; removed: the blob is to be deleted.';
create index conversation_files_conversation on conversation_files (conversation_id, author_id);
create index conversation_files_not_live on conversation_files (created_at) where state <> 'live';

create table conversation_messages (
  id text primary key,
  seq bigint generated always as identity unique,
  conversation_id text not null references conversations (id) on delete cascade,
  author_id text not null,
  text_sealed bytea,
  file_id text references conversation_files (id) on delete set null,
  created_at timestamptz not null default business_now()
);
comment on column conversation_messages.text_sealed is 'Null when the author''s account was deleted.';
create index conversation_messages_page on conversation_messages (conversation_id, seq desc);
