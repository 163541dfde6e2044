import type { Invariant } from '../ledger/module.ts'

/** What must hold between orders and the ledger, checked with the ledger's own rules (I4, I6, I9). Each row is a breach. */
export const ORDER_INVARIANTS: Invariant[] = [
  {
    name: 'I4 escrow of an order = amount - released - refunded',
    sql: `select 'order ' || o.id || ' is ' || o.state || ' with escrow ' || coalesce(b.balance_fen, 0) as detail
      from orders o left join ledger_balance b on b.account = 'escrow:' || o.id
      where case
        when o.state in ('paid', 'serving', 'delivered', 'ended', 'finished')
          then coalesce(b.balance_fen, 0) <> -(o.amount_fen - o.cleared_fen - o.refunded_fen)
        -- On its way back too: the money leaves escrow with the order's step, so that nobody can clear it.
        else coalesce(b.balance_fen, 0) <> 0 end`,
  },
  {
    name: 'I9 no served order without pay posting',
    sql: `select 'order ' || o.id || ' is ' || o.state || ' without a payment' as detail from orders o
      where o.state in ('paid', 'serving', 'delivered', 'ended', 'finished')
        and not exists (select from ledger_posting p where p.order_id = o.id and p.kind = 'payment')`,
  },
  {
    name: 'clearings of an order = its cleared sum = its clearing postings',
    sql: `select 'order ' || o.id || ' cleared ' || o.cleared_fen as detail
      from orders o
      left join (select order_id, sum(amount_fen) as fen from clearings group by 1) c on c.order_id = o.id
      left join (select p.order_id, sum(e.amount_fen) as fen from ledger_posting p
        join ledger_entry e on e.posting_seq = p.seq and e.account = 'escrow:' || p.order_id
        where p.kind = 'clearing' group by 1) l on l.order_id = o.id
      where o.cleared_fen <> coalesce(c.fen, 0) or o.cleared_fen <> coalesce(l.fen, 0)`,
  },
  {
    name: 'an order has earned what it cleared',
    sql: `select 'order ' || id || ' cleared ' || cleared_fen || ' and earned ' || earned_fen as detail
      from (select id, cleared_fen, order_earned_fen(release, state, amount_fen, refunded_fen, serve_start_at,
        serve_end_at, business_now()) as earned_fen from orders where cleared_fen > 0) o
      where cleared_fen > earned_fen`,
  },
  {
    name: 'refunds of an order = its refunded sum = what left escrow for them',
    sql: `select 'order ' || o.id || ' refunded ' || o.refunded_fen || ', back ' || o.returned_fen as detail
      from orders o
      left join (select order_id, sum(amount_fen) as fen, count(*) as n, max(number) as last,
        coalesce(sum(amount_fen) filter (where returned_at is not null), 0) as back
        from order_refunds group by 1) r on r.order_id = o.id
      left join (select p.order_id, sum(e.amount_fen) as fen from ledger_posting p
        join ledger_entry e on e.posting_seq = p.seq and e.account = 'escrow:' || p.order_id
        where p.key like 'refund-begun:%' group by 1) l on l.order_id = o.id
      where coalesce(r.fen, 0) <> coalesce(l.fen, 0) or coalesce(r.n, 0) <> o.refund_count
        or coalesce(r.last, 0) <> o.refund_count
        or case when o.close_reason is null
          then o.refunded_fen <> coalesce(r.fen, 0) or o.returned_fen <> coalesce(r.back, 0)
          else r.fen is not null end`,
  },
  {
    name: 'kept counts of order lists = counted',
    sql: `with kept as (
        select user_id, facet, product_type, sum(total) as n from (
          select user_id, facet, product_type, total from order_counts union all
          select user_id, facet, product_type, delta from order_count_deltas) parts group by 1, 2, 3
      ), counted as (
        select buyer_id as user_id, 'consume' as facet, product_type, count(*) as n from orders group by 1, 2, 3 union all
        select seller_id, 'profit', product_type, count(*) from orders group by 1, 2, 3 union all
        select buyer_id, 'purchase', product_type, count(*) from orders
          where state in ('paid', 'serving', 'delivered', 'ended', 'finished') group by 1, 2, 3
      )
      select 'list ' || facet || ' of ' || user_id || ': kept ' || coalesce(kept.n, 0) || ', counted '
        || coalesce(counted.n, 0) as detail
      from kept full join counted using (user_id, facet, product_type)
      where coalesce(kept.n, 0) <> coalesce(counted.n, 0)`,
  },
]
