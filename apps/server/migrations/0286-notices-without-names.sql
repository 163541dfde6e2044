-- A notice of a message about an expert said the expert's real name, which outlived their account in it.
update notices n set kind = 'conversations.message-untitled', params = '{}'
  from conversations c
  where n.kind = 'conversations.message' and n.link ->> 'to' = 'conversation' and c.id = n.link ->> 'id'
    and c.subject_kind = 'manpower';

-- The reason of a ruling about a fault is about both sides: it goes with the account of either.
update notices n set about_id = case when n.user_id = o.buyer_id then o.seller_id else o.buyer_id end
  from orders o
  where n.kind = 'compute.fault-ruled' and n.about_id is null and n.link ->> 'to' = 'order' and o.id = n.link ->> 'id';
