-- Sales whose money is not the author's yet, and the clock of their refund window while the work is taken down.

alter table code_sales add column is_open boolean not null default false;
alter table code_sales add column held_at timestamptz;
alter table code_sales add column held_ms bigint not null default 0 check (held_ms >= 0);
comment on column code_sales.is_open is 'Handed over, and its money is neither the author''s nor on its way back.';
comment on column code_sales.held_at is 'Since when its refund window stands still, because the work is taken down.';
comment on column code_sales.held_ms is 'How long the window stood still before, in milliseconds.';

update code_sales s set is_open = true from orders o
where o.id = s.order_id and s.state = 'handed-over' and o.state = 'delivered';

alter table code_sales add constraint code_sales_open_check check (not is_open or state = 'handed-over');
alter table code_sales add constraint code_sales_held_check check (held_at is null or is_open);
create index code_sales_open on code_sales (work_id, order_id) where is_open;
create index code_sales_held on code_sales (order_id) where held_at is not null;
