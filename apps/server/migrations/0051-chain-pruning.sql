-- Blocks that brought nothing are forgotten once no rollback reaches them.

alter table chain_network add column pruned_height integer not null default 0 check (pruned_height >= 0);
comment on column chain_network.pruned_height is 'Up to here only blocks are kept that events or movements belong to.';
comment on table chain_block is 'Finalised blocks, without gaps above the pruned height; the highest is where indexing goes on.';
