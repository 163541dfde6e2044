-- What was read of versions for looking inside: names, sizes and objects of files, languages, README. Made again when it is missing.

create table code_readings (
  work_id text not null,
  number integer not null,
  reading jsonb not null,
  primary key (work_id, number),
  foreign key (work_id, number) references code_versions (work_id, number) on delete cascade
);
comment on table code_readings is 'Read once for each version that somebody looked into; the source itself stays in the packs.';
