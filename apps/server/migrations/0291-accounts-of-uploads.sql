-- One person may order the same content by several accounts, and is warned of the orders of each.

alter table storage_uploads add column accounts text[] not null default '{}';
comment on column storage_uploads.accounts is 'The chain accounts that are to place orders; none for what came by /api/v0/add alone.';
update storage_uploads set accounts = array[account] where account is not null;
alter table storage_uploads drop column account;
