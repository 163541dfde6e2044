-- The yuan ledger: double entry in fen, appended and never changed (invariants I1 to I11).

create table ledger_posting (
  seq bigint generated always as identity primary key,
  kind text not null check (kind in
    ('payment', 'refund', 'clearing', 'payout-begun', 'payout-done', 'payout-failed', 'suspense')),
  key text not null unique,
  order_id text,
  currency text not null default 'CNY' check (currency = 'CNY'),
  created_at timestamptz not null default business_now(),
  recorded_at timestamptz not null default clock_timestamp()
);
comment on table ledger_posting is 'One movement of money; its entries sum to zero. Append-only.';
comment on column ledger_posting.key is 'Deterministic name of the movement: the same key again posts nothing (I6).';
comment on column ledger_posting.currency is 'One currency per posting, so yuan and tokens never meet (I11).';
comment on column ledger_posting.created_at is 'Business time.';
comment on column ledger_posting.recorded_at is 'Machine time, for audits.';
create index ledger_posting_order on ledger_posting (order_id) where order_id is not null;

create table ledger_entry (
  posting_seq bigint not null references ledger_posting,
  line smallint not null,
  account text not null check (account ~ '^(alipay|suspense|(escrow|payable|payout):[A-Za-z0-9_-]{1,64})$'),
  amount_fen bigint not null check (amount_fen <> 0),
  primary key (posting_seq, line)
);
comment on column ledger_entry.amount_fen is 'Assets positive, what we owe negative.';
create index ledger_entry_account on ledger_entry (account, posting_seq);

create table ledger_bill_line (
  seq bigint generated always as identity primary key,
  id text not null unique,
  posting_seq bigint not null references ledger_posting,
  user_id text not null,
  type text not null check (type in ('clearing', 'payout', 'payment', 'refund')),
  amount_fen bigint not null check (amount_fen <> 0),
  reference text not null,
  created_at timestamptz not null default business_now()
);
comment on column ledger_bill_line.amount_fen is 'Signed from the person''s view: income positive.';
comment on column ledger_bill_line.reference is 'Order or payout number a person can quote.';
create index ledger_bill_line_user on ledger_bill_line (user_id, seq desc);
create index ledger_bill_line_posting on ledger_bill_line (posting_seq);

-- Sums of entries, kept in the posting's own transaction (I3). `alipay` and `suspense` are touched by every payment, so
-- each is spread over 16 rows by the backend that posts; all others are one order's or one person's and are one row.
create table ledger_balance (
  account text not null,
  shard smallint not null default 0,
  balance_fen bigint not null,
  primary key (account, shard),
  -- The last guard against paying out or refunding more than is owed (I4, I5).
  constraint ledger_balance_never_overdrawn
    check (account = 'alipay' or account = 'suspense' or balance_fen <= 0)
) with (fillfactor = 60);

-- The hash chain. Postings commit in any order and a chain kept by the posters would be one lock for all of them, so a
-- job seals what has committed a few seconds later, in id order within a batch. A number whose transaction rolled back
-- is a gap and harms nothing: the chain runs over what was sealed. Once sealed, a change shows.
create table ledger_unsealed (
  posting_seq bigint primary key references ledger_posting
);
comment on table ledger_unsealed is 'Committed postings the chain has not taken up yet; a queue, not a record.';
create table ledger_seal (
  no bigint primary key,
  posting_seq bigint not null unique references ledger_posting,
  hash bytea not null
);
comment on column ledger_seal.no is 'Place in the chain, from 1 without gaps.';
comment on column ledger_seal.hash is 'sha256 of the hash before and the posting with its entries and bill lines.';

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

do $$
declare kept text;
begin
  foreach kept in array array['ledger_posting', 'ledger_entry', 'ledger_bill_line', 'ledger_seal'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function ledger_refuse_change()',
      kept || '_kept', kept);
    execute format('create trigger %I before truncate on %I for each statement execute function ledger_refuse_change()',
      kept || '_stays', kept);
  end loop;
end $$;

-- I1 at the door: whatever writes entries, each statement must balance.
create function ledger_require_balanced() returns trigger language plpgsql as $$
declare unbalanced bigint;
begin
  select posting_seq into unbalanced from added group by posting_seq having sum(amount_fen) <> 0 or count(*) < 2 limit 1;
  if found then
    raise exception 'entries of posting % do not sum to zero', unbalanced using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entry_balanced after insert on ledger_entry
  referencing new table as added for each statement execute function ledger_require_balanced();

create function ledger_shard(account text) returns smallint language sql stable as $$
  select case when account in ('alipay', 'suspense') then (pg_backend_pid() % 16)::smallint else 0::smallint end
$$;

-- Posts one movement in the caller's transaction. False when the key was posted before (with the same entries; another
-- content under a known key is a bug and raises).
create function ledger_post(
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
  insert into ledger_entry (posting_seq, line, account, amount_fen)
    select v_seq, a.line, a.account, a.amount from unnest(p_accounts, p_amounts) with ordinality a(account, amount, line);
  insert into ledger_bill_line (id, posting_seq, user_id, type, amount_fen, reference)
    select b.id, v_seq, b.user_id, b.type, b.amount_fen, b.reference
    from jsonb_to_recordset(p_bill) b(id text, user_id text, type text, amount_fen bigint, reference text);
  insert into ledger_unsealed values (v_seq);
  -- In account order, so that two postings never wait for each other in a circle.
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

create function ledger_content(p ledger_posting) returns bytea language sql stable as $$
  select convert_to(jsonb_build_array(
    p.seq, p.kind, p.key, p.order_id, p.currency,
    (extract(epoch from p.created_at) * 1000000)::bigint, (extract(epoch from p.recorded_at) * 1000000)::bigint,
    (select jsonb_agg(jsonb_build_array(e.line, e.account, e.amount_fen) order by e.line)
       from ledger_entry e where e.posting_seq = p.seq),
    (select jsonb_agg(jsonb_build_array(b.id, b.user_id, b.type, b.amount_fen, b.reference,
         (extract(epoch from b.created_at) * 1000000)::bigint) order by b.seq)
       from ledger_bill_line b where b.posting_seq = p.seq))::text, 'UTF8')
$$;

-- Takes up to p_limit committed postings into the chain; one sealer at a time. Answers how many.
create function ledger_seal_committed(p_limit integer) returns integer language plpgsql as $$
declare
  v_no bigint;
  v_hash bytea;
  v_posting ledger_posting;
  v_count integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('ledger_seal'));
  select no, hash into v_no, v_hash from ledger_seal order by no desc limit 1;
  v_no := coalesce(v_no, 0);
  v_hash := coalesce(v_hash, ''::bytea);
  for v_posting in
    select p.* from ledger_unsealed u join ledger_posting p on p.seq = u.posting_seq order by p.seq limit p_limit
  loop
    v_no := v_no + 1;
    v_hash := sha256(v_hash || ledger_content(v_posting));
    insert into ledger_seal values (v_no, v_posting.seq, v_hash);
    delete from ledger_unsealed where posting_seq = v_posting.seq;
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;
