-- Reviews of two sides who traded: neither is seen before both wrote, or the time to write is over.

create table reviews (
  id text primary key,
  seq bigint generated always as identity,
  subject_kind text not null,
  subject_id text not null,
  about_id text not null,
  side text not null check (side in ('buyer', 'seller')),
  author_id text not null,
  target_id text not null,
  stars smallint not null check (stars between 1 and 5),
  text text,
  written_at timestamptz not null default business_now(),
  closes_at timestamptz not null,
  reply text,
  replied_at timestamptz,
  hidden_at timestamptz,
  check (author_id <> target_id),
  unique (subject_kind, subject_id, side)
);
comment on table reviews is 'One of each side about what was traded (an order of a kind), and about the offer it was.';
comment on column reviews.text is 'Null when its author''s account was deleted.';
comment on column reviews.closes_at is 'Until when the other side may write; from then on this one shows by itself.';
comment on column reviews.hidden_at is 'When a reviewer of the staff took it from sight.';
create index reviews_about on reviews (subject_kind, about_id, seq desc) where side = 'buyer';
create index reviews_author on reviews (author_id);
create index reviews_target on reviews (target_id);

create table review_reports (
  review_id text not null references reviews (id) on delete cascade,
  reporter_id text not null,
  reason text,
  reported_at timestamptz not null default business_now(),
  settled_at timestamptz,
  primary key (review_id, reporter_id)
);
create index review_reports_reporter on review_reports (reporter_id);
create index review_reports_open on review_reports (reported_at) where settled_at is null;

create function review_is_shown(r reviews) returns boolean language sql stable as $$
  select r.hidden_at is null and (r.closes_at <= business_now() or exists (
    select from reviews o where o.subject_kind = r.subject_kind and o.subject_id = r.subject_id and o.side <> r.side))
$$;
