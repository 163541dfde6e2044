/** Tables and statements of duties-orders.ts: only the keys without which something would be lost or done twice. */

/** Copies the market's offers. */
export const SCHEMA = `
  create schema duties;
  create table duties.offers as select id, seller_id, price_fen, false as is_held from compute_offers;
  alter table duties.offers add primary key (id);
  create table duties.orders (id text primary key, offer_id text not null, buyer_id text not null, seller_id text not null,
    amount_fen bigint not null, state smallint not null, created_at timestamptz not null, expires_at timestamptz not null,
    paid_at timestamptz);
  create table duties.attempts (out_trade_no text primary key, order_id text not null, amount_fen bigint not null,
    state smallint not null, expires_at timestamptz not null, trade_no text, paid_at timestamptz);
  create table duties.notifications (notify_id text primary key, raw text not null, out_trade_no text not null,
    received_at timestamptz not null);
  create table duties.postings (key text primary key, seq bigint not null generated always as identity,
    order_id text not null, at timestamptz not null);
  create table duties.entries (posting_key text not null, account text not null, amount_fen bigint not null);
  create table duties.bill_lines (posting_key text not null, user_id text not null, amount_fen bigint not null);
  create table duties.balances (account text, shard smallint, balance_fen bigint not null, primary key (account, shard));
  create table duties.events (order_id text not null, step text not null, at timestamptz not null);
  analyze duties.offers`

/** Holds the offer and writes the order and its attempt: $1 offer, $2 order, $3 buyer. */
export const CREATE = `
  with offer as (
    update duties.offers set is_held = true where id = $1 and not is_held returning seller_id, price_fen
  ), made as (
    insert into duties.orders (id, offer_id, buyer_id, seller_id, amount_fen, state, created_at, expires_at)
    select $2, $1, $3, seller_id, price_fen, 0, now(), now() + interval '15 minutes' from offer
    returning id, amount_fen, expires_at
  )
  insert into duties.attempts (out_trade_no, order_id, amount_fen, state, expires_at)
  select id, id, amount_fen, 0, expires_at from made
  returning amount_fen::float8 as fen, extract(epoch from expires_at)::float8 * 1000 as ends`

/** Keeps a notification about an attempt of that amount: $1 its id, $2 as it came, $3 number, $4 trade, $5 fen. */
export const KEEP = `
  insert into duties.notifications (notify_id, raw, out_trade_no, received_at)
  select $1, $2, $3, now() from duties.attempts
  where out_trade_no = $3 and amount_fen = $5 and (trade_no is null or trade_no = $4)
  on conflict (notify_id) do update set notify_id = excluded.notify_id
  returning 1`

/** Attempt and order paid, posted twice over with balances and the buyer's bill, one event: $1 number, $2 trade, $3 fen. */
export const PAY = `
  with attempt as (
    update duties.attempts set state = 1, trade_no = $2, paid_at = now()
    where out_trade_no = $1 and state = 0 and amount_fen = $3 returning order_id, amount_fen
  ), paid as (
    update duties.orders o set state = 1, paid_at = now() from attempt a where o.id = a.order_id and o.state = 0
    returning o.id, o.buyer_id, a.amount_fen, 'pay:' || o.id as key
  ), posting as (
    insert into duties.postings (key, order_id, at) select key, id, now() from paid
  ), bill as (
    insert into duties.bill_lines select key, buyer_id, -amount_fen from paid
  ), entry as (
    insert into duties.entries
    select key, 'alipay', amount_fen from paid union all select key, 'escrow:' || id, -amount_fen from paid
    returning account, amount_fen
  ), balance as (
    insert into duties.balances as b
    select account, case account when 'alipay' then pg_backend_pid() % 16 else 0 end, amount_fen from entry
    on conflict (account, shard) do update set balance_fen = b.balance_fen + excluded.balance_fen
  )
  insert into duties.events select id, 'paid', now() from paid returning 1`
