import pg from 'pg'

/** Fills orders for the order benches: one customer with many, the rest spread; and the same rows for the floor's bare tables. */

const CLEAR = `
  drop schema if exists floor cascade;
  truncate orders, order_counts, order_count_deltas cascade`

const ORDERS = `
  insert into orders (id, out_trade_no, product_type, product_id, is_one_of, buyer_id, seller_id, amount_fen, period_days,
    snapshot, search_text, state, paid_at, created_at, expires_at, serve_start_at, serve_end_at, cleared_fen)
  select 'order-' || i, lpad(i::text, 20, '0'), 'superPoints', o.id, true,
    case when i <= $2 then $1 else 'bench-' || 1 + i % 20000 end, o.seller_id, o.price_fen, o.period_days,
    jsonb_build_object('cpuCores', o.cpu_cores, 'ramSize', o.ram_gb, 'diskSize', o.disk_gb, 'bandwidth', o.bandwidth_mbps,
      'operationSystem', o.os, 'authId', o.auth_id),
    lpad(i::text, 20, '0') || ' ' || lower(o.auth_id), 'finished', t.at, t.at, t.at, t.at, t.at + interval '7 days', o.price_fen
  from generate_series(1, $3::int) i
  join compute_offers o on o.id = (1 + (i::bigint * 7919) % $4)::text,
  lateral (select now() - make_interval(secs => ($3 - i)) as at) t
  where i <= $2 or o.seller_id <> 'bench-' || 1 + i % 20000`

const COUNTS = `
  insert into order_counts (user_id, facet, product_type, total)
  select buyer_id, f, product_type, count(*) from orders, unnest(array['consume', 'purchase']) f group by 1, 2, 3 union all
  select seller_id, 'profit', product_type, count(*) from orders group by 1, 2, 3`

// The floor's own rows: as narrow as a bare table would be, with the same people and machines.
const FLOOR = `
  create schema floor;
  create table floor.compute_product as select id, cpu_cores, ram_gb as ram_size, disk_gb as disk_size,
    bandwidth_mbps as bandwidth, period_days as serve_period from compute_offers;
  alter table floor.compute_product add primary key (id);
  create table floor.compute_order as select seq as id, out_trade_no, product_id as fk_product_id, buyer_id, seller_id,
    1::smallint as order_state, 3::smallint as super_points_status, amount_fen as total_amount_cents, created_at as cst_create
    from orders;
  alter table floor.compute_order add primary key (id);
  create index on floor.compute_order (buyer_id, id desc);
  create index on floor.compute_order (seller_id, id desc)`

export type OrderFill = { buyerId: string; ofBuyer: number; orders: number; offers: number }

/** Replaces all orders by made ones, `ofBuyer` of them bought by one customer. The market must hold `offers` offers. */
export async function fillOrders(url: string, { buyerId, ofBuyer, orders, offers }: OrderFill): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(CLEAR)
    await client.query(ORDERS, [buyerId, ofBuyer, orders, offers])
    await client.query(COUNTS)
    await client.query(FLOOR)
    for (const table of ['orders', 'order_counts', 'floor.compute_product', 'floor.compute_order'])
      await client.query(`vacuum (analyze, freeze) ${table}`)
  } finally {
    await client.end()
  }
}
