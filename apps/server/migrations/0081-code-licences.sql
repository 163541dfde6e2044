-- Prices of works by licence, and under which licence a person has a work. Works that were there before cost nothing.

create table code_licences (
  work_id text not null references code_works (id),
  licence text not null check (licence in ('personal', 'commercial', 'source-resale')),
  price_fen bigint not null check (price_fen between 0 and 9999999900),
  primary key (work_id, licence)
);
comment on table code_licences is 'What may be bought of a work now. Its rows change as its author wants; what was sold is kept with the order.';
comment on column code_licences.price_fen is '0: free, given without an order.';
insert into code_licences (work_id, licence, price_fen) select id, 'personal', 0 from code_works;

alter table code_grants
  add column licence text not null default 'personal' check (licence in ('personal', 'commercial', 'source-resale')),
  add column order_id text;
alter table code_grants alter column licence drop default;
alter table code_grants drop constraint code_grants_pkey, add primary key (work_id, user_id, licence);
create unique index code_grants_order on code_grants (order_id) where order_id is not null;
comment on column code_grants.order_id is 'Null: it was free.';
