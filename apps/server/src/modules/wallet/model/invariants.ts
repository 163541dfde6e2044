import { MOVED_ALONE_FEN } from '@trove/contract/kit/staff-roles'
import { APPROVALS_NEEDED } from './rules.ts'

/** What must hold between the ledger and the wallet's payouts; run by the ledger's verification. */
export const WALLET_INVARIANTS = [
  {
    name: 'I5',
    sql: `select 'payout ' || o.id || ' is ' || o.state || ' and its account has ' || coalesce(sum(b.balance_fen), 0) as detail
      from wallet_payout o left join ledger_balance b on b.account = 'payout:' || o.id
      group by o.id having coalesce(sum(b.balance_fen), 0) <> case when o.state in ('awaiting-approval', 'in-flight') then -o.amount_fen else 0 end`,
  },
  {
    name: 'I5',
    sql: `select 'person ' || user_id || ' was paid out ' || sum(amount_fen) || ' of less cleared income' as detail
      from wallet_payout o where state in ('awaiting-approval', 'in-flight', 'paid') group by user_id
      having sum(amount_fen) > (select coalesce(-sum(e.amount_fen), 0) from ledger_entry e
        join ledger_posting p on p.seq = e.posting_seq where p.kind = 'clearing' and e.account = 'payable:' || o.user_id)`,
  },
  {
    name: 'I8',
    sql: `select 'paid payouts sum to ' || payouts.fen || ', their postings to ' || postings.fen as detail
      from (select coalesce(sum(amount_fen), 0) as fen from wallet_payout where state = 'paid') payouts,
        (select coalesce(-sum(e.amount_fen), 0) as fen from ledger_entry e join ledger_posting p on p.seq = e.posting_seq
          where p.kind in ('payout-done', 'payout-failed') and e.account = 'alipay') postings
      where payouts.fen <> postings.fen`,
  },
  {
    name: 'I12',
    sql: `select 'person ' || o.user_id || ' was sent ' || sum(o.amount_fen) || ' in parts on one day without two people' as detail
      from wallet_payout o where o.state in ('in-flight', 'paid')
        and o.created_at >= (select since from wallet_rule where name = 'two-people-a-day')
        and (select count(distinct d.operator_id) from wallet_payout_decision d
          where d.payout_id = o.id and d.decision = 'approved' and d.operator_id <> o.user_id) < ${APPROVALS_NEEDED}
      group by o.user_id, (o.created_at at time zone 'Asia/Shanghai')::date having sum(o.amount_fen) > ${MOVED_ALONE_FEN}`,
  },
  {
    name: 'I12',
    sql: `select 'payout ' || o.id || ' of ' || o.amount_fen || ' went out on the word of ' || count(distinct d.operator_id) as detail
      from wallet_payout o left join wallet_payout_decision d
        on d.payout_id = o.id and d.decision = 'approved' and d.operator_id <> o.user_id
      where o.amount_fen > ${MOVED_ALONE_FEN} and (o.state in ('in-flight', 'paid') or o.provider_order_id is not null)
      group by o.id having count(distinct d.operator_id) < ${APPROVALS_NEEDED}`,
  },
]
