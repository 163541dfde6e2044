-- What offers are found by: what the seller wrote, the resource id, and the system's name in both languages.

create table compute_offer_words (
  offer_seq bigint primary key references compute_offers (seq) on delete cascade,
  body text not null,
  words tsvector not null generated always as (search_vector(body)) stored
);
comment on table compute_offer_words is 'Kept by a trigger of compute_offers; apart from it so that the market''s rows stay narrow.';
create index compute_offer_words_gin on compute_offer_words using gin (words);

create function compute_keep_words() returns trigger language plpgsql as $$
begin
  insert into compute_offer_words (offer_seq, body)
  select new.seq, concat_ws(E'\n', new.auth_id, e.label_zh, e.label_en, new.description)
  from (select 1) one left join dictionary_entries e on e.group_name = 'OS' and e.value = new.os
  on conflict (offer_seq) do update set body = excluded.body where compute_offer_words.body <> excluded.body;
  return null;
end $$;
create trigger compute_offers_words_insert after insert on compute_offers
  for each row execute function compute_keep_words();
create trigger compute_offers_words_update after update on compute_offers
  for each row when ((old.description, old.os, old.auth_id) is distinct from (new.description, new.os, new.auth_id))
  execute function compute_keep_words();

insert into compute_offer_words (offer_seq, body)
select o.seq, concat_ws(E'\n', o.auth_id, e.label_zh, e.label_en, o.description)
from compute_offers o left join dictionary_entries e on e.group_name = 'OS' and e.value = o.os;
