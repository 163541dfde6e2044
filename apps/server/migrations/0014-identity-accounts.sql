-- Leaving: accounts being closed, erased people, consents given and withdrawn.

alter table users alter column phone_index drop not null;
alter table users alter column phone_sealed drop not null;
alter table users add column closing_at timestamptz;
alter table users add column deleted_at timestamptz;
alter table users add constraint users_phone_until_deleted
  check ((deleted_at is null) = (phone_index is not null and phone_sealed is not null));
alter table users add constraint users_erased_when_deleted
  check (deleted_at is null or (real_name_sealed is null and avatar_file is null and role = 'member'));
comment on column users.closing_at is 'Business time of asking for deletion: nobody signs in, and some seconds later everything is erased.';
comment on column users.deleted_at is 'Business time of the erasure. The row stays as the pseudonym of its orders and postings.';
create index users_closing on users (closing_at) where closing_at is not null;

alter table consents drop constraint consents_pkey;
alter table consents rename column accepted_at to at;
alter table consents add column id bigint generated always as identity primary key;
alter table consents add column act text not null default 'given' check (act in ('given', 'withdrawn'));
comment on table consents is 'Consents given and withdrawn: which text, when, for what (personal information law). Append-only.';
create index consents_user on consents (user_id, purpose, id desc);

create function consents_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'consents are append-only: % refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger consents_kept before update or delete on consents
  for each row execute function consents_refuse_change();
