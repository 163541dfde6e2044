-- One floor of files for every module: what conversations kept in a table of their own moves here.

alter table files rename column name to id;
alter table files rename column size_bytes to bytes;
alter table files alter column bytes type bigint;
alter table files drop constraint files_kind_check;
alter table files drop constraint files_size_bytes_check;
alter table files drop constraint files_state_check;
alter table files
  add column seq bigint generated always as identity,
  add column subject_id text,
  add column name_sealed bytea,
  add column key_sealed bytea,
  add column type text not null default 'image/webp',
  add column format text not null default 'plain' check (format in ('plain', 'whole', 'frames')),
  add column sha256 bytea check (length(sha256) = 32),
  add column used_at timestamptz,
  add column touched_at timestamptz not null default now(),
  add constraint files_bytes_check check (bytes >= 0),
  add constraint files_state_check check (state in ('uploading', 'pending', 'live', 'removed'));
alter table files alter column type drop default, alter column format drop default;
comment on column files.id is 'Unguessable; of public kinds it is the public name. The blob lies under the kind''s folder and this.';
comment on column files.kind is 'Which limits and readers it has; kinds are registered by the modules that use them.';
comment on column files.subject_id is 'The folder: what the file belongs to, as the kind''s module knows it.';
comment on column files.key_sealed is 'The key of the bytes of sealed kinds: without it they are noise.';
comment on column files.format is 'How the blob is written: plain; whole: sealed in one piece (until files became one floor); frames: sealed in frames.';
comment on column files.sha256 is 'What an upload in parts has to come to as a whole.';
comment on column files.used_at is 'When it was used by what it was uploaded for; files of kinds that want a use and have none are swept a day later.';
comment on column files.state is 'uploading: parts come in; pending: the blob is being written; live; removed: the blob is to be deleted.';
drop index files_owner;
create index files_owner on files (owner_id, kind) where state <> 'removed';
create index files_folder on files (kind, subject_id, seq desc) where subject_id is not null;

insert into files (id, owner_id, kind, bytes, state, created_at, touched_at, subject_id, name_sealed, key_sealed, type, format, used_at)
select f.id, f.author_id, 'conversation', f.bytes, case when f.key_sealed is null then 'removed' else f.state end, f.created_at, f.created_at, f.conversation_id, f.name_sealed, f.key_sealed,
  f.type, 'whole', (select m.created_at from conversation_messages m where m.file_id = f.id limit 1)
from conversation_files f order by f.created_at;
alter table conversation_messages drop constraint conversation_messages_file_id_fkey;
alter table conversation_messages add constraint conversation_messages_file_id_fkey
  foreign key (file_id) references files (id) on delete set null;
drop table conversation_files;
