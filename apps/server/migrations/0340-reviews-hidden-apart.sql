-- A review and its reply are hidden apart and shown again; reports have numbers, so that only those that were read are settled.

alter table reviews add column reply_hidden_at timestamptz;
alter table reviews add column decisions integer not null default 0 check (decisions >= 0);
comment on column reviews.hidden_at is 'When a reviewer of the staff took it from sight, with its reply; null again once it is shown again.';
comment on column reviews.reply_hidden_at is 'The same of the reply alone.';
comment on column reviews.decisions is 'How many decisions about it the staff took: who decides names what they saw.';

-- So far a review was hidden only together with its reply: neither comes back by showing the other again.
update reviews set reply_hidden_at = hidden_at where hidden_at is not null and replied_at is not null;
alter table reviews add constraint reviews_reply_hidden_check check (reply_hidden_at is null or replied_at is not null);
create index reviews_hidden on reviews (seq) where hidden_at is not null or reply_hidden_at is not null;

alter table review_reports add column number integer check (number > 0);
comment on column review_reports.number is 'Counts the reports of a review in the order in which they came, under the lock of the review.';
update review_reports r set number = n.number
from (select review_id, reporter_id,
        row_number() over (partition by review_id order by reported_at, reporter_id) as number from review_reports) n
where n.review_id = r.review_id and n.reporter_id = r.reporter_id;
alter table review_reports alter column number set not null;
-- Who reported a review once may do so again after that report was settled.
alter table review_reports drop constraint review_reports_pkey, add primary key (review_id, number);
create unique index review_reports_once on review_reports (review_id, reporter_id) where settled_at is null;
