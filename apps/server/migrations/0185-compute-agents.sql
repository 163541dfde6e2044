-- Machines without a public address: an agent on the machine keeps a connection to a relay, which gives it a port.

create table compute_agents (
  id text primary key,
  seq bigint generated always as identity,
  seller_id text not null,
  name text not null,
  port integer not null unique check (port between 1024 and 65535),
  token_hash text unique,
  token_until timestamptz,
  public_key text unique,
  held_by integer,
  line text,
  seen_at timestamptz,
  created_at timestamptz not null default business_now(),
  check ((public_key is null) = (token_hash is not null)),
  check ((token_hash is null) = (token_until is null)),
  check ((held_by is null) = (line is null)),
  check (public_key is not null or line is null)
);
comment on table compute_agents is 'Agents of machines that are reached through a relay. A port is one machine''s for as long as its row is there.';
comment on column compute_agents.token_hash is 'SHA-256 of the token that registers the agent''s key once, until token_until.';
comment on column compute_agents.public_key is 'Ed25519 key of the agent, in base64url; null until it registered.';
comment on column compute_agents.held_by is 'Process that holds its connection (platform_is_alive); what a dead process left here is void.';
comment on column compute_agents.line is 'The connection that counts: a newer one takes its place.';
create index compute_agents_seller on compute_agents (seller_id, seq);
