-- Storage warns before an order ends: it asks which orders end within a span of blocks.

create index chain_order_deadline on chain_order (network, ((view ->> 'deadlineBlock')::bigint), id)
  where not is_purged and view ->> 'status' = 'Finished';

create table storage_warned (
  network integer primary key,
  height integer not null
);
comment on table storage_warned is 'At which block of a chain the ends of its orders were looked at last. Deleting a row repeats no warning.';
