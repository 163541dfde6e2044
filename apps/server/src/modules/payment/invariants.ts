/** What must hold between the ledger and payment's own tables; run by the ledger's verification. */
export const PAYMENT_INVARIANTS = [
  {
    name: 'I6 a paid attempt has its posting',
    sql: `select 'attempt ' || a.id || ' is ' || a.state || ' and has ' || count(p.seq) || ' payment postings' as detail
      from payment_attempt a left join ledger_posting p on p.kind = 'payment' and p.order_id = a.order_id
        and p.key in ('pay:' || a.order_id, 'pay-unservable:' || a.id)
        and exists (select from ledger_entry e where e.posting_seq = p.seq and e.account = 'alipay' and e.amount_fen = a.amount_fen)
      where a.state in ('paid', 'refunding', 'refunded')
      group by a.id having count(p.seq) < 1`,
  },
  {
    name: 'I6 a payment posting has its attempt',
    sql: `select 'posting ' || p.key || ' has no paid attempt' as detail from ledger_posting p
      where p.kind = 'payment' and not exists (select from payment_attempt a where a.order_id = p.order_id
        and a.state in ('paid', 'refunding', 'refunded'))`,
  },
  {
    name: 'I8 paid attempts',
    sql: `select 'paid attempts sum to ' || attempts.fen || ', their postings to ' || postings.fen as detail
      from (select coalesce(sum(amount_fen), 0) as fen from payment_attempt where state in ('paid', 'refunding', 'refunded')) attempts,
        (select coalesce(sum(e.amount_fen), 0) as fen from ledger_entry e join ledger_posting p on p.seq = e.posting_seq
          where p.kind = 'payment' and e.account = 'alipay') postings
      where attempts.fen <> postings.fen`,
  },
  {
    name: 'I8 finished refunds',
    sql: `select 'finished refunds sum to ' || refunds.fen || ', their postings to ' || postings.fen as detail
      from (select coalesce(sum(amount_fen), 0) as fen from payment_refund where state = 'done' and outside_id is null) refunds,
        (select coalesce(-sum(e.amount_fen), 0) as fen from ledger_entry e join ledger_posting p on p.seq = e.posting_seq
          where p.kind = 'refund' and e.account = 'alipay') postings
      where refunds.fen <> postings.fen`,
  },
  {
    name: 'I4 refunds of an attempt',
    sql: `select 'attempt ' || a.id || ' of ' || a.amount_fen || ' has refunds of ' || sum(r.amount_fen) as detail
      from payment_refund r join payment_attempt a on a.id = r.attempt_id
      group by a.id having sum(r.amount_fen) > a.amount_fen`,
  },
  {
    name: 'I6 a finished refund has its posting',
    sql: `select 'refund ' || r.number || ' of ' || r.amount_fen || ' is done and has ' || count(p.seq) || ' postings' as detail
      from payment_refund r left join ledger_posting p on p.kind = 'refund' and p.key = 'refund:' || r.number
        and exists (select from ledger_entry e where e.posting_seq = p.seq
          and e.account = case when r.outside_id is null then 'alipay' else 'adjustment' end and e.amount_fen = -r.amount_fen)
      where r.state = 'done' group by r.number having count(p.seq) <> 1`,
  },
  {
    name: 'I12 a refund outside the provider has two people',
    sql: `select 'refund ' || r.number || ' was returned by hand on the word of one' as detail
      from payment_refund r join payment_refund_outside o on o.id = r.outside_id
      where r.state = 'done' and (o.amount_fen <> r.amount_fen or not exists (select from payment_refund_outside_decision d
        where d.outside_id = o.id and d.decision = 'agreed' and d.operator_id <> o.proposer_id))`,
  },
  {
    name: 'I10 a refund under way has its money set aside',
    sql: `select 'refund ' || r.number || ' is ' || r.state || ' and nothing was set aside for it' as detail
      from payment_refund r where r.state <> 'done' and not exists (select from ledger_posting p
        where p.key = case when r.is_unservable then 'pay-unservable:' || r.attempt_id else 'refund-begun:' || r.number end)`,
  },
  {
    name: 'I4 a refunded attempt is whole',
    sql: `select 'attempt ' || a.id || ' is ' || a.state || ', ' || coalesce(r.fen, 0) || ' of ' || a.amount_fen || ' are back' as detail
      from payment_attempt a
      left join (select attempt_id, sum(amount_fen) as fen from payment_refund where state = 'done' group by 1) r on r.attempt_id = a.id
      where a.state in ('paid', 'refunding', 'refunded') and (a.state = 'refunded') <> (coalesce(r.fen, 0) = a.amount_fen)`,
  },
]
