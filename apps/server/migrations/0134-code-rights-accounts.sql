-- Authors who anchor the versions of their works themselves, by a chain account of their own.

create table code_rights_accounts (
  user_id text primary key,
  address text not null,
  linked_at timestamptz not null default business_now()
);
comment on table code_rights_accounts is 'The chain account by which an author commits and reveals; whoever has none leaves it to the market''s.';

alter table code_rights add column is_own boolean not null default false;
comment on column code_rights.is_own is 'Whether the author signs, by the account in `address`, and not the market''s.';
alter table code_rights add constraint code_rights_own check (not is_own or (address is not null and call_hash is null));
create index code_rights_own on code_rights (checked_at) where is_own and state in ('waiting', 'committed');
