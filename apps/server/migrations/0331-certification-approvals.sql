-- A certification may take two reviewers: each approval is kept until there are enough.

create table certification_approvals (
  application_id text not null references certification_applications (id) on delete cascade,
  operator_id text not null,
  at timestamptz not null default business_now(),
  primary key (application_id, operator_id)
);
comment on table certification_approvals is 'Which reviewers approved an application; the one that decides it is among them.';
comment on column certification_approvals.operator_id is 'The pseudonym of the reviewer; the record of acts has the same.';
