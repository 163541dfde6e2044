-- Who asked for a code: a device that is known or a session has a budget that strangers cannot spend.
-- Until every process knows the column, what an older one writes counts as a stranger's.

alter table sms_sends add column asker text not null default 'stranger' check (asker in ('stranger', 'device', 'session'));
comment on column sms_sends.asker is 'Whose budget it was taken from: anybody''s, a known device''s, or a session''s of the account';
