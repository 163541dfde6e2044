import { post } from './gateway.ts'

/** An order's way to the cashier and through it, as the benches walk it. */

/** A trade at the gateway that a buyer can pay. */
export type Trade = { orderId: string; number: string; amount: string; payUrl: string }

/** Buys an offer; answers the trade of its cashier address. */
export async function makeOrder(site: string, buyer: string, productId: string): Promise<Trade> {
  const body = { productId, productType: 'superPoints' }
  const made = await post(`${site}/api/order/order/create/payment`, body, { authorization: buyer })
  const orderId = String(made.headers.get('x-order-id'))
  const { data: payUrl } = (await made.json()) as { data: string }
  const content = JSON.parse(new URL(payUrl).searchParams.get('biz_content') ?? '{}') as Record<string, string>
  return { orderId, number: content.out_trade_no!, amount: content.total_amount!, payUrl }
}

/** The buyer pays at the cashier; answers the gateway's own number of the trade. */
export async function payAt(gateway: string, { number, payUrl }: Trade): Promise<string> {
  const paid = await post(`${gateway}/control/trades/${number}/pay`, { payUrl, user: 'grace' })
  return ((await paid.json()) as { tradeNo: string }).tradeNo
}

/** The gateway sends none of the next so many notifications. */
export async function keepSilent(gateway: string, times: number): Promise<void> {
  await post(`${gateway}/control/faults`, { on: 'notify', kind: 'never', times })
}

/** From now on the gateway takes so long for each question about a trade. */
export async function slowQueries(gateway: string, delayMs: number): Promise<void> {
  if (delayMs <= 0) return
  await post(`${gateway}/control/faults`, { on: 'alipay.trade.query', kind: 'latency', delayMs, times: 1_000_000 })
}

/** Does the work for each, so many at a time. */
export async function eachOf<T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]()
  const lane = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

/** Calls that failed, by what was said. */
export function createFailures() {
  const said = new Map<string, number>()
  return {
    /** Counts a call that failed. `fetch` hides the reason in the cause. */
    add(error: Error): void {
      const { code } = (error.cause ?? {}) as { code?: string }
      // Without what differs from call to call: the port, and the id of the request.
      const [told] = error.message.replace(/http:\/\/[^/]+/, '').split(',"requestId"')
      const message = code ? `${told}: ${code}` : told!
      said.set(message, (said.get(message) ?? 0) + 1)
    },
    toString: () => [...said].map(([message, times]) => `${times} x ${message}`).join('; ') || 'none',
  }
}
