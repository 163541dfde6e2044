create table code_videos (
  work_id text primary key references code_works (id),
  id text not null unique,
  type text not null check (type in ('video/mp4', 'video/webm')),
  bytes bigint not null check (bytes > 0),
  blob_key text not null unique,
  created_at timestamptz not null default business_now()
);
comment on table code_videos is 'The video of a work running: one for each, its blob under blob_key.';
comment on column code_videos.id is 'The public name of the file.';

create function code_sweep_video() returns trigger language plpgsql as $$
begin
  insert into code_writings (blob_key, created_at) values (old.blob_key, now() - interval '1 day');
  return null;
end $$;
comment on function code_sweep_video() is 'However a video goes, the next sweep takes its blob.';
create trigger code_videos_gone after delete on code_videos for each row execute function code_sweep_video();
create trigger code_videos_changed after update of blob_key on code_videos
  for each row when (old.blob_key <> new.blob_key) execute function code_sweep_video();
