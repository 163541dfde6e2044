-- Commits that entries of a time-sheet link to, as their public repositories show them.

create table talent_sheet_commits (
  entry_id text primary key references talent_sheet_entries on delete cascade,
  repository text not null,
  oid text not null check (oid ~ '^[0-9a-f]{40}$'),
  -- asked: nobody could tell so far; unreachable: it was given up.
  state text not null default 'asked' check (state in ('asked', 'found', 'missing', 'refused', 'unreachable')),
  author text not null default '',
  subject text not null default '',
  made_at timestamptz,
  tries int not null default 0,
  next_at timestamptz not null default business_now(),
  check ((state = 'found') = (made_at is not null))
);
create index talent_sheet_commits_due on talent_sheet_commits (next_at) where state = 'asked';
