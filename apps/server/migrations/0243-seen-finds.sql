-- How many finds of a saved search its owner has not looked at yet.
alter table saved_searches add column seen_seq bigint not null default 0;
comment on column saved_searches.seen_seq is 'Up to which find its owner looked at the results.';
update saved_searches s set seen_seq = coalesce((select max(f.seq) from saved_search_finds f where f.search_id = s.id), 0);
