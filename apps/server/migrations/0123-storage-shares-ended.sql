-- The sweep asks when a link ended, by its time or by its owner; by the former index it read all links.

drop index storage_shares_over;
create index storage_shares_ended on storage_shares (least(expires_at, revoked_at));
