-- Two people above 5,000 yuan a day, not only in one payout; and payouts that come back to nobody.

alter table wallet_payout add column is_unclaimed boolean not null default false;
alter table wallet_payout add constraint wallet_payout_unclaimed_check check (not is_unclaimed or state = 'failed');
comment on column wallet_payout.is_unclaimed is 'Came back after its payee had deleted the account: the money lies in suspense until the staff settles it.';

-- What left, or leaves, on a day of Shanghai without two people, of one person.
create function wallet_sent_alone_fen(p_user_id text, p_at timestamptz, p_but text default null) returns bigint
language sql stable as $$
  select coalesce(sum(o.amount_fen), 0)::bigint from wallet_payout o
  where o.user_id = p_user_id and o.state in ('in-flight', 'paid') and o.id is distinct from p_but
    and (o.created_at at time zone 'Asia/Shanghai')::date = (p_at at time zone 'Asia/Shanghai')::date
    and (select count(*) from wallet_payout_decision d where d.payout_id = o.id and d.decision = 'approved') < 2
$$;

-- The last guard, as for one large payout: parts of a large one do not leave on one person's word either.
create function wallet_require_two_people_a_day() returns trigger language plpgsql as $$
begin
  if (select count(*) from wallet_payout_decision d where d.payout_id = new.id and d.decision = 'approved') < 2
    and wallet_sent_alone_fen(new.user_id, new.created_at, new.id) + new.amount_fen > 500000 then
    raise exception 'payout % of % fen needs two people: with others of that day it is above the limit', new.id, new.amount_fen
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger wallet_payout_two_people_a_day before insert on wallet_payout
  for each row when (new.state = 'in-flight') execute function wallet_require_two_people_a_day();
create trigger wallet_payout_two_people_a_day_later before update of state, amount_fen on wallet_payout
  for each row when (new.state = 'in-flight' and old.state <> 'in-flight') execute function wallet_require_two_people_a_day();

-- A returned payout that is nobody's any more is a case of the staff; so is whatever else the bill shows.
alter table payment_difference drop constraint payment_difference_kind_check;
alter table payment_difference add constraint payment_difference_kind_check check (kind in
  ('missing-here', 'missing-there', 'amount', 'duplicate-refund', 'unknown-payout', 'unclaimed-return', 'unreadable',
   'bill-absent'));
alter table payment_reconciliation add column is_parked boolean not null default false;
comment on column payment_reconciliation.is_parked is 'The bill could not be read several times: it is tried now and then, and later days go on.';
