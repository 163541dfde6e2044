import fastify from 'fastify'
import pg from 'pg'

/**
 * The floor of orders: bare Fastify and pg with prepared queries, no sign-in, no checks, no languages, no ledger, nobody who
 * pays. Not a product; it says what the machine and the driver allow.
 */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const server = fastify({ logger: false })

const PAGE = `select o.id, o.fk_product_id as "fkProductId", o.out_trade_no as "outTradeNo", o.order_state as "orderState",
    o.super_points_status as "superPointsStatus", o.total_amount_cents::float8 / 100 as "totalAmount",
    o.cst_create as "cstCreate", p.cpu_cores as "cpuCores", p.ram_size as "ramSize", p.disk_size as "diskSize", p.bandwidth,
    p.serve_period as "servePeriod"
  from (select * from floor.compute_order where buyer_id = $1 order by id desc limit $2 offset $3) o
  join floor.compute_product p on p.id = o.fk_product_id order by o.id desc`
const COUNT = 'select count(*)::int as n from floor.compute_order where buyer_id = $1'

type Query = { page?: string; size?: string }

server.get('/api/order/order/super/points/consume/page', async (request) => {
  const query = request.query as Query
  const buyer = request.headers['x-user']
  const size = Math.min(Number(query.size ?? 20), 50)
  const [page, count] = await Promise.all([
    pool.query({ name: 'page', text: PAGE, values: [buyer, size, Number(query.page ?? 0) * size] }),
    pool.query({ name: 'count', text: COUNT, values: [buyer] }),
  ])
  return { code: 200, data: { content: page.rows, totalElements: count.rows[0].n } }
})

const CREATE = `with p as (select id from floor.compute_product where id = $1)
  insert into floor.compute_order (id, out_trade_no, fk_product_id, buyer_id, seller_id, order_state, super_points_status,
    total_amount_cents, cst_create)
  select $2, $3, p.id, $4, 'seller', 0, 0, 990, now() from p returning id`
const PAY = `update floor.compute_order set order_state = 1, super_points_status = 1
  where id = $1 and order_state = 0 returning id`
let last = Date.now() * 1000

server.post('/bench/order', async (request) => {
  const { productId, buyerId } = request.body as { productId: string; buyerId: string }
  const values = [productId, ++last, `F${last}`, buyerId]
  return { code: 200, data: (await pool.query({ name: 'create', text: CREATE, values })).rows[0] }
})
server.post('/bench/order/:id/pay', async (request) => {
  const { id } = request.params as { id: string }
  return { code: 200, data: (await pool.query({ name: 'pay', text: PAY, values: [id] })).rows[0] ?? null }
})

const url = await server.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ ready: true, url }))
process.on('SIGTERM', () => process.exit(0))
