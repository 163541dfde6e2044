-- Roles of the staff, what the staff did, and second factors.

create table staff_roles (
  user_id text not null,
  role text not null check (role in ('owner', 'reviewer', 'cashier', 'editor')),
  granted_by text not null,
  granted_at timestamptz not null default business_now(),
  primary key (user_id, role)
);
comment on table staff_roles is 'Roles an owner granted. Whom the configuration names is an owner without a row here (users.role).';

create table staff_act (
  no bigint primary key,
  operator_id text not null,
  act text not null,
  subject_kind text not null,
  subject_id text not null,
  reason text,
  at timestamptz not null,
  hash bytea not null
);
comment on table staff_act is 'What the staff did, appended and never changed.';
comment on column staff_act.no is 'Place in the chain, from 1 without gaps.';
comment on column staff_act.hash is 'sha256 of the hash before and this act.';
create index staff_act_operator on staff_act (operator_id, no desc);
create index staff_act_subject on staff_act (subject_kind, subject_id, no desc);

create function staff_act_content(a staff_act) returns bytea language sql stable as $$
  select convert_to(jsonb_build_array(a.no, a.operator_id, a.act, a.subject_kind, a.subject_id, a.reason,
    to_char(a.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'))::text, 'utf8')
$$;

create function staff_act_append() returns trigger language plpgsql as $$
declare last staff_act;
begin
  -- One after the other until the commit: each act's hash covers the one before.
  perform pg_advisory_xact_lock(7468003, 1);
  select * into last from staff_act order by no desc limit 1;
  new.no := coalesce(last.no, 0) + 1;
  new.at := business_now();
  new.hash := sha256(coalesce(last.hash, ''::bytea) || staff_act_content(new));
  return new;
end $$;
create trigger staff_act_chained before insert on staff_act for each row execute function staff_act_append();

create function staff_act_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the acts of the staff are append-only: % refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger staff_act_kept before update or delete on staff_act for each row execute function staff_act_refuse_change();
create trigger staff_act_stays before truncate on staff_act for each statement execute function staff_act_refuse_change();

create function staff_act_first_broken() returns bigint language sql stable as $$
  select min(no) from (
    select a.no, a.hash, coalesce(lag(a.no) over w, 0) + 1 as right_no,
      sha256(coalesce(lag(a.hash) over w, ''::bytea) || staff_act_content(a)) as right_hash
    from staff_act a window w as (order by a.no)
  ) x where no <> right_no or hash <> right_hash
$$;
comment on function staff_act_first_broken() is 'The first act that was changed, or before which one is missing; null while the chain is whole.';

create table second_factor_totp (
  user_id text primary key,
  secret_sealed bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
comment on column second_factor_totp.confirmed_at is 'Null until a code of it was typed; an hour later it is forgotten.';
comment on column second_factor_totp.last_step is 'Step of the newest code used: no code counts twice.';

create table second_factor_passkey (
  id text primary key,
  user_id text not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index second_factor_passkey_user on second_factor_passkey (user_id);

create table second_factor_recovery (
  user_id text not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table second_factor_proof (
  session_id text primary key,
  user_id text not null,
  proved_at timestamptz not null default now()
);
comment on table second_factor_proof is 'When a second factor was shown last in a session; counts for ten minutes.';

create unlogged table second_factor_challenge (
  session_id text not null,
  purpose text not null check (purpose in ('enrol', 'prove')),
  user_id text not null,
  challenge text not null,
  expires_at timestamptz not null,
  primary key (session_id, purpose)
);
comment on table second_factor_challenge is 'Open questions to passkeys, for five minutes; each is answered once.';
