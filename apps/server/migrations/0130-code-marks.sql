-- Near copies: code that is alike but for its names, texts and comments.

alter table code_scans add column marks integer[] not null default '{}';
comment on column code_scans.marks is 'Hashes of pieces of its code, the least first (scan/marks.ts): equal hashes are pieces that are alike.';
create index code_scans_marks on code_scans using gin (marks);

-- Scanned once more, for their marks.
update code_versions v set is_scanned = false, scan_after = '-infinity'
  where exists (select from code_scans s where s.work_id = v.work_id and s.number = v.number);
