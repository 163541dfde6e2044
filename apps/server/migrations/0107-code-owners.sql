-- A person who gets a work under several licences at once is one person, and owners hear of a version in batches.

drop trigger code_grants_counted on code_grants;
drop function code_keep_gets();

create function code_count_gets() returns trigger language plpgsql as $$
begin
  -- Who changes the grants of the same work waits here, and then sees what the other did.
  perform from code_works where id in (select work_id from changed) order by id for no key update;
  if tg_op = 'INSERT' then
    update code_works w set gets = gets + c.n
    from (select work_id, count(*) as n from (select distinct work_id, user_id from changed) as persons
      where not exists (select from code_grants g where g.work_id = persons.work_id and g.user_id = persons.user_id
        and not exists (select from changed c where c.work_id = g.work_id and c.user_id = g.user_id and c.licence = g.licence))
      group by work_id) c
    where w.id = c.work_id;
  else
    update code_works w set gets = gets - c.n
    from (select work_id, count(*) as n from (select distinct work_id, user_id from changed) as persons
      where not exists (select from code_grants g where g.work_id = persons.work_id and g.user_id = persons.user_id)
      group by work_id) c
    where w.id = c.work_id;
  end if;
  return null;
end $$;
-- For each statement: a row of its own would see the other licences of the same person and count none of them.
create trigger code_grants_added after insert on code_grants
  referencing new table as changed for each statement execute function code_count_gets();
create trigger code_grants_removed after delete on code_grants
  referencing old table as changed for each statement execute function code_count_gets();
comment on column code_works.gets is 'Persons who have it, whatever their licences; kept by triggers of code_grants.';

update code_works w set gets = (select count(distinct user_id) from code_grants g where g.work_id = w.id);

alter table code_versions add column told_to text;
comment on column code_versions.told_to is 'While its owners are notified in batches: the last of them by id who was. Null before and after.';
