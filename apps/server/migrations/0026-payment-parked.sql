-- Attempts of which the provider says what cannot be: they end and wait for a person, instead of being asked about for ever.

alter table payment_attempt
  add column parked_reason text,
  add column parked_at timestamptz,
  add column unclear_looks integer not null default 0,
  add constraint payment_attempt_parked_whole check ((parked_reason is null) = (parked_at is null));
comment on column payment_attempt.parked_reason is 'Why a person has to look into it (alarm): the provider says what does not fit. Emptied when it was looked into.';
comment on column payment_attempt.unclear_looks is 'Questions in a row that brought no clear answer; the pause between them grows with it.';
create index payment_attempt_parked on payment_attempt (parked_at) where parked_at is not null;
