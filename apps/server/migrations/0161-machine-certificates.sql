-- Keys that sign the certificates of machines, as those of licence files do (0084).
create table compute_certificate_keys (
  id text primary key,
  public_key text not null,
  private_sealed bytea not null,
  begun_at timestamptz not null default business_now(),
  withdrawn_at timestamptz
);
comment on table compute_certificate_keys is 'Ed25519. The newest that is not withdrawn signs; all are listed at /.well-known/trove-certificate-keys.json.';
comment on column compute_certificate_keys.public_key is 'The 32 bytes in base64url, as x of a JWK.';
