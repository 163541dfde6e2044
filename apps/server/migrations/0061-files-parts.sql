-- Uploads in parts, so that a large file survives a broken connection.

create table file_parts (
  file_id text not null references files (id) on delete cascade,
  number integer not null check (number >= 0),
  sha256 bytea not null check (length(sha256) = 32),
  is_whole boolean not null default false,
  primary key (file_id, number)
);
comment on table file_parts is 'Parts of uploads under way; the blobs lie sealed as parts/<file>/<number>.';
comment on column file_parts.sha256 is 'Of the plain bytes: the same part may be sent again, another one not.';
comment on column file_parts.is_whole is 'False while the blob is being written.';
