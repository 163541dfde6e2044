-- Refunds of one trade take turns, also between processes: the turn is a row of its own that both of them want.

create table payment_refund_turn (
  attempt_id text primary key references payment_attempt,
  number text not null,
  taken_at timestamptz not null
);
comment on table payment_refund_turn is 'Which refund of a trade was sent or asked about last, and when; others keep a distance from it.';
