-- Public repositories that people prove to write to, and what their histories said when they did.

create table certification_code_proofs (
  id text primary key,
  seq bigint not null generated always as identity,
  user_id text not null references users,
  repository text not null,
  branch text not null,
  state text not null default 'waiting' check (state in ('waiting', 'proven')),
  commits int not null default 0,
  is_more boolean not null default false,
  authors int not null default 0,
  first_at timestamptz,
  last_at timestamptz,
  proven_at timestamptz,
  created_at timestamptz not null default business_now(),
  unique (user_id, repository),
  check ((state = 'proven') = (proven_at is not null and first_at is not null and last_at is not null))
);
