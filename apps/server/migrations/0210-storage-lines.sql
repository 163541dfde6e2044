-- Several gateway processes read through one another's connections to storage nodes.

create table storage_lines (
  account text primary key,
  line text not null,
  url text not null,
  heard_at timestamptz not null default now()
);
comment on table storage_lines is 'Which gateway process holds the connection of a storage node, and where other processes reach it. A process repeats its own rows; what is not repeated counts no more.';
create index storage_lines_heard on storage_lines (heard_at);
