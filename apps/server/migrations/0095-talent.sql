-- Experts of the talent market: what an hour costs, what is public of them, and the cases of their homepages.

create table talent_experts (
  user_id text primary key,
  id text not null unique,
  seq bigint generated always as identity unique,
  is_certified boolean not null,
  real_name text not null,
  identity text not null,
  head_img_url text,
  work_exp text not null,
  fields text[] not null,
  skills text[] not null,
  hour_fen bigint check (hour_fen > 0),
  hires integer not null default 0 check (hires >= 0),
  is_open boolean not null generated always as (is_certified and hour_fen is not null) stored,
  created_at timestamptz not null default business_now()
);
comment on table talent_experts is 'What certification made public of an expert, kept here so that it can be searched; renewed when the expert or a reader of the homepage comes.';
comment on column talent_experts.id is 'productId on the wire.';
comment on column talent_experts.fields is 'Technology types, as values of the dictionary; skills are their children.';
comment on column talent_experts.hires is 'Hires that ended with the expert paid.';
create index talent_experts_newest on talent_experts (seq desc) where is_open;
create index talent_experts_price on talent_experts (hour_fen, seq) where is_open;
create index talent_experts_hires on talent_experts (hires desc, seq desc) where is_open;
create index talent_experts_labels on talent_experts using gin ((fields || skills)) where is_open;

create table talent_cases (
  id text primary key,
  user_id text not null references talent_experts (user_id),
  position integer not null,
  name text not null,
  link text not null,
  picture text,
  created_at timestamptz not null default business_now()
);
comment on column talent_cases.picture is 'Name of a public file; null without a picture.';
create index talent_cases_of_expert on talent_cases (user_id, position);

create table talent_expert_words (
  user_id text primary key references talent_experts (user_id) on delete cascade,
  body text not null,
  words tsvector not null generated always as (search_vector(body)) stored
);
comment on table talent_expert_words is 'What experts are found by: name, identity, skills in both languages, names of cases. Kept by triggers.';
create index talent_expert_words_gin on talent_expert_words using gin (words);

create function talent_keep_words(p_user_id text) returns void language sql as $$
  insert into talent_expert_words (user_id, body)
  select e.user_id, concat_ws(E'\n', e.real_name, e.identity,
    (select string_agg(concat_ws(' ', n.label_zh, n.label_en), E'\n') from dictionary_nodes n
      where n.group_name = 'technical_field' and n.value = any(e.fields || e.skills)
        or n.group_name = 'identity' and n.value = e.identity and n.parent is not null),
    (select string_agg(c.name, E'\n' order by c.position) from talent_cases c where c.user_id = e.user_id))
  from talent_experts e where e.user_id = p_user_id
  on conflict (user_id) do update set body = excluded.body where talent_expert_words.body <> excluded.body
$$;
create function talent_words_changed() returns trigger language plpgsql as $$
begin
  perform talent_keep_words(coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger talent_experts_words_insert after insert on talent_experts
  for each row execute function talent_words_changed();
create trigger talent_experts_words_update after update on talent_experts
  for each row when ((old.real_name, old.identity, old.fields, old.skills)
    is distinct from (new.real_name, new.identity, new.fields, new.skills))
  execute function talent_words_changed();
create trigger talent_cases_words after insert or update or delete on talent_cases
  for each row execute function talent_words_changed();
