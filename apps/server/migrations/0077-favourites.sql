-- What people want to find again: offers of any market, by kind and id.

create table favourites (
  user_id text not null,
  subject_kind text not null,
  subject_id text not null,
  seq bigint generated always as identity,
  added_at timestamptz not null default business_now(),
  primary key (user_id, subject_kind, subject_id)
);
comment on table favourites is 'Offers of any market that a person keeps; one that is gone stays until they take it out.';
create index favourites_newest on favourites (user_id, seq desc);
