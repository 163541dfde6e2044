-- Business time as an expression instead of a look at a table: it stands in nearly every statement, often several times,
-- and a function with a query inside is run as such each time. Moving the clock makes the function anew, and with it
-- every plan that holds the old one.

create function platform_set_business_now() returns trigger language plpgsql as $$
begin
  execute format(
    'create or replace function business_now() returns timestamptz language sql stable parallel safe as %L',
    'select statement_timestamp()'
      || case when new.offset_ms = 0 then '' else format(' + interval ''%s milliseconds''', new.offset_ms) end);
  return null;
end $$;
create trigger platform_clock_moves after update on platform_clock
  for each row execute function platform_set_business_now();
update platform_clock set offset_ms = offset_ms;
comment on function business_now() is 'Database time plus the offset of platform_clock.';
