-- Stars of experts beside them, so that the list can be filtered and sorted by what buyers gave.

alter table talent_experts
  add column stars_sum integer not null default 0,
  add column stars_count integer not null default 0,
  add column rating integer not null generated always as (
    case when stars_count = 0 then 0 else stars_sum * 100 / stars_count end) stored;
comment on column talent_experts.stars_sum is 'Of the reviews by buyers that show; kept by a trigger of reviews, and by a sweep for those that show by themselves.';
comment on column talent_experts.rating is 'Hundredths of stars; 0 without a review.';
create index talent_experts_rating on talent_experts (rating desc, seq desc) where is_open;

create table talent_ratings_due (
  expert_id text not null,
  due_at timestamptz not null,
  primary key (expert_id, due_at)
);
comment on table talent_ratings_due is 'When reviews show by themselves, because the time of the other side is over.';
create index talent_ratings_due_at on talent_ratings_due (due_at);

-- Locks the expert before it counts: of two reviews that come at once, the later one counts both.
create function talent_keep_rating(p_expert_id text) returns void language plpgsql as $$
begin
  perform from talent_experts where id = p_expert_id for update;
  update talent_experts e set (stars_sum, stars_count) = (
    select coalesce(sum(r.stars), 0), count(*) from reviews r
    where r.subject_kind = 'manpower' and r.about_id = e.id and r.side = 'buyer' and review_is_shown(r))
  where e.id = p_expert_id;
end $$;

create function talent_reviewed() returns trigger language plpgsql as $$
declare
  r reviews := coalesce(new, old);
begin
  if tg_op = 'INSERT' then
    insert into talent_ratings_due (expert_id, due_at) values (r.about_id, r.closes_at) on conflict do nothing;
  end if;
  perform talent_keep_rating(r.about_id);
  return null;
end $$;
create trigger talent_reviewed_new after insert on reviews for each row
  when (new.subject_kind = 'manpower') execute function talent_reviewed();
create trigger talent_reviewed_gone after delete on reviews for each row
  when (old.subject_kind = 'manpower') execute function talent_reviewed();
create trigger talent_reviewed_hidden after update of hidden_at, stars on reviews for each row
  when (new.subject_kind = 'manpower') execute function talent_reviewed();

insert into talent_ratings_due (expert_id, due_at)
select distinct about_id, closes_at from reviews where subject_kind = 'manpower' on conflict do nothing;
select talent_keep_rating(about_id) from (select distinct about_id from reviews where subject_kind = 'manpower') r;
