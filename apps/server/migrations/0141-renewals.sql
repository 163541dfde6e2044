-- A running service goes on with an order of its own, paid before the first ends.

alter table orders add column renews text references orders;
comment on column orders.renews is 'The order whose service this one goes on with: it begins exactly where that one ends. Null: it stands for itself.';
-- Of several renewals at once one is made. One that begun is the order in service, and is renewed itself.
create unique index orders_one_renewal on orders (renews) where renews is not null and state in ('to-be-paid', 'paid');

alter table compute_leases add column renewed_by text;
comment on column compute_leases.renewed_by is 'The paid order that goes on with this lease: its time is in serve_end_at from the payment on.';
alter table compute_leases drop constraint compute_leases_state_check;
alter table compute_leases add constraint compute_leases_state_check
  check (state in ('provisioning', 'active', 'renewed', 'cleaning', 'cleaned', 'failed'));

alter table compute_offers
  add column is_renewable boolean not null default true,
  add column renewal_price_fen bigint check (renewal_price_fen > 0);
comment on column compute_offers.is_renewable is 'Whether the seller lets a running lease be renewed.';
comment on column compute_offers.renewal_price_fen is 'What a period costs whoever rents the machine now; null: the price of the offer. Forgotten when the machine is taken back.';
