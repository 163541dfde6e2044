-- Notices that a person also wants as text messages: what they chose, and what is on its way.

create table notice_choices (
  user_id text primary key,
  topics text[] not null,
  language text not null check (language in ('zh-CN', 'en'))
);
comment on table notice_choices is 'What a person chose to be told by text message, and in which language they did.';

create table notice_texts (
  notice_id text primary key references notices (id) on delete cascade,
  user_id text not null,
  topic text not null,
  created_at timestamptz not null default business_now(),
  handed_at timestamptz
);
comment on table notice_texts is 'Notices to be sent by text message; they are counted by the day once they were handed over.';
create index notice_texts_waiting on notice_texts (created_at) where handed_at is null;
create index notice_texts_handed on notice_texts (user_id, handed_at) where handed_at is not null;
