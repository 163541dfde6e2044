-- What nobody delivers or answers ends by itself, and an open question of the buyer stops the clock of the acceptance.

alter table orders
  add column due_paused_at timestamptz,
  add column due_shift_ms bigint not null default 0,
  add constraint orders_pause_of_something check (due_paused_at is null or due_at is not null);
comment on column orders.due_paused_at is 'Since when nothing happens by itself, because the two have something open between them.';
comment on column orders.due_shift_ms is 'How long it was so in this state: all that is planned is later by that.';

-- Hires whose agreed time is over waited for ever; their days begin now.
update orders set due_at = business_now() + interval '7 days', due_count = 1
where state = 'serving' and release = 'on-accept' and due_at is null and period_days is not null;

alter table talent_refund_asks
  drop constraint talent_refund_asks_state_check,
  add constraint talent_refund_asks_state_check check (state in ('open', 'agreed', 'declined', 'lapsed')),
  add column due_at timestamptz,
  add column due_count integer not null default 0;
comment on column talent_refund_asks.due_at is 'While it is open: when the expert is reminded, or silence counts as agreement.';
comment on column talent_refund_asks.due_count is 'Reminders given.';
comment on column talent_refund_asks.state is '''lapsed'': the hire was over before anybody answered.';
update talent_refund_asks a set state = 'lapsed', answered_at = business_now()
from orders o where o.id = a.order_id and a.state = 'open' and o.state not in ('paid', 'serving', 'delivered');
update talent_refund_asks set due_at = business_now() + interval '4 days' where state = 'open';
alter table talent_refund_asks add check ((state = 'open') = (due_at is not null));
create index talent_refund_asks_due on talent_refund_asks (due_at, id) where due_at is not null;
update orders o set due_paused_at = business_now()
from talent_refund_asks a where a.order_id = o.id and a.state = 'open' and o.state = 'delivered' and o.due_at is not null;
