-- What a notification says besides the numbers kept here (the buyer's account, the shop's words) is kept no more, and one
-- that says "paid" is asked about until the provider agrees.

alter table payment_notify drop column raw;
alter table payment_notify add column next_ask_at timestamptz not null default business_now();
comment on table payment_notify is 'Verified notifications, kept before they are answered: numbers only, never the body, which names the payer. Duplicates fall on the key.';
comment on column payment_notify.next_ask_at is 'When the provider is asked about it next, until handled_at.';
drop index payment_notify_open;
create index payment_notify_due on payment_notify (next_ask_at) where handled_at is null;
create index payment_notify_open_trade on payment_notify (out_trade_no) where handled_at is null;
