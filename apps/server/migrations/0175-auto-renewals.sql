-- A buyer lets the renewal of a lease be prepared before its end: an unpaid order and a notice, and never a charge.

alter table compute_leases
  add column renewal_most_fen bigint check (renewal_most_fen > 0),
  add column renewal_outcome text check (renewal_outcome in ('asked', 'above', 'refused')),
  add column renewal_order_id text references orders,
  add constraint compute_leases_asked check ((renewal_outcome = 'asked') = (renewal_order_id is not null));
comment on column compute_leases.renewal_most_fen is 'What a renewal may cost for its order to be made before the end; null: the buyer makes it, or nobody does.';
comment on column compute_leases.renewal_outcome is 'What became of it for this end: an order was made, the price was above, or it could not be renewed. Null: its time has not come.';
comment on column compute_leases.renewal_order_id is 'The order that was made for this end: at most one, whatever becomes of it.';
create index compute_leases_auto_renewed on compute_leases (serve_end_at)
  where state = 'active' and renewal_most_fen is not null and renewal_outcome is null and renewed_by is null;

-- A renewal holds nothing that others could buy, and of each running order there is one at most: it takes no room.
create or replace function orders_require_room(p_buyer_id text, p_most integer) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('orders-of-buyer:' || p_buyer_id, 0));
  if (select count(*) from orders where buyer_id = p_buyer_id and state = 'to-be-paid' and renews is null) >= p_most then
    raise exception 'buyer % holds % unpaid orders', p_buyer_id, p_most
      using errcode = 'check_violation', constraint = 'orders_most_unpaid';
  end if;
end $$;
