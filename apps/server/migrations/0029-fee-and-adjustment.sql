-- The accounts `fee` and `adjustment`, the provider's own fee, and adjustments by two people.

alter table ledger_posting drop constraint ledger_posting_kind_check;
alter table ledger_posting add constraint ledger_posting_kind_check check (kind in
  ('payment', 'refund', 'clearing', 'payout-begun', 'payout-done', 'payout-failed', 'suspense', 'fee', 'adjustment'));
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check
  (account ~ '^(alipay|suspense|fee|adjustment|(escrow|payable|payout):[A-Za-z0-9_-]{1,64})$');
alter table ledger_balance drop constraint ledger_balance_never_overdrawn;
alter table ledger_balance add constraint ledger_balance_never_overdrawn
  check (account in ('alipay', 'suspense', 'fee', 'adjustment') or balance_fen <= 0);

alter table payment_bill_line add column fee_fen bigint not null default 0;
alter table payment_reconciliation add column fee_fen bigint not null default 0;
comment on column payment_bill_line.fee_fen is 'What the provider kept for itself; negative when it gave some back.';
comment on column payment_reconciliation.fee_fen is 'Sum over the day''s lines, posted from `alipay` to `fee` when the day ends.';

create table payment_adjustment (
  id text primary key,
  seq bigint generated always as identity unique,
  debit text not null check (debit in ('alipay', 'suspense', 'fee', 'adjustment')),
  credit text not null check (credit in ('alipay', 'suspense', 'fee', 'adjustment')),
  amount_fen bigint not null check (amount_fen > 0),
  reference text,
  difference_id text references payment_difference,
  reason text not null,
  proposer_id text not null,
  proposed_at timestamptz not null default business_now(),
  recorded_at timestamptz not null default clock_timestamp(),
  unique (id, proposer_id),
  check (debit <> credit)
);
comment on table payment_adjustment is 'What one of the staff proposed to put right in the books. Append-only.';
comment on column payment_adjustment.debit is 'The account that gets the amount; the credited one gives it.';
comment on column payment_adjustment.reference is 'The order or payout it is about.';

create table payment_adjustment_decision (
  adjustment_id text primary key,
  proposer_id text not null,
  operator_id text not null,
  decision text not null check (decision in ('agreed', 'declined', 'withdrawn')),
  reason text,
  decided_at timestamptz not null default business_now(),
  recorded_at timestamptz not null default clock_timestamp(),
  foreign key (adjustment_id, proposer_id) references payment_adjustment (id, proposer_id),
  constraint payment_adjustment_two_people check ((decision = 'withdrawn') = (operator_id = proposer_id)),
  check (decision = 'agreed' or reason is not null)
);
comment on table payment_adjustment_decision is 'What another of the staff decided about it, or that its proposer took it back. Append-only.';

create function payment_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was adjusted is append-only: % on % refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
do $$
declare kept text;
begin
  foreach kept in array array['payment_adjustment', 'payment_adjustment_decision'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function payment_refuse_change()',
      kept || '_kept', kept);
    execute format('create trigger %I before truncate on %I for each statement execute function payment_refuse_change()',
      kept || '_stays', kept);
  end loop;
end $$;

-- The last guard: whatever the program does, nothing is adjusted on one person's word.
create function payment_require_agreement() returns trigger language plpgsql as $$
begin
  if not exists (select from payment_adjustment_decision d
    where 'adjustment:' || d.adjustment_id = new.key and d.decision = 'agreed' and d.operator_id <> d.proposer_id) then
    raise exception 'adjustment % needs two people', new.key using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ledger_posting_adjustment before insert on ledger_posting
  for each row when (new.kind = 'adjustment') execute function payment_require_agreement();
