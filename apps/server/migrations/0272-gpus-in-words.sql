-- The model of a machine's GPU is the first thing its buyers search for, and its label was not among the words.

create or replace function compute_keep_words() returns trigger language plpgsql as $$
begin
  insert into compute_offer_words (offer_seq, body)
  select new.seq, compute_words_of(new)
  on conflict (offer_seq) do update set body = excluded.body where compute_offer_words.body <> excluded.body;
  return null;
end $$;

create function compute_words_of(offer compute_offers) returns text language sql stable as $$
  select concat_ws(E'\n', offer.auth_id,
    (select concat_ws(E'\n', label_zh, label_en) from dictionary_entries where group_name = 'OS' and value = offer.os),
    (select concat_ws(E'\n', 'GPU', label_zh, nullif(label_en, label_zh)) from dictionary_entries
      where group_name = 'GPU' and value = offer.gpu_model),
    offer.description)
$$;
comment on function compute_words_of is 'What an offer is found by: the resource id, the names of its system and its GPU in both languages, and what the seller wrote.';

drop trigger compute_offers_words_update on compute_offers;
create trigger compute_offers_words_update after update on compute_offers
  for each row when ((old.description, old.os, old.auth_id, old.gpu_model)
    is distinct from (new.description, new.os, new.auth_id, new.gpu_model))
  execute function compute_keep_words();

-- No saved search hears of offers whose words are only written down anew.
alter table compute_offer_words disable trigger compute_offer_words_changed;
update compute_offer_words w set body = compute_words_of(o) from compute_offers o where o.seq = w.offer_seq and o.gpu_model is not null;
alter table compute_offer_words enable trigger compute_offer_words_changed;
