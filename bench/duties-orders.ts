import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { Agent, get } from 'node:http'
import { parse } from 'node:querystring'
import fastify from 'fastify'
import pg from 'pg'
import { CREATE, KEEP, PAY, SCHEMA } from './support/duties-statements.ts'

/**
 * The least an order from nothing to paid can cost with all it has to do: bare Fastify and pg, no sign-in, no validation,
 * no languages, no logs. The offer is held, the cashier address signed, the notification verified and stored. The gateway
 * is queried with a signature and its response verified; the payment is booked twice with its event. Three calls in and
 * one out, three durable transactions of one prepared statement each. Nothing of ours is used. Not a product: callers are
 * not authenticated.
 */

const { env } = process
const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: 10 })
const agent = new Agent({ keepAlive: true })
const server = fastify({ logger: false })
const privateKey = createPrivateKey(String(env.ALIPAY_PRIVATE_KEY))
const publicKey = createPublicKey(String(env.ALIPAY_PUBLIC_KEY))
const SHANGHAI_MS = 8 * 3_600_000

const shanghai = (ms: number) => new Date(ms + SHANGHAI_MS).toISOString().slice(0, 19).replace('T', ' ')
const isSigned = (text: string, signature: string) =>
  verify('RSA-SHA256', Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))

/** Text of `key=value` pairs in key order. */
function joined(fields: Record<string, unknown>): string {
  let text = ''
  for (const key of Object.keys(fields).sort()) text += `${text && '&'}${key}=${fields[key]}`
  return text
}

/** An address of the gateway with everything in it, signed. */
function signedAddress(method: string, content: object, more: Record<string, string> = {}): string {
  const fields: Record<string, string> = {
    app_id: String(env.ALIPAY_APP_ID),
    biz_content: JSON.stringify(content),
    charset: 'utf-8',
    method,
    sign_type: 'RSA2',
    timestamp: shanghai(Date.now()),
    version: '1.0',
    ...more,
  }
  const signature = sign('RSA-SHA256', Buffer.from(joined(fields)), privateKey).toString('base64')
  let address = `${env.ALIPAY_GATEWAY_URL}?sign=${encodeURIComponent(signature)}`
  for (const key in fields) address += `&${key}=${encodeURIComponent(fields[key]!)}`
  return address
}

function read(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve(text))
      answer.on('error', reject)
    }).on('error', reject)
  })
}

type Trade = { out_trade_no: string; trade_no: string; trade_status: string; total_amount: string }

/** The gateway's word about a trade. @throws Error unless it is signed and about this trade */
async function ask(orderId: string): Promise<Trade> {
  const text = await read(signedAddress('alipay.trade.query', { out_trade_no: orderId }))
  const [start, end] = [text.indexOf(':') + 1, text.lastIndexOf(',"sign":"')]
  const told = text.slice(start, end)
  if (!isSigned(told, text.slice(end + 9, text.lastIndexOf('"')))) throw new Error('answer not signed')
  const trade = JSON.parse(told) as Trade
  if (trade.out_trade_no !== orderId) throw new Error('answer to another question')
  return trade
}

let last = Date.now() * 1000

server.post('/api/order/order/create/payment', async (request, reply) => {
  const { productId } = request.body as { productId: string }
  // The order's id is its number at the gateway, so nothing has to be looked up by the calls that follow.
  const id = `D${++last}`
  const { rows } = await pool.query({ name: 'create', text: CREATE, values: [productId, id, 'buyer'] })
  if (!rows[0]) throw new Error('taken')
  const content = {
    out_trade_no: id,
    total_amount: (rows[0].fen / 100).toFixed(2),
    subject: `订单 ${id}`,
    product_code: 'FAST_INSTANT_TRADE_PAY',
    time_expire: shanghai(rows[0].ends),
  }
  const data = signedAddress('alipay.trade.page.pay', content, {
    notify_url: `${url}/notify`,
    return_url: `${url}/return`,
  })
  reply.header('x-order-id', id)
  return { code: 200, data }
})

server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
  done(null, body),
)

server.post('/notify', async (request) => {
  const raw = request.body as string
  const { sign: signature, sign_type, ...fields } = parse(raw)
  const isRight =
    sign_type === 'RSA2' &&
    fields.app_id === env.ALIPAY_APP_ID &&
    fields.seller_id === env.ALIPAY_SELLER_ID &&
    isSigned(joined(fields), String(signature))
  if (!isRight) return 'failure'
  const fen = Math.round(Number(fields.total_amount) * 100)
  const values = [fields.notify_id, raw, fields.out_trade_no, fields.trade_no, fen]
  const { rowCount } = await pool.query({ name: 'keep', text: KEEP, values })
  return rowCount === 1 ? 'success' : 'failure'
})

server.get('/api/order/alipay/pay/result/:id', async (request) => {
  const { id } = request.params as { id: string }
  const trade = await ask(id)
  if (trade.trade_status !== 'TRADE_SUCCESS') return { code: 200, data: { result: 'confirming' } }
  const values = [id, trade.trade_no, Math.round(Number(trade.total_amount) * 100)]
  const { rowCount } = await pool.query({ name: 'pay', text: PAY, values })
  return { code: 200, data: { result: rowCount === 1 ? 'paid' : 'unknown' } }
})

await pool.query(SCHEMA)
const url = await server.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ ready: true, url }))
process.on('SIGTERM', () => process.exit(0))
