-- Payouts above 5,000 yuan wait until two people of the staff agreed (money and safety, B).

alter table wallet_payout drop constraint wallet_payout_state_check;
alter table wallet_payout drop constraint wallet_payout_check;
alter table wallet_payout add constraint wallet_payout_state_check
  check (state in ('awaiting-approval', 'in-flight', 'paid', 'failed', 'declined'));
alter table wallet_payout add constraint wallet_payout_ended_check
  check ((state in ('awaiting-approval', 'in-flight')) = (ended_at is null));
alter table wallet_payout add constraint wallet_payout_asks_nobody_check
  check (state not in ('awaiting-approval', 'declined') or next_ask_at is null);
alter table wallet_payout add constraint wallet_payout_payee unique (id, user_id);
comment on column wallet_payout.state is 'awaiting-approval: nothing is sent before two people agreed; declined: they did not, the money is payable again.';

drop index wallet_payout_one_in_flight;
create unique index wallet_payout_one_live on wallet_payout (user_id) where state in ('awaiting-approval', 'in-flight');
create index wallet_payout_awaiting on wallet_payout (created_at) where state = 'awaiting-approval';

create table wallet_payout_decision (
  seq bigint generated always as identity primary key,
  payout_id text not null,
  payee_id text not null,
  operator_id text not null,
  decision text not null check (decision in ('approved', 'declined')),
  reason text,
  decided_at timestamptz not null default business_now(),
  recorded_at timestamptz not null default clock_timestamp(),
  unique (payout_id, operator_id, decision),
  foreign key (payout_id, payee_id) references wallet_payout (id, user_id),
  constraint wallet_payout_decision_not_own check (operator_id <> payee_id),
  check ((decision = 'declined') = (reason is not null))
);
comment on table wallet_payout_decision is 'Who of the staff agreed to a payout or declined it, and why. Append-only.';
comment on column wallet_payout_decision.recorded_at is 'Machine time, for audits.';
create index wallet_payout_decision_operator on wallet_payout_decision (operator_id, seq desc);
create unique index wallet_payout_decision_declined_once on wallet_payout_decision (payout_id) where decision = 'declined';

create function wallet_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was decided about payouts is append-only: % on % refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger wallet_payout_decision_kept before update or delete on wallet_payout_decision
  for each row execute function wallet_refuse_change();
create trigger wallet_payout_decision_stays before truncate on wallet_payout_decision
  for each statement execute function wallet_refuse_change();

-- The last guard: whatever the program does, no large payout goes on its way on one person's word.
create function wallet_require_two_people() returns trigger language plpgsql as $$
begin
  if (select count(*) from wallet_payout_decision d where d.payout_id = new.id and d.decision = 'approved') < 2 then
    raise exception 'payout % of % fen needs two people', new.id, new.amount_fen using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger wallet_payout_two_people before insert or update of state, amount_fen on wallet_payout
  for each row when (new.amount_fen > 500000 and new.state in ('in-flight', 'paid'))
  execute function wallet_require_two_people();
