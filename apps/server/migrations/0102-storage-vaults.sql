-- The vault key of a person in the box that only their passphrase opens.

create table storage_vaults (
  user_id text primary key,
  box_sealed bytea not null,
  fingerprint text not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
comment on column storage_vaults.box_sealed is 'The box is no secret by itself, but the target of who guesses passphrases; so it is sealed once more.';
comment on column storage_vaults.fingerprint is 'SHA-256 of the vault key, 32 random bytes: another passphrase must come with the same key.';
