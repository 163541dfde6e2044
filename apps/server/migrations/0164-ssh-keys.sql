-- A person has several SSH keys, each with a name. An order says which of them its machine gets, and a running lease can
-- be given others.

create table compute_keys (
  id text primary key,
  seq bigint generated always as identity,
  user_id text not null,
  name text not null,
  public_key text not null,
  fingerprint text not null,
  created_at timestamptz not null default business_now(),
  unique (user_id, fingerprint)
);
comment on table compute_keys is 'SSH public keys of people who rent. The oldest of a person is their first, which the calls for one key read and replace.';
comment on column compute_keys.name is 'What its owner calls it; a key that came without a name is called by its type.';

insert into compute_keys (id, user_id, name, public_key, fingerprint, created_at)
  select replace(gen_random_uuid()::text, '-', ''), user_id, split_part(public_key, ' ', 1), public_key, fingerprint, created_at
  from compute_ssh_keys order by created_at, user_id;
drop table compute_ssh_keys;

alter table compute_leases
  add column public_keys text[] not null default '{}',
  add column wanted_keys text[],
  add column keys_version integer not null default 0,
  add column keys_attempts integer not null default 0,
  add column keys_attempt_at timestamptz;
update compute_leases set public_keys = array[public_key] where public_key is not null;
alter table compute_leases drop column public_key;
comment on column compute_leases.public_keys is 'The buyer''s SSH keys that the machine was last known to have; none hands over a password.';
comment on column compute_leases.wanted_keys is 'The keys a running lease is to have instead. Until the machine has confirmed them, which ones it has is not known. Null: no change is under way.';
comment on column compute_leases.keys_version is 'How often keys were wanted: a try that began before the last time settles nothing.';
comment on column compute_leases.keys_attempts is 'Tries that the change under way has taken.';
comment on column compute_leases.keys_attempt_at is 'Business time of the next try to change the keys.';
alter table compute_leases add constraint compute_leases_keys_due
  check (wanted_keys is null or keys_attempt_at is not null);
create index compute_leases_keys on compute_leases (keys_attempt_at) where state = 'active' and wanted_keys is not null;
