-- Disputes about hires that one of the two handed over to the staff, what both said, and the rulings.

create table talent_disputes (
  id text primary key,
  seq bigint generated always as identity,
  order_id text not null references talent_hires (order_id),
  opened_by text not null,
  hours integer not null check (hours > 0),
  state text not null default 'open' check (state in ('open', 'ruled', 'agreed', 'accepted', 'withdrawn', 'lapsed')),
  opened_at timestamptz not null default business_now(),
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null))
);
comment on column talent_disputes.hours is 'Hours the buyer wants back.';
comment on column talent_disputes.state is '''agreed'': the expert gave these hours back. ''accepted'': the buyer accepted. ''lapsed'': the hire was over otherwise.';
create unique index talent_disputes_one_open on talent_disputes (order_id) where state = 'open';
create index talent_disputes_of_hire on talent_disputes (order_id, seq);
create index talent_disputes_waiting on talent_disputes (seq) where state = 'open';
create index talent_disputes_ended on talent_disputes (ended_at desc, seq desc) where state <> 'open';

create table talent_dispute_words (
  id text primary key,
  seq bigint generated always as identity,
  dispute_id text not null references talent_disputes (id),
  user_id text not null,
  words text not null,
  said_at timestamptz not null default business_now()
);
create index talent_dispute_words_of_dispute on talent_dispute_words (dispute_id, seq);
create index talent_dispute_words_of_person on talent_dispute_words (user_id);

create table talent_rulings (
  id text primary key,
  seq bigint generated always as identity,
  dispute_id text not null references talent_disputes (id),
  hours integer not null check (hours >= 0),
  of_hours integer not null check (of_hours > 0),
  stake_fen bigint not null check (stake_fen > 0),
  reason text not null,
  state text not null check (state in ('proposed', 'final', 'declined')),
  ruled_by text not null,
  ruled_at timestamptz not null default business_now(),
  decided_by text,
  decided_at timestamptz,
  check (hours <= of_hours),
  check ((decided_by is null) = (decided_at is null)),
  check (state <> 'proposed' or decided_by is null),
  check (state <> 'declined' or decided_by is not null),
  constraint talent_rulings_two_people
    check (state <> 'final' or (stake_fen <= 500000 and decided_by is null) or (decided_by is not null and decided_by <> ruled_by))
);
comment on table talent_rulings is 'How many of the hours that are left go back to the buyer; the rest is the expert''s. Above 5,000 yuan one proposes and another one confirms.';
create unique index talent_rulings_one on talent_rulings (dispute_id) where state in ('proposed', 'final');
create index talent_rulings_of_dispute on talent_rulings (dispute_id, seq);
