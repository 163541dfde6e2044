-- Reports of scans say by what they were made, so that newer rules and signatures look once more; what these find waits for the staff.

alter table code_scans add column rules text not null default '';
comment on column code_scans.rules is 'The rules it was made by (scan/find.ts); empty before they had a date.';
create index code_scans_oldest on code_scans (scanned_at, work_id, number);

alter table code_malware add column scanner text not null default '';
comment on column code_malware.scanner is 'The scanner and its signatures as it names them; empty while nobody has looked, and before this was kept.';
comment on column code_malware.state is 'waiting: nobody has looked, or what came of it is not known. clean, found: looked at by this scanner; another one looks again.';
comment on column code_malware.due_at is 'When it is asked about next, or for the first time after a look that failed.';
create index code_malware_looked on code_malware (scanned_at) where state <> 'waiting';

alter table code_reports alter column reporter_id drop not null;
comment on column code_reports.reporter_id is 'Null when a scan of the market found it.';
create unique index code_reports_scan_open on code_reports (work_id, reason) where reporter_id is null and settled_at is null;
