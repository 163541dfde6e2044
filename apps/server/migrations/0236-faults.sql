-- A buyer reports a fault of a leased machine: the case, what both said, and what the staff ruled.

create table compute_faults (
  id text primary key,
  seq bigint generated always as identity,
  order_id text not null references compute_leases (order_id),
  buyer_id text not null,
  seller_id text not null,
  reason text not null check (reason in ('unreachable', 'downtime', 'slow', 'differs', 'login', 'other')),
  state text not null default 'open'
    check (state in ('open', 'fixed', 'disputed', 'handed', 'ruled', 'accepted', 'lapsed')),
  opened_at timestamptz not null default business_now(),
  due_at timestamptz,
  ended_at timestamptz,
  check ((state in ('ruled', 'accepted', 'lapsed')) = (ended_at is not null)),
  check ((state in ('open', 'fixed', 'disputed')) = (due_at is not null))
);
comment on table compute_faults is 'While one is open nothing of its order is cleared.';
comment on column compute_faults.state is 'open: the seller answers. fixed, disputed: the buyer accepts or hands it over. handed: the staff rules. lapsed: the order was over otherwise.';
comment on column compute_faults.due_at is 'Until when the one whose turn it is may act; then it goes on by itself.';
create unique index compute_faults_one_open on compute_faults (order_id) where ended_at is null;
create index compute_faults_of_order on compute_faults (order_id, seq);
create index compute_faults_due on compute_faults (due_at) where due_at is not null;
create index compute_faults_handed on compute_faults (seq) where state = 'handed';
create index compute_faults_ruled on compute_faults (ended_at desc, seq desc) where state = 'ruled';

create table compute_fault_words (
  id text primary key,
  seq bigint generated always as identity,
  fault_id text not null references compute_faults (id),
  user_id text not null,
  words text not null,
  said_at timestamptz not null default business_now()
);
comment on table compute_fault_words is 'What buyer and seller wrote in a case.';
create index compute_fault_words_of_fault on compute_fault_words (fault_id, seq);
create index compute_fault_words_of_person on compute_fault_words (user_id);

create table compute_fault_rulings (
  id text primary key,
  seq bigint generated always as identity,
  fault_id text not null references compute_faults (id),
  refund_fen bigint not null check (refund_fen >= 0),
  rest_fen bigint not null,
  reason text not null,
  state text not null check (state in ('proposed', 'final', 'declined')),
  ruled_by text not null,
  ruled_at timestamptz not null default business_now(),
  decided_by text,
  decided_at timestamptz,
  check (refund_fen <= rest_fen),
  check ((decided_by is null) = (decided_at is null)),
  check (state <> 'proposed' or decided_by is null),
  check (state <> 'declined' or decided_by is not null),
  constraint compute_fault_rulings_two_people
    check (state <> 'final' or (rest_fen <= 500000 and decided_by is null) or (decided_by is not null and decided_by <> ruled_by))
);
comment on table compute_fault_rulings is 'How much of what is left of the price goes back to the buyer. Above 5,000 yuan one proposes and another one confirms.';
create unique index compute_fault_rulings_one on compute_fault_rulings (fault_id) where state in ('proposed', 'final');
