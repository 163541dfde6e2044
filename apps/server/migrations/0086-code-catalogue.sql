-- What works of the code market say of themselves, what they are found by, and what they are ranked by.

alter table code_works
  add column labels text[] not null default '{}' check (cardinality(labels) <= 5),
  add column environment text not null default '',
  add column language text not null default '',
  add column price_fen bigint check (price_fen >= 0),
  add column demo_url text not null default '',
  add column open_paths text[] not null default '{}',
  add column blurb text not null default '',
  add column published_at timestamptz,
  add column renewed_at timestamptz not null default business_now(),
  add column gets integer not null default 0,
  add column browses integer not null default 0,
  add column comments integer not null default 0,
  add column rating_sum integer not null default 0,
  add column rating_count integer not null default 0;
comment on column code_works.intro is 'Markdown.';
comment on column code_works.price_fen is 'Of the cheapest licence, kept by a trigger of code_licences; null while there is none, 0 is free.';
comment on column code_works.open_paths is 'Files whose bodies everybody may read.';
comment on column code_works.blurb is 'The beginning of the description without its Markdown.';
comment on column code_works.published_at is 'When it first went online.';
comment on column code_works.renewed_at is 'When its newest version came.';
comment on column code_works.gets is 'Persons who got it; kept by a trigger of code_grants.';
comment on column code_works.browses is 'Persons and days; kept by a trigger of code_browses.';
comment on column code_works.comments is 'Evaluations and their replies; whoever writes one counts it in the same transaction.';
comment on column code_works.rating_sum is 'Of stars; whoever gives them adds them in the same transaction.';

update code_works w set renewed_at = v.at
from (select work_id, max(created_at) as at from code_versions group by work_id) v where v.work_id = w.id;
update code_works set published_at = created_at where state <> 'draft';
update code_works w set price_fen = (select min(price_fen) from code_licences l where l.work_id = w.id);
update code_works w set gets = (select count(distinct user_id) from code_grants g where g.work_id = w.id);

create index code_works_newest on code_works (published_at desc, seq desc) where state = 'online';
create index code_works_renewed on code_works (renewed_at desc, seq desc) where state = 'online';
create index code_works_price on code_works (price_fen, seq desc) where state = 'online';
create index code_works_gets on code_works (gets desc, seq desc) where state = 'online';
create index code_works_rating on code_works
  ((case when rating_count = 0 then 0 else rating_sum::numeric / rating_count end) desc, seq desc) where state = 'online';
create index code_works_comments on code_works (comments desc, seq desc) where state = 'online';
create index code_works_language on code_works (language, published_at desc) where state = 'online';
create index code_works_labels on code_works using gin (labels) where state = 'online';
create index code_grants_when on code_grants (created_at);

create function code_keep_gets() returns trigger language plpgsql as $$
begin
  -- A person may have a work under several licences.
  if tg_op = 'INSERT' then
    update code_works set gets = gets + 1 where id = new.work_id and not exists (select from code_grants g
      where g.work_id = new.work_id and g.user_id = new.user_id and g.licence <> new.licence);
  else
    update code_works set gets = gets - 1 where id = old.work_id and not exists (select from code_grants g
      where g.work_id = old.work_id and g.user_id = old.user_id);
  end if;
  return null;
end $$;
create trigger code_grants_counted after insert or delete on code_grants
  for each row execute function code_keep_gets();

create function code_keep_price() returns trigger language plpgsql as $$
declare
  changed text := coalesce(new.work_id, old.work_id);
begin
  update code_works w set price_fen = (select min(price_fen) from code_licences l where l.work_id = w.id) where id = changed;
  return null;
end $$;
create trigger code_licences_price after insert or update or delete on code_licences
  for each row execute function code_keep_price();

create function code_keep_renewed() returns trigger language plpgsql as $$
begin
  update code_works set renewed_at = new.created_at where id = new.work_id;
  return null;
end $$;
create trigger code_versions_renew after insert on code_versions
  for each row execute function code_keep_renewed();

create table code_work_words (
  work_seq bigint primary key references code_works (seq) on delete cascade,
  body text not null,
  words tsvector not null generated always as (search_vector(body)) stored
);
comment on table code_work_words is 'What works are found by; kept by a trigger of code_works.';
create index code_work_words_gin on code_work_words using gin (words);

create function code_keep_words() returns trigger language plpgsql as $$
begin
  insert into code_work_words (work_seq, body)
  values (new.seq, concat_ws(E'\n', new.title, array_to_string(new.labels, ' '), new.language, left(new.intro, 4000)))
  on conflict (work_seq) do update set body = excluded.body where code_work_words.body <> excluded.body;
  return null;
end $$;
create trigger code_works_words_insert after insert on code_works
  for each row execute function code_keep_words();
create trigger code_works_words_update after update on code_works
  for each row when ((old.title, old.labels, old.language, old.intro) is distinct from (new.title, new.labels, new.language, new.intro))
  execute function code_keep_words();
insert into code_work_words (work_seq, body)
select seq, concat_ws(E'\n', title, left(intro, 4000)) from code_works;

create table code_pictures (
  id text primary key,
  work_id text not null references code_works (id),
  kind text not null check (kind in ('project', 'run', 'buyer')),
  seq bigint generated always as identity,
  created_at timestamptz not null default business_now()
);
comment on column code_pictures.id is 'The public name of the file.';
create index code_pictures_work on code_pictures (work_id, kind, seq);

create table code_browses (
  work_id text not null references code_works (id),
  user_id text not null,
  day date not null,
  primary key (work_id, user_id, day)
);
comment on table code_browses is 'Who signed in looked at a work, once a day, its author left out: programs without an account count nothing.';
create index code_browses_user on code_browses (user_id);

create function code_keep_browses() returns trigger language plpgsql as $$
begin
  update code_works set browses = browses + 1 where id = new.work_id;
  return null;
end $$;
create trigger code_browses_counted after insert on code_browses
  for each row execute function code_keep_browses();
