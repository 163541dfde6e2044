-- Experts hired by the hour: what was agreed, the time-sheet, and hours a buyer wants back.

create table talent_agreements (
  hash text primary key,
  version text not null,
  body_zh text not null,
  body_en text not null,
  kept_at timestamptz not null default now()
);
comment on table talent_agreements is 'Every text that somebody accepted, under the SHA-256 of both languages; one that was accepted never changes.';

create table talent_hires (
  order_id text primary key,
  expert_user_id text not null,
  buyer_id text not null,
  hours integer not null check (hours > 0),
  hour_fen bigint not null check (hour_fen > 0),
  identity text not null,
  requirement text not null,
  agreement_hash text not null references talent_agreements (hash),
  accepted_at timestamptz not null default business_now(),
  returned_hours integer not null default 0,
  delivery_note text,
  check (returned_hours between 0 and hours)
);
comment on column talent_hires.accepted_at is 'When the buyer accepted the agreement; the expert accepts it by beginning.';
comment on column talent_hires.returned_hours is 'Hours given back to the buyer; each changes in the transaction of its refund.';
create index talent_hires_of_expert on talent_hires (expert_user_id);
create index talent_hires_of_buyer on talent_hires (buyer_id);

create table talent_sheet_entries (
  id text primary key,
  seq bigint generated always as identity,
  order_id text not null references talent_hires (order_id),
  work_day date not null,
  minutes integer not null check (minutes between 1 and 1440),
  note text not null,
  link text not null,
  created_at timestamptz not null default business_now()
);
create index talent_sheet_of_hire on talent_sheet_entries (order_id, work_day, seq);

create table talent_refund_asks (
  id text primary key,
  seq bigint generated always as identity,
  order_id text not null references talent_hires (order_id),
  hours integer not null check (hours > 0),
  reason text not null,
  state text not null default 'open' check (state in ('open', 'agreed', 'declined')),
  asked_at timestamptz not null default business_now(),
  answered_at timestamptz,
  check ((state = 'open') = (answered_at is null))
);
create unique index talent_refund_asks_one_open on talent_refund_asks (order_id) where state = 'open';
create index talent_refund_asks_of_hire on talent_refund_asks (order_id, seq);
