-- Who can be hired stands beside the words they are found by, so that a search reads one table and joins only what it shows.

alter table talent_expert_words add column open_seq bigint;
comment on column talent_expert_words.open_seq is 'The expert''s seq while they can be hired, else null. Kept by triggers.';
update talent_expert_words w set open_seq = e.seq from talent_experts e where e.user_id = w.user_id and e.is_open;
create index talent_expert_words_open on talent_expert_words (open_seq desc) where open_seq is not null;

-- As before, with whether a new row's expert can be hired; of one that is there the trigger below decides.
create or replace function talent_keep_words(p_user_id text) returns void language sql as $$
  insert into talent_expert_words (user_id, open_seq, body)
  select e.user_id, case when e.is_open then e.seq end, concat_ws(E'\n', e.real_name, e.identity,
    (select string_agg(concat_ws(' ', n.label_zh, n.label_en), E'\n') from dictionary_nodes n
      where n.group_name = 'technical_field' and n.value = any(e.fields || e.skills)
        or n.group_name = 'identity' and n.value = e.identity and n.parent is not null),
    (select string_agg(c.name, E'\n' order by c.position) from talent_cases c where c.user_id = e.user_id))
  from talent_experts e where e.user_id = p_user_id
  on conflict (user_id) do update set body = excluded.body where talent_expert_words.body <> excluded.body
$$;

create function talent_open_changed() returns trigger language plpgsql as $$
begin
  update talent_expert_words set open_seq = case when new.is_open then new.seq end where user_id = new.user_id;
  return null;
end $$;
create trigger talent_experts_words_open after update on talent_experts
  for each row when (old.is_open is distinct from new.is_open) execute function talent_open_changed();
