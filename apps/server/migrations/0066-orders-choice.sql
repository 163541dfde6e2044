-- What the buyer chose is kept with the order, and the limit on unpaid orders holds for every kind.

alter table orders add column choice jsonb not null default '{}';
comment on column orders.choice is 'What the buyer chose of the product, as they asked for it: the same product with another choice is another order.';

drop index orders_unpaid_of_buyer;
create index orders_unpaid_of_buyer on orders (buyer_id) where state = 'to-be-paid';

create or replace function orders_require_room(p_buyer_id text, p_most integer) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('orders-of-buyer:' || p_buyer_id, 0));
  if (select count(*) from orders where buyer_id = p_buyer_id and state = 'to-be-paid') >= p_most then
    raise exception 'buyer % holds % unpaid orders', p_buyer_id, p_most
      using errcode = 'check_violation', constraint = 'orders_most_unpaid';
  end if;
end $$;
