-- People, sign-in codes, sessions.
-- Two clocks: codes and their limits live by business_now(); sessions and tokens live by the database's own now(), so that
-- moving the development clock over the end of a lease signs nobody out.

create table users (
  id text primary key,
  seq bigint generated always as identity,
  phone_index bytea not null unique,
  phone_sealed bytea not null,
  nick_name text not null,
  name_grams text[] not null,
  real_name_sealed bytea,
  avatar_file text,
  role text not null default 'member' check (role in ('member', 'operator')),
  is_demo boolean not null default false,
  interest_tag_ids text[] not null default '{}',
  agreement text,
  created_at timestamptz not null default now()
);
comment on column users.phone_index is 'Blind index (HMAC) of the phone: finds a person without storing the number';
comment on column users.name_grams is 'Single characters and bigrams of the lower-case nickname, for searches by part of a name';
comment on column users.agreement is 'Version of the agreement accepted last; every acceptance is a row of consents';
create index users_name_grams on users using gin (name_grams);

create table consents (
  user_id text not null references users,
  purpose text not null,
  version text not null,
  accepted_at timestamptz not null default now(),
  primary key (user_id, purpose, version)
);
comment on table consents is 'Consent records: which text, when, for what (personal information law); never changed';

create table sms_sends (
  id text primary key,
  phone_index bytea not null,
  network text not null,
  state text not null check (state in ('sending', 'sent', 'refused', 'unknown')),
  sent_at timestamptz not null default business_now()
);
comment on table sms_sends is 'Every code asked for and let through, for the limits per number, per network and for the site';
comment on column sms_sends.network is 'IPv4 address or IPv6 /64, as a keyed hash';
comment on column sms_sends.state is 'refused: the provider certainly sent nothing, so the number may ask again at once';
create index sms_sends_phone on sms_sends (phone_index, sent_at);
create index sms_sends_network on sms_sends (network, sent_at);
create index sms_sends_time on sms_sends (sent_at);

create table sms_codes (
  id text primary key references sms_sends on delete cascade,
  phone_index bytea not null,
  device text not null check (device in ('pc', 'mobile')),
  scope text not null,
  code_hmac bytea not null,
  tries int not null default 0 check (tries between 0 and 5),
  state text not null check (state in ('live', 'used', 'dead', 'replaced')),
  created_at timestamptz not null default business_now(),
  expires_at timestamptz not null
);
comment on column sms_codes.code_hmac is 'HMAC over code, phone, device class and scope: the code itself is stored nowhere';
create unique index sms_codes_live on sms_codes (phone_index, device, scope) where state = 'live';
create index sms_codes_time on sms_codes (created_at);

create table wrong_codes (
  id bigint generated always as identity primary key,
  phone_index bytea not null,
  is_known_device boolean not null,
  at timestamptz not null default business_now()
);
comment on table wrong_codes is 'Evaluated guesses that were wrong; a new code does not reset them';
create index wrong_codes_phone on wrong_codes (phone_index, at);
create index wrong_codes_time on wrong_codes (at);

create table phone_guards (
  phone_index bytea primary key,
  wrong_in_a_row int not null default 0,
  last_unknown_guess_at timestamptz
);
comment on column phone_guards.wrong_in_a_row is 'Wrong guesses since the last right one; unknown devices are stopped at 100';

create table known_devices (
  phone_index bytea not null,
  token_hash bytea not null,
  last_seen_at timestamptz not null default now(),
  primary key (phone_index, token_hash)
);
comment on table known_devices is 'Devices that signed a number in before, by the hash of their device cookie';

create table sliders (
  id text primary key,
  target_x int not null,
  expires_at timestamptz not null
);
comment on table sliders is 'Open slider puzzles; a check deletes the row, right or wrong';

create table sessions (
  id text primary key,
  user_id text not null references users,
  device text not null check (device in ('pc', 'mobile')),
  agent text not null,
  generation int not null default 0,
  salt bytea not null,
  created_at timestamptz not null default now(),
  rotated_at timestamptz not null,
  expires_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text check (revoke_reason in ('logout', 'revoked', 'reuse'))
);
comment on table sessions is 'One row is one sign-in and its family of refresh tokens';
comment on column sessions.generation is 'Which refresh token of the family is the current one';
comment on column sessions.salt is 'Goes into the keyed MAC that makes the refresh tokens: nothing of a token itself is stored';
comment on column sessions.expires_at is 'When the current refresh token ends; moved by each use, never past ends_at';
create index sessions_user on sessions (user_id, created_at desc) where revoked_at is null;
create index sessions_time on sessions (expires_at);

create table sms_outbox (
  id text primary key,
  seq bigint generated always as identity,
  phone_index bytea not null,
  message_sealed bytea not null,
  at timestamptz not null default now()
);
comment on table sms_outbox is 'What the outbox provider would have sent, sealed; read only by /dev/outbox on loopback';
create index sms_outbox_phone on sms_outbox (phone_index, seq desc);
create index sms_outbox_time on sms_outbox (at);
