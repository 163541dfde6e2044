-- Evaluations of works with their replies, and which versions their owners were told of.

create table code_comments (
  id text primary key,
  seq bigint generated always as identity unique,
  work_id text not null references code_works (id),
  user_id text not null,
  reply_to text references code_comments (id),
  words text not null,
  created_at timestamptz not null default business_now()
);
comment on table code_comments is 'Of who had the work when they wrote; replies are one level deep, by them and the author.';
create index code_comments_work on code_comments (work_id, seq desc) where reply_to is null;
create index code_comments_reply on code_comments (reply_to, seq) where reply_to is not null;
create index code_comments_user on code_comments (user_id);

alter table code_versions add column is_told boolean not null default true;
alter table code_versions alter column is_told set default false;
comment on column code_versions.is_told is 'Whether those who have the work were notified; the row is its own queue.';
create index code_versions_untold on code_versions (created_at) where not is_told;
