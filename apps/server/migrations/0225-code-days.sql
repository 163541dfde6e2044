-- What each day brought a work, for its author's plots.

create table code_days (
  work_id text not null references code_works (id),
  day date not null,
  views integer not null default 0,
  gets integer not null default 0,
  sales integer not null default 0,
  sold_fen bigint not null default 0,
  returns integer not null default 0,
  returned_fen bigint not null default 0,
  primary key (work_id, day)
);
create index code_days_day on code_days (day);
comment on table code_days is 'Facts of a work and a day of Shanghai, kept by triggers and by the looks of visitors; nobody is named. Kept for 400 days.';
comment on column code_days.views is 'Looks, each person or visitor once a day; its author left out.';
comment on column code_days.gets is 'Persons who got it for free.';
comment on column code_days.sales is 'Paid orders that were handed over.';
comment on column code_days.returns is 'Of these, given back, on the day when that happened.';

create function code_today() returns date language sql stable as
  $$ select (business_now() at time zone 'Asia/Shanghai')::date $$;

-- Whoever changes a work and its day changes the work first, so that no two wait for each other.
create or replace function code_keep_browses() returns trigger language plpgsql as $$
begin
  update code_works set browses = browses + 1 where id = new.work_id;
  insert into code_days as d (work_id, day, views) values (new.work_id, new.day, 1)
    on conflict (work_id, day) do update set views = d.views + 1;
  return null;
end $$;

create or replace function code_count_gets() returns trigger language plpgsql as $$
begin
  -- Who changes the grants of the same work waits here, and then sees what the other did.
  perform from code_works where id in (select work_id from changed) order by id for no key update;
  if tg_op = 'INSERT' then
    with fresh as (
      select c.work_id, c.user_id, bool_and(c.order_id is null) as is_free from changed c
      where not exists (select from code_grants g where g.work_id = c.work_id and g.user_id = c.user_id
        and not exists (select from changed o
          where o.work_id = g.work_id and o.user_id = g.user_id and o.licence = g.licence))
      group by c.work_id, c.user_id),
    counted as (
      update code_works w set gets = gets + f.n
      from (select work_id, count(*) as n from fresh group by work_id) f where w.id = f.work_id)
    insert into code_days as d (work_id, day, gets)
    select work_id, code_today(), count(*) from fresh where is_free group by work_id
    on conflict (work_id, day) do update set gets = d.gets + excluded.gets;
  else
    update code_works w set gets = gets - c.n
    from (select work_id, count(*) as n from (select distinct work_id, user_id from changed) as persons
      where not exists (select from code_grants g where g.work_id = persons.work_id and g.user_id = persons.user_id)
      group by work_id) c
    where w.id = c.work_id;
  end if;
  return null;
end $$;

create function code_count_sale() returns trigger language plpgsql as $$
begin
  perform from code_works where id = new.work_id for no key update;
  insert into code_days as d (work_id, day, sales, sold_fen, returns, returned_fen)
  select new.work_id, code_today(), s::int, s::int * new.price_fen, 1 - s::int, (1 - s::int) * new.price_fen
  from (select new.state = 'handed-over' as s) as is_sale
  on conflict (work_id, day) do update set sales = d.sales + excluded.sales, sold_fen = d.sold_fen + excluded.sold_fen,
    returns = d.returns + excluded.returns, returned_fen = d.returned_fen + excluded.returned_fen;
  return null;
end $$;
create trigger code_sales_counted after update of state on code_sales for each row
  when ((old.state = 'paid' and new.state = 'handed-over') or (old.state = 'handed-over' and new.state = 'given-back'))
  execute function code_count_sale();

-- What is known of the days before. The moment in which a sale was given back is that of its refund.
insert into code_days as d (work_id, day, views, gets, sales, sold_fen, returns, returned_fen)
select work_id, day, sum(views), sum(gets), sum(sales), sum(sold_fen), sum(returns), sum(returned_fen) from (
  select work_id, day, 1 as views, 0 as gets, 0 as sales, 0 as sold_fen, 0 as returns, 0 as returned_fen from code_browses
  union all
  select work_id, (min(created_at) at time zone 'Asia/Shanghai')::date, 0, 1, 0, 0, 0, 0 from code_grants
    group by work_id, user_id having bool_and(order_id is null)
  union all
  select work_id, (handed_over_at at time zone 'Asia/Shanghai')::date, 0, 0, 1, price_fen, 0, 0 from code_sales
    where handed_over_at is not null
  union all
  select s.work_id, (r.at at time zone 'Asia/Shanghai')::date, 0, 0, 0, 0, 1, s.price_fen from code_sales s
    join (select order_id, min(at) as at from order_refunds group by order_id) r on r.order_id = s.order_id
    where s.state = 'given-back' and s.handed_over_at is not null) facts
group by work_id, day;
