-- What the migrations said when they ran, so that a file edited afterwards is noticed.

create table platform_migration_text (
  name text primary key,
  checksum text not null,
  seen_at timestamptz not null default now()
);
comment on column platform_migration_text.checksum is 'SHA-256 of the file''s text with plain line ends.';
