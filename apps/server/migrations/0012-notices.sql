-- In-app notices: facts told to a person; the texts are made by the client from kind and params.

create table notices (
  id text primary key,
  seq bigint generated always as identity,
  user_id text not null,
  kind text not null,
  params jsonb not null,
  link text,
  key text not null,
  created_at timestamptz not null default business_now(),
  read_at timestamptz,
  unique (user_id, key)
);
comment on column notices.key is 'What happened, named so that telling it again does nothing';
create index notices_newest on notices (user_id, seq desc);
create index notices_unread on notices (user_id) where read_at is null;
create index notices_old on notices (created_at);
