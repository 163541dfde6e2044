-- Storage follows the chain's orders: what one names is not swept.

alter table storage_uploads add column order_id bigint;
alter table storage_uploads add column order_state text check (order_state in ('pending', 'serving', 'ended'));
comment on column storage_uploads.order_id is 'The latest order of the present chain that names these bytes.';

create table storage_cursor (
  network integer primary key,
  height integer not null
);
comment on table storage_cursor is 'Up to which block of a chain orders were looked at. Deleting a row has all of them looked at again.';

create index chain_order_height on chain_order (network, height, id);
