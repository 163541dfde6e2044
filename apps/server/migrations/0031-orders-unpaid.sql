-- How many goods one buyer may hold without paying.

create index orders_unpaid_of_buyer on orders (buyer_id) where is_one_of and state = 'to-be-paid';

-- Called before an order is added, in its transaction. Orders of one buyer take turns here, so that many requests at once
-- do not all find the same room.
create function orders_require_room(p_buyer_id text, p_most integer) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('orders-of-buyer:' || p_buyer_id, 0));
  if (select count(*) from orders where buyer_id = p_buyer_id and is_one_of and state = 'to-be-paid') >= p_most then
    raise exception 'buyer % holds % unpaid goods', p_buyer_id, p_most
      using errcode = 'check_violation', constraint = 'orders_most_unpaid';
  end if;
end $$;
