-- Reporters hear what became of their report, and a version whose scan fails waits behind the others.

alter table code_reports add column outcome text check (outcome in ('taken-down', 'dismissed'));
alter table code_reports add column is_told boolean not null default true;
comment on column code_reports.outcome is 'How it was settled; null while it is open, and of those settled before this was kept.';
comment on column code_reports.is_told is 'Whether its reporter was notified of the outcome; the row is its own queue.';
create index code_reports_untold on code_reports (seq) where not is_told;

alter table code_versions add column scan_tries integer not null default 0;
alter table code_versions add column scan_after timestamptz not null default '-infinity';
comment on column code_versions.scan_after is 'After a scan that failed: when it is tried again.';
drop index code_versions_unscanned;
create index code_versions_unscanned on code_versions (scan_after, created_at) where not is_scanned;
