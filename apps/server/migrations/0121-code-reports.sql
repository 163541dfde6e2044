-- Reports of works, and works that the staff took down, with what their authors say against it.

alter table code_works drop constraint code_works_state_check;
alter table code_works add constraint code_works_state_check check (state in ('draft', 'online', 'offline', 'removed'));
alter table code_works add column is_frozen boolean not null default false;
comment on column code_works.state is 'removed: taken down by the staff; only its author and those who have it see it.';
comment on column code_works.is_frozen is 'While it is taken down as malware: those who have it fetch nothing.';

create table code_reports (
  id text primary key,
  seq bigint generated always as identity,
  work_id text not null references code_works (id),
  reporter_id text not null,
  reason text not null check (reason in ('malware', 'copyright', 'secrets', 'illegal', 'misleading', 'other')),
  words text,
  reported_at timestamptz not null default business_now(),
  settled_at timestamptz
);
comment on column code_reports.words is 'Null when its author''s account was deleted.';
create unique index code_reports_open on code_reports (work_id, reporter_id) where settled_at is null;
create index code_reports_waiting on code_reports (work_id, seq) where settled_at is null;
create index code_reports_reporter on code_reports (reporter_id);

create table code_takedowns (
  id text primary key,
  seq bigint generated always as identity unique,
  work_id text not null references code_works (id),
  reason text not null check (reason in ('malware', 'copyright', 'secrets', 'illegal', 'misleading', 'other')),
  words text not null,
  was text not null check (was in ('online', 'offline')),
  state text not null default 'standing' check (state in ('standing', 'answered', 'upheld', 'restored')),
  answer text,
  decision text,
  created_at timestamptz not null default business_now(),
  answered_at timestamptz,
  decided_at timestamptz,
  is_told boolean not null default false,
  told_to text,
  check ((state = 'standing') = (answered_at is null) or state = 'restored')
);
comment on table code_takedowns is 'standing: the author may answer once; answered: the staff decides; upheld: it stays down; restored: it is back.';
comment on column code_takedowns.words is 'What the staff says to the author.';
comment on column code_takedowns.was is 'What the work is again when it is restored.';
comment on column code_takedowns.is_told is 'Whether those who have a work that is frozen were notified; the row is its own queue.';
comment on column code_takedowns.told_to is 'While they are notified in batches: the last of them by id who was.';
create unique index code_takedowns_one on code_takedowns (work_id) where state <> 'restored';
create index code_takedowns_answered on code_takedowns (seq) where state = 'answered';
create index code_takedowns_untold on code_takedowns (seq) where not is_told;
