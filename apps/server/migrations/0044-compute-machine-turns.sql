-- A machine's turn: one user at a time, and of one seller's machines only so many at once over all processes, so that
-- machines which let in and then never answer hold up nobody but their own seller.

create function compute_take_machine(
  p_offer_id text, p_token text, p_process integer, p_hold_seconds integer, p_most integer
) returns boolean language plpgsql as $$
declare
  seller text;
begin
  select seller_id into seller from compute_offers where id = p_offer_id;
  -- Turns of one seller are given one after the other, so that each sees those before it.
  perform pg_advisory_xact_lock(hashtextextended('compute-machines-of:' || seller, 0));
  if (select count(*) from compute_offers
      where seller_id = seller and deleted_at is null and id <> p_offer_id
        and busy_until >= now() and platform_is_alive(busy_by)) >= p_most then
    return false;
  end if;
  update compute_offers
  set busy_token = p_token, busy_by = p_process, busy_until = now() + p_hold_seconds * interval '1 second'
  where id = p_offer_id and (busy_until is null or busy_until < now() or not platform_is_alive(busy_by));
  return found;
end $$;
