-- Orders that were paid and do not serve yet: few, and asked for every minute by the alarm.
create index orders_paid_due on orders (paid_at) where state = 'paid';
