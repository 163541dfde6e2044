-- The chain of the staff's acts is followed by a job and no more at each page of the record.

create function staff_act_first_broken_since(from_no bigint, from_hash bytea) returns bigint language sql stable as $$
  select min(no) from (
    select a.no, a.hash, coalesce(lag(a.no) over w, from_no) + 1 as right_no,
      sha256(coalesce(lag(a.hash) over w, from_hash) || staff_act_content(a)) as right_hash
    from staff_act a where a.no > from_no window w as (order by a.no)
  ) x where no <> right_no or hash <> right_hash
$$;
comment on function staff_act_first_broken_since(bigint, bytea) is
  'The first act after a place of the chain that was changed, or before which one is missing; null while that part is whole.';

create table staff_act_check (
  is_only boolean primary key default true check (is_only),
  through_no bigint not null default 0,
  through_hash bytea not null default '',
  broken_at bigint,
  checked_at timestamptz,
  whole_at timestamptz
);
comment on table staff_act_check is 'How far the chain of the staff''s acts was found sound; one row.';
comment on column staff_act_check.through_no is 'The last act that was found sound, and its hash: the chain must still go through it.';
comment on column staff_act_check.whole_at is 'When the chain was followed from its first act last.';
insert into staff_act_check default values;
