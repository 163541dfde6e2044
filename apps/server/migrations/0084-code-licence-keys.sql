-- Keys that sign licence files. A new one begins by itself after a year; files of older ones stay good.

create table code_licence_keys (
  id text primary key,
  public_key text not null,
  private_sealed bytea not null,
  begun_at timestamptz not null default business_now(),
  withdrawn_at timestamptz
);
comment on table code_licence_keys is 'Ed25519. The newest that is not withdrawn signs; all are listed at /.well-known/trove-licence-keys.json.';
comment on column code_licence_keys.public_key is 'The 32 bytes in base64url, as x of a JWK.';
