-- The featured row of the code home, as an editor of the staff fills it.

create table code_slots (
  place smallint primary key check (place between 1 and 8),
  work_id text not null unique references code_works (id)
);
comment on table code_slots is 'A place without a row, or whose work is not online, shows a popular work instead.';
