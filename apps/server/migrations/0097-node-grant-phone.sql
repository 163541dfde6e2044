-- The grant to a storage node stays once for a person whose account was deleted and who signs up again with the same number.

alter table faucet_claim add column phone_mark bytea check (octet_length(phone_mark) = 32);
comment on column faucet_claim.phone_mark is 'Of a grant to a node: hash of the number''s blind index, which nothing else is found by. It stays when the account is deleted.';
update faucet_claim c set phone_mark = sha256(convert_to('node-grant', 'UTF8') || u.phone_index)
  from users u where u.id = c.user_id and u.phone_index is not null and c.kind = 'node';
create unique index faucet_claim_once_a_phone on faucet_claim (phone_mark) where state <> 'void' and kind = 'node';
