import type { Invariant } from '../../ledger/module.ts'

/** What must hold between the ledger and what reconciliation posts; run by the ledger's audit. */
export const RECONCILIATION_INVARIANTS: Invariant[] = [
  {
    name: 'I12',
    sql: `select 'posting ' || p.key || ' adjusts on the word of one' as detail from ledger_posting p
      where p.kind = 'adjustment' and not exists (select from payment_adjustment_decision d
        where p.key = 'adjustment:' || d.adjustment_id and d.decision = 'agreed' and d.operator_id <> d.proposer_id)`,
  },
  {
    name: 'I8',
    sql: `select 'adjustment ' || a.id || ' of ' || a.amount_fen || ' was agreed and is not posted so' as detail
      from payment_adjustment a join payment_adjustment_decision d on d.adjustment_id = a.id and d.decision = 'agreed'
      where (select count(*) from ledger_posting p join ledger_entry e on e.posting_seq = p.seq
        where p.key = 'adjustment:' || a.id and p.kind = 'adjustment'
          and ((e.account = a.debit and e.amount_fen = a.amount_fen) or (e.account = a.credit and e.amount_fen = -a.amount_fen))) <> 2`,
  },
  {
    name: 'I8',
    sql: `select 'the provider kept ' || days.fen || ', its postings say ' || postings.fen as detail
      from (select coalesce(sum(fee_fen), 0) as fen from payment_reconciliation) days,
        (select coalesce(-sum(e.amount_fen), 0) as fen from ledger_entry e join ledger_posting p on p.seq = e.posting_seq
          where p.kind = 'fee' and e.account = 'alipay') postings
      where days.fen <> postings.fen`,
  },
]
