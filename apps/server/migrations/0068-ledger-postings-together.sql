-- Many postings of money that comes in, in one statement. (`ledger_post_once` stays for processes of the release before.)

create function ledger_post_incoming(p_postings jsonb) returns void language plpgsql as $$
begin
  with wanted as (
    select n, p->>'kind' as kind, p->>'key' as key, p->>'orderId' as order_id, p->'entries' as entries, p->'bill' as bill
    from jsonb_array_elements(p_postings) with ordinality as w(p, n)
  ), posted as (
    -- A key that is known fails the whole transaction (I6).
    insert into ledger_posting (kind, key, order_id) select kind, key, order_id from wanted order by n
    returning seq, key
  ), numbered as (
    select posted.seq, wanted.entries, wanted.bill from posted join wanted using (key)
  ), entries as (
    insert into ledger_entry (posting_seq, line, account, amount_fen)
      select seq, e.line, e.entry->>'account', (e.entry->>'amount_fen')::bigint
      from numbered, jsonb_array_elements(entries) with ordinality as e(entry, line)
  ), bill_lines as (
    insert into ledger_bill_line (id, posting_seq, user_id, type, amount_fen, reference)
      select b.id, seq, b.user_id, b.type, b.amount_fen, b.reference
      from numbered, jsonb_to_recordset(bill) as b(id text, user_id text, type text, amount_fen bigint, reference text)
      order by seq
  )
  insert into ledger_unsealed select seq from posted;
  -- In account order, so that two transactions never wait for each other in a circle. A row proposed to a table is checked
  -- before it is found to be there already: accounts that only hold debts can be proposed with debts only.
  insert into ledger_balance as b (account, shard, balance_fen)
    select e->>'account', ledger_shard(e->>'account'), sum((e->>'amount_fen')::bigint)
    from jsonb_array_elements(p_postings) p, jsonb_array_elements(p->'entries') e
    group by 1 order by 1
    on conflict (account, shard) do update set balance_fen = b.balance_fen + excluded.balance_fen;
end $$;
comment on function ledger_post_incoming is 'Posts movements that take nothing from an account that only holds debts.';
