-- What one of the staff found out about a parked attempt.

create table payment_parked_closing (
  id text primary key,
  seq bigint generated always as identity unique,
  attempt_id text not null references payment_attempt,
  reason text not null,
  parked_at timestamptz not null,
  operator_id text not null,
  note text not null,
  closed_at timestamptz not null default business_now(),
  recorded_at timestamptz not null default clock_timestamp()
);
comment on table payment_parked_closing is 'Parked attempts that somebody of the staff looked into, with what they found. Append-only.';
comment on column payment_parked_closing.reason is 'Why the attempt was parked, and parked_at since when: the attempt forgets both with this row.';

create trigger payment_parked_closing_kept before update or delete on payment_parked_closing
  for each row execute function payment_refuse_change();
create trigger payment_parked_closing_stays before truncate on payment_parked_closing
  for each statement execute function payment_refuse_change();
