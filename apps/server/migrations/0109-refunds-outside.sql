-- Refunds the provider refuses: since when and in what words, and money that two of the staff gave back by another way.

alter table payment_refund
  add column parked_at timestamptz,
  add column parked_words text,
  add column outside_id text,
  add constraint payment_refund_number_amount unique (number, amount_fen);
update payment_refund set parked_at = coalesce(asked_at, created_at) where state = 'parked';
comment on column payment_refund.parked_words is 'What the provider wrote with its code, for people; nothing is decided by it.';
comment on column payment_refund.outside_id is 'The proposal to settle it by hand: while it waits the provider is sent nothing; of a finished refund the one agreed to.';

create table payment_refund_outside (
  id text primary key,
  seq bigint generated always as identity unique,
  number text not null,
  amount_fen bigint not null,
  reference text not null,
  reason text not null,
  proposer_id text not null,
  proposed_at timestamptz not null default business_now(),
  recorded_at timestamptz not null default clock_timestamp(),
  unique (id, proposer_id),
  unique (id, number),
  -- The whole refund or nothing: another amount has no row to refer to.
  foreign key (number, amount_fen) references payment_refund (number, amount_fen)
);
comment on table payment_refund_outside is 'What one of the staff proposed: the refund was returned outside the provider. Append-only.';
comment on column payment_refund_outside.reference is 'How the payment made by hand is found again, such as the number of a bank transfer.';
create index payment_refund_outside_number on payment_refund_outside (number);

alter table payment_refund
  add foreign key (outside_id, number) references payment_refund_outside (id, number),
  add constraint payment_refund_outside_state check (outside_id is null or state in ('parked', 'done'));

create table payment_refund_outside_decision (
  outside_id text primary key,
  proposer_id text not null,
  operator_id text not null,
  decision text not null check (decision in ('agreed', 'declined', 'withdrawn')),
  reason text,
  decided_at timestamptz not null default business_now(),
  recorded_at timestamptz not null default clock_timestamp(),
  foreign key (outside_id, proposer_id) references payment_refund_outside (id, proposer_id),
  constraint payment_refund_outside_two_people check ((decision = 'withdrawn') = (operator_id = proposer_id)),
  check (decision = 'agreed' or reason is not null)
);
comment on table payment_refund_outside_decision is 'What another of the staff decided about it, or that its proposer took it back. Append-only.';

do $$
declare kept text;
begin
  foreach kept in array array['payment_refund_outside', 'payment_refund_outside_decision'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function payment_refuse_change()',
      kept || '_kept', kept);
    execute format('create trigger %I before truncate on %I for each statement execute function payment_refuse_change()',
      kept || '_stays', kept);
  end loop;
end $$;

-- The last guard: no refund is booked against `adjustment` on one person's word.
create function payment_require_outside() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_posting p where p.seq = new.posting_seq and p.kind = 'refund' and not exists (
    select from payment_refund_outside o join payment_refund_outside_decision d on d.outside_id = o.id
    where p.key = 'refund:' || o.number and d.decision = 'agreed' and d.operator_id <> d.proposer_id)) then
    raise exception 'a refund outside the provider needs two people' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ledger_entry_outside before insert on ledger_entry
  for each row when (new.account = 'adjustment') execute function payment_require_outside();
