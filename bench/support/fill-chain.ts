import pg from 'pg'

/** Fills the chain's index with made orders: one account with many, the rest spread; and the same for the floor's bare table. */

const NETWORK = `
  with n as (insert into chain_network (genesis_hash, block1_hash) values ('0x' || repeat('0', 64), '0x' || repeat('1', 64)) returning network)
  insert into chain_block (network, height, hash, parent_hash, at) select network, 2000000, '0x' || repeat('2', 64), '0x' || repeat('1', 64), now() from n`

const ORDERS = `
  insert into chain_order (network, id, owner, created_height, created_at, height, view)
  select (select max(network) from chain_network), i, o.owner, i, now(), i, jsonb_build_object(
    'id', i, 'owner', o.owner, 'cid', 'bafkrei' || md5(i::text) || md5(o.owner), 'note', '0x' || repeat(md5(i::text), 8),
    'rootHex', '0x' || md5(i::text) || md5(i::text), 'sizeBytes', '1048576', 'wanted', 3, 'replication', 3, 'createdBlock', i,
    'deadlineBlock', 2000000 + i, 'status', 'Finished', 'pricePlanck', '36000000000000', 'baseFeePlanck', '1',
    'fileFeePlanck', '1', 'tipsPlanck', '0', 'clearableBlock', null, 'replicas', (select jsonb_agg(jsonb_build_object(
      'miner', 'miner ' || m, 'estimatedIncomePlanck', '12000000000000', 'calculateIncomePlanck', '5')) from generate_series(1, 3) m))
  from generate_series(1, $2::int) i,
  lateral (select case when i <= $3::int then $1 else 'somebody ' || i % 20000 end as owner) o`

const DAYS = `
  insert into chain_day (network, day, height, miners, live_orders, replicas, total_bytes, used_bytes)
  select (select max(network) from chain_network), current_date - d, 2000000 - d * 14400, 100, 1000000, 3000000, 10 ^ 15, 10 ^ 14
  from generate_series(1, 6) d`

const FLOOR = `
  create schema floor;
  create table floor.chain_order as select id, owner, created_at, view ->> 'cid' as cid, view ->> 'note' as note,
    view ->> 'rootHex' as root, view ->> 'sizeBytes' as size, (view ->> 'wanted')::int as wanted,
    (view ->> 'replication')::int as replication, (view ->> 'deadlineBlock')::int as deadline, view ->> 'status' as status,
    view ->> 'pricePlanck' as price, view ->> 'tipsPlanck' as tips, '36000000000000' as estimated, '15' as calculated
    from chain_order;
  alter table floor.chain_order add primary key (id);
  create index on floor.chain_order (owner, id);
  create table floor.chain_day as select day, miners, live_orders, total_bytes from chain_day`

/** Fills `orders` orders, `own` of them of one account. */
export async function fillChain(
  url: string,
  { account, orders, own }: { account: string; orders: number; own: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(NETWORK)
    await client.query(ORDERS, [account, orders, own])
    await client.query(DAYS)
    await client.query(FLOOR)
    for (const table of ['chain_order', 'floor.chain_order']) await client.query(`vacuum (analyze, freeze) ${table}`)
  } finally {
    await client.end()
  }
}
