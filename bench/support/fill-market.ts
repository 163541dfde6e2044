import pg from 'pg'

/**
 * Fills the compute market with many offers in seconds; the distribution is that of a market: small machines are common.
 * Their addresses are this machine's own, which the server connects to never: a paid order's hand-over fails at once.
 */

const SELLERS = 20_000

const CLEAR = `
  truncate compute_offers, compute_facets, compute_facet_changes cascade;
  delete from users where id like 'bench-%';
  alter sequence compute_offers_seq_seq restart;`

const PEOPLE = `
  insert into users (id, phone_sealed, phone_index, nick_name, name_grams)
  select 'bench-' || i, '\\x00', decode(lpad(to_hex(i), 64, '0'), 'hex'), '用户' || i, '{}' from generate_series(1, ${SELLERS}) i`

// Values and skews of the five filters; 85 of 100 offers are open, and 3 of 10 are let by the hour. Ids are 1 to n, systems 1 to 6.
const OFFERS = `
  insert into compute_offers (id, seller_id, auth_id, ipv4, port, cpu_cores, ram_gb, disk_gb, bandwidth_mbps, os, period_days,
    price_fen, hour_price_fen, description, username, slot, check_state, checked_at, measured, speed_score, created_at)
  select i::text, 'bench-' || 1 + floor(random() * ${SELLERS}), 'CP-' || i, '127.' || i / 65535 || '.1.1', 1 + i % 65535, c.cores[k], c.ram[k],
    (array[50, 100, 200, 500, 1000, 2000, 4000, 8000])[1 + floor(8 * power(random(), 1.7))::int],
    1 + floor(50 * power(random(), 1.5))::int, (1 + floor(6 * power(random(), 1.5))::int)::text,
    (array[7, 14, 30, 60, 90, 180, 360, 720])[1 + floor(8 * random())::int],
    990 + floor(random() * 50000), case when i % 10 < 3 then 10 + i % 997 end, case when random() < 0.5 then 'GPU 算力 node ' || i || ' for rendering' end, 'root',
    case when random() < 0.85 then 'free' else 'ended' end, 'verified', now(),
    jsonb_build_object('cpuCores', c.cores[k], 'ramSize', c.ram[k], 'diskSize', 100, 'bandwidth', 40,
      'operationSystem', 'Ubuntu 22.04', 'cpuScore', 1000, 'diskWrite', 300),
    500 + floor(random() * 5000), now() - make_interval(secs => ($1 - i))
  from (select i, 1 + floor(10 * power(random(), 1.6))::int as k from generate_series(1, $1::int) i) g,
    (select array[1, 2, 2, 4, 4, 8, 8, 16, 32, 64] cores, array[1, 2, 4, 8, 16, 16, 32, 64, 128, 256] ram) c`

const FACETS = `
  insert into compute_facet_changes
  select cpu_cores, ram_gb, os, period_days, disk_gb, least(bandwidth_mbps, 50), count(*), min(hour_price_fen)
  from compute_offers where is_open group by 1, 2, 3, 4, 5, 6, hour_price_fen is null`

/** Replaces everything on the market by `offers` made ones. @returns seconds it took */
export async function fillMarket(url: string, offers: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const start = performance.now()
  try {
    await client.query(CLEAR)
    await client.query('select setseed(0.42)')
    await client.query(PEOPLE)
    // The groupings are made at once below, instead of row by row.
    await client.query('alter table compute_offers disable trigger user')
    await client.query(OFFERS, [offers])
    await client.query('alter table compute_offers enable trigger user')
    await client.query(FACETS)
    await client.query('select compute_fold_facets()')
    for (const table of ['compute_offers', 'compute_facets', 'compute_facet_changes', 'users'])
      await client.query(`vacuum (analyze, freeze) ${table}`)
  } finally {
    await client.end()
  }
  return (performance.now() - start) / 1000
}
