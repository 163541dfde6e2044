-- Who has a work hears of its versions once a day at most, and then of the newest alone.

alter table code_versions add column told_at timestamptz;
comment on column code_versions.told_at is 'When those who have the work were last notified of this version; null where nobody was.';
