-- With an account the words go why money of its orders went back; a fixed word stands there instead.

create or replace function order_refunds_guard() returns trigger language plpgsql as $$
declare
  is_return boolean := tg_op = 'UPDATE' and old.returned_at is null and new.returned_at is not null
    and to_jsonb(new) - 'returned_at' = to_jsonb(old) - 'returned_at';
  is_erasure boolean := tg_op = 'UPDATE' and new.reason = 'erased'
    and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason';
begin
  if not (is_return or is_erasure) then
    raise exception 'a refund is written once, and once when it was given back';
  end if;
  return new;
end $$;
comment on column order_refunds.reason is 'Whose key is ''unserved'' has words of the program; all others are a person''s, and read ''erased'' once either side of the order left.';
