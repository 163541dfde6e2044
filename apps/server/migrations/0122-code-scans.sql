-- What was found in the versions of works: secrets, manifests, and files that works of others have too.

create table code_scans (
  work_id text not null,
  number integer not null,
  report jsonb not null,
  oids text[] not null,
  scanned_at timestamptz not null default business_now(),
  primary key (work_id, number),
  foreign key (work_id, number) references code_versions (work_id, number) on delete cascade
);
comment on column code_scans.oids is 'Git''s ids of the larger files: equal ids are equal files.';
create index code_scans_oids on code_scans using gin (oids);

alter table code_versions add column is_scanned boolean not null default false;
comment on column code_versions.is_scanned is 'Whether it was scanned; the row is its own queue.';
create index code_versions_unscanned on code_versions (created_at) where not is_scanned;
