-- Certification of experts: applications with papers, decided by reviewers of the staff.

create table certification_applications (
  id text primary key,
  seq bigint generated always as identity,
  user_id text not null,
  state text not null check (state in ('submitted', 'approved', 'refused')),
  real_name_sealed bytea not null,
  identity text not null,
  work_exp text not null,
  labels jsonb not null,
  head_file text not null,
  consent_version text not null,
  wants_sms boolean not null default false,
  language text not null check (language in ('zh-CN', 'en')),
  submitted_at timestamptz not null default business_now(),
  decided_at timestamptz,
  decided_by text,
  reason text,
  check ((state = 'submitted') = (decided_at is null)),
  check (state <> 'refused' or reason is not null)
);
comment on table certification_applications is 'One row for each time a person applied; the newest says what they are.';
comment on column certification_applications.identity is 'A value of the dictionary''s group identity, or words of the person''s own.';
comment on column certification_applications.labels is 'Technical fields in the order chosen, with their skills: [{"field", "skills"}], values of the dictionary.';
comment on column certification_applications.head_file is 'The picture as it was when the person applied; public under its name.';
comment on column certification_applications.language is 'Of the text message about the result, where one is wanted.';
comment on column certification_applications.decided_by is 'The pseudonym of the reviewer; the record of acts has the same.';
-- Nobody has two applications under way, nor one beside a certification.
create unique index certification_open on certification_applications (user_id) where state in ('submitted', 'approved');
create index certification_person on certification_applications (user_id, seq desc);
create index certification_queue on certification_applications (state, seq);

create table certification_papers (
  application_id text not null references certification_applications (id) on delete cascade,
  file_id text not null,
  type text not null check (type in ('CERT', 'OTHER')),
  position integer not null,
  primary key (application_id, file_id)
);
comment on table certification_papers is 'Papers of an application, in the order sent; the files are sealed (files, kind certification).';
create index certification_papers_file on certification_papers (file_id);
