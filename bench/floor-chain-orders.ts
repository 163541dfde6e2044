import fastify from 'fastify'
import pg from 'pg'

/**
 * The floor of the chain's lists: bare Fastify and pg over a table of plain columns, no sign-in, no checks. Not a product; it
 * says what the machine and the driver allow.
 */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const server = fastify({ logger: false })

const PAGE = 'select * from floor.chain_order where owner = $1 order by id desc limit $2 offset $3'
const COUNT = 'select count(*)::int as n from floor.chain_order where owner = $1'
const CHOSEN = 'select * from floor.chain_order where owner = $1 and id = any($2::bigint[]) order by id desc'

type Query = { account: string; current?: string; size?: string; ids?: string }

server.get('/api/chain/user-orders', async (request) => {
  const { account, current = '1', size = '20' } = request.query as Query
  const values = [account, Number(size), (Number(current) - 1) * Number(size)]
  const [page, count] = await Promise.all([
    pool.query({ name: 'page', text: PAGE, values }),
    pool.query({ name: 'count', text: COUNT, values: [account] }),
  ])
  return { code: 200, data: { content: page.rows, total: count.rows[0].n } }
})
server.get('/api/chain/chosen-orders', async (request) => {
  const { account, ids = '' } = request.query as Query
  const { rows } = await pool.query({ name: 'chosen', text: CHOSEN, values: [account, ids.split(',')] })
  return { code: 200, data: { content: rows } }
})
server.get('/api/superPoints/v1/statistics/getPictureTitle', async () => {
  const { rows } = await pool.query({ name: 'days', text: 'select * from floor.chain_day order by day desc limit 6' })
  return { code: 200, data: rows }
})

const url = await server.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ ready: true, url }))
process.on('SIGTERM', () => process.exit(0))
