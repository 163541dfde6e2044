-- Stars of evaluations, and the rating of a work that is made of them.

alter table code_comments add column stars smallint check (stars is null or (stars between 1 and 5 and reply_to is null));
comment on column code_comments.stars is 'Of an evaluation, never of a reply. Null: words only.';
create index code_comments_stars on code_comments (work_id, user_id, seq desc) include (stars) where stars is not null;

create function code_keep_rating() returns trigger language plpgsql as $$
declare
  changed text := coalesce(new.work_id, old.work_id);
begin
  -- Who evaluates the same work waits here, and then counts what the other gave.
  perform from code_works where id = changed for no key update;
  update code_works set (rating_sum, rating_count) = (
    select coalesce(sum(stars), 0), count(*) from (
      select distinct on (user_id) stars from code_comments
      where work_id = changed and stars is not null order by user_id, seq desc) latest)
  where id = changed;
  return null;
end $$;
create trigger code_comments_rated after insert or delete or update of stars on code_comments
  for each row execute function code_keep_rating();
comment on column code_works.rating_sum is 'Of the stars each person gave last; kept by a trigger of code_comments.';
comment on column code_works.rating_count is 'Persons who gave stars; kept by a trigger of code_comments.';

update code_works set rating_sum = 0, rating_count = 0 where rating_count <> 0 or rating_sum <> 0;
