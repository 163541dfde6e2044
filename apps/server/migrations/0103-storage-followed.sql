-- Storage asks for the orders of one content, and sweeps only what it knows no order names.

alter table storage_cursor add column reached_at timestamptz not null default '-infinity';
comment on column storage_cursor.reached_at is 'The chain''s own time of that block: while it is long ago, nobody knows which orders there are since.';

create index chain_order_cid on chain_order (network, (view ->> 'cid'));
