-- Text messages that tell instead of asking: written with what they tell of, sent after it.

create table sms_notices (
  id text primary key,
  user_id text not null references users,
  message_sealed bytea not null,
  tries integer not null default 0,
  try_at timestamptz not null default business_now(),
  created_at timestamptz not null default business_now()
);
comment on table sms_notices is 'Messages not sent yet, sealed with the number they go to; gone once sent, given up, or a day old.';
comment on column sms_notices.try_at is 'Business time of the next try; moved on before each, so that a killed process only makes it wait.';
create index sms_notices_due on sms_notices (try_at);
create index sms_notices_user on sms_notices (user_id);
