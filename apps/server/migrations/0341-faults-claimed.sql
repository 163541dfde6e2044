-- Faults that buyers claimed are counted by what became of them, not by how often somebody asked.

alter table code_sales add column claimed_at timestamptz;
comment on column code_sales.claimed_at is 'When it was given back for a fault that only its buyer had found by then.';

update code_sales s set claimed_at = r.at from order_refunds r
where r.order_id = s.order_id and r.key = 'code.give-back'
  and s.refund_reason in ('not-as-described', 'not-working', 'security-hole');
create index code_sales_claimed on code_sales (buyer_id, claimed_at) where claimed_at is not null;
delete from platform_rate_limit where bucket = 'code.fault-claimed';
