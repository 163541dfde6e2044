-- What the audits of the ledger found, and up to where the hash chain was followed.

create table ledger_audit (
  no bigint generated always as identity primary key,
  scope text not null check (scope in ('whole', 'since')),
  through_no bigint not null default 0,
  through_hash bytea not null default '',
  violations integer not null default 0,
  failed integer not null default 0,
  started_at timestamptz not null,
  ended_at timestamptz not null default clock_timestamp()
);
comment on table ledger_audit is 'One row per run of the audit. Machine time.';
comment on column ledger_audit.scope is 'whole: the hash chain was followed from its first seal; since: from the last one verified.';
comment on column ledger_audit.through_no is 'The last seal that was verified. Stays where it was when the chain does not fit.';
comment on column ledger_audit.failed is 'Rules that could not be checked.';
