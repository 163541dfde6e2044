-- An upload is bound to an order of one chain: numbers of orders begin anew with a chain that is founded anew.

alter table storage_uploads add column order_network integer;
comment on column storage_uploads.order_network is 'The chain of order_id (chain_network). Where it is not the present one, there is no such order any more.';
update storage_uploads u set order_network = o.network
from chain_order o join chain_network n on n.network = o.network and n.archived_at is null
where o.id = u.order_id and o.view ->> 'cid' = u.cid;
create index storage_uploads_ordered on storage_uploads (order_network) where order_state is not null;
-- All orders of the present chain are looked at once more, for what is bound to none of them.
delete from storage_cursor;
