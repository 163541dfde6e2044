-- The same posting in fewer statements.

create or replace function ledger_post(
  p_kind text, p_key text, p_order_id text, p_accounts text[], p_amounts bigint[], p_bill jsonb
) returns boolean language plpgsql as $$
declare
  v_seq bigint;
  v_item record;
begin
  insert into ledger_posting (kind, key, order_id) values (p_kind, p_key, p_order_id)
    on conflict (key) do nothing returning seq into v_seq;
  if v_seq is null then
    perform 1 from ledger_posting p where p.key = p_key and p.kind = p_kind
      and p.order_id is not distinct from p_order_id
      and (select array_agg(e.account || '=' || e.amount_fen order by e.line) from ledger_entry e where e.posting_seq = p.seq)
        = (select array_agg(a.account || '=' || a.amount order by a.line)
           from unnest(p_accounts, p_amounts) with ordinality a(account, amount, line));
    if not found then
      raise exception 'ledger key % was posted with another content', p_key using errcode = 'unique_violation';
    end if;
    return false;
  end if;
  with entries as (
    insert into ledger_entry (posting_seq, line, account, amount_fen)
      select v_seq, a.line, a.account, a.amount from unnest(p_accounts, p_amounts) with ordinality a(account, amount, line)
  ), bill_lines as (
    insert into ledger_bill_line (id, posting_seq, user_id, type, amount_fen, reference)
      select b.id, v_seq, b.user_id, b.type, b.amount_fen, b.reference
      from jsonb_to_recordset(p_bill) b(id text, user_id text, type text, amount_fen bigint, reference text)
  )
  insert into ledger_unsealed values (v_seq);
  -- In account order, so that two postings never wait for each other in a circle. A row proposed to a table is checked
  -- before it is found to be there already, so accounts that only hold debts can be proposed with debts only.
  if not exists (
    select from unnest(p_accounts, p_amounts) a(account, amount)
    where a.amount > 0 and a.account not in ('alipay', 'suspense')
  ) then
    insert into ledger_balance as b (account, shard, balance_fen)
      select a.account, ledger_shard(a.account), sum(a.amount) from unnest(p_accounts, p_amounts) a(account, amount)
      group by a.account order by a.account
      on conflict (account, shard) do update set balance_fen = b.balance_fen + excluded.balance_fen;
    return true;
  end if;
  for v_item in
    select a.account, sum(a.amount)::bigint as amount from unnest(p_accounts, p_amounts) a(account, amount)
    group by a.account order by a.account
  loop
    update ledger_balance set balance_fen = balance_fen + v_item.amount
      where account = v_item.account and shard = ledger_shard(v_item.account);
    if not found then
      insert into ledger_balance (account, shard, balance_fen)
        values (v_item.account, ledger_shard(v_item.account), v_item.amount)
        on conflict (account, shard) do update set balance_fen = ledger_balance.balance_fen + excluded.balance_fen;
    end if;
  end loop;
  return true;
end $$;

-- For a posting nobody waits for: the whole transaction fails if it was made before.
create function ledger_post_once(
  p_kind text, p_key text, p_order_id text, p_accounts text[], p_amounts bigint[], p_bill jsonb
) returns void language plpgsql as $$
begin
  if not ledger_post(p_kind, p_key, p_order_id, p_accounts, p_amounts, p_bill) then
    raise exception 'ledger key % was posted before', p_key using errcode = 'unique_violation';
  end if;
end $$;
