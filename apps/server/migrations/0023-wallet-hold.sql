-- A receiving account bound without a code sent to the owner's phone is paid nothing at first.

alter table wallet_binding add column held_until timestamptz;
comment on column wallet_binding.held_until is 'No payout begins before: the account was bound without a code sent to the phone. Null once payouts go on.';
create index wallet_binding_held on wallet_binding (held_until) where held_until is not null and unbound_at is null;
