import { post, readOpen } from './support/gateway.ts'

/**
 * One order from nothing to paid through our API, for the yardsticks' flow: order, pay at the cashier, come back to the
 * result page. Told where things are by side-by-side.ts.
 */

type Answer = { status: number; headers: Record<string, string>; json: { data: unknown } }
type Tools = {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  must(condition: unknown, told: unknown): void
}

const { BENCH_GATEWAY: gateway, BENCH_FLOW_TOKEN: authorization, DATABASE_URL: databaseUrl } = process.env
/** Each process takes its own offers: an offer is sold once, and the yardsticks' numbers come again each round. */
const opened = readOpen(String(databaseUrl))

async function flow({ call, must }: Tools): Promise<void> {
  const productId = (await opened).pop()
  const headers = { authorization: String(authorization) }
  const body = { productId, productType: 'superPoints' }
  const created = await call('POST', '/api/order/order/create/payment', body, headers)
  must(created.status === 200, created.json)
  const payUrl = String(created.json.data)
  const content = JSON.parse(new URL(payUrl).searchParams.get('biz_content') ?? '{}') as { out_trade_no: string }
  const trade = `${gateway}/control/trades/${content.out_trade_no}`
  await post(`${trade}/scan`, { payUrl })
  await post(`${trade}/pay`, {})
  const orderId = created.headers['x-order-id']
  for (let tries = 0; ; tries++) {
    const { json } = await call('GET', `/api/order/alipay/pay/result/${orderId}`, undefined, headers)
    if ((json.data as { result: string }).result === 'paid') return
    must(tries < 100, json)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

// The yardsticks load it with require() and call what they get.
export { flow as 'module.exports' }
