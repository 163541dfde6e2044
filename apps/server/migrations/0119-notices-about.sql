-- Notices that name another person forget the name with that person's account.

alter table notices add column about_id text;
comment on column notices.about_id is 'Whose nickname is in params.name, besides the reader; null when nobody is named';

update notices n set about_id = r.author_id from reviews r
  where n.kind in ('reviews.waiting', 'reviews.shown') and n.key = 'review:' || r.subject_id and n.user_id = r.target_id;
update notices n set params = n.params || jsonb_build_object('name', u.nick_name) from users u
  where u.id = n.about_id and u.deleted_at is not null;

create index notices_about on notices (about_id) where about_id is not null;
