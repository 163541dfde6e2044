-- The provider wants a pause between two refunds of one trade.

alter table payment_refund add column asked_at timestamptz;
comment on column payment_refund.asked_at is 'When it was sent or asked about last: other refunds of the same trade keep a distance from it.';
