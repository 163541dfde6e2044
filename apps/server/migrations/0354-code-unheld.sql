-- Works that nobody has go with their author's account: the blobs of their versions and archives are swept like those of videos.

alter function code_sweep_video() rename to code_sweep_blob;
comment on function code_sweep_blob() is 'However a video, a version or an archive goes, the next sweep takes its blobs.';
create trigger code_versions_gone after delete on code_versions for each row execute function code_sweep_blob();
create trigger code_archives_gone after delete on code_archives for each row execute function code_sweep_blob();
