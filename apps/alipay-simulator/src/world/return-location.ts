import { APP_ID } from '../accounts/accounts.ts'
import { shanghaiTime } from '../base/clock.ts'
import { yuan } from '../base/money.ts'
import type { Trade } from '../base/trade-types.ts'
import { signedText, signRsa2 } from '../keys/signing.ts'
import type { World } from './world.ts'

/**
 * Where the browser goes after payment: the merchant's return_url with signed parameters, which name no state. Under
 * the fault `before-return` the notification is delivered first. Empty without a return_url.
 */
export async function returnLocation(world: World, trade: Trade): Promise<string> {
  if (world.faults.take('notify', (kind) => kind === 'before-return') !== undefined) {
    await world.notifier.delivered(trade.outTradeNo)
  }
  if (trade.returnUrl === '') return ''
  const parameters: Record<string, string> = {
    charset: 'utf-8',
    out_trade_no: trade.outTradeNo,
    method: `${trade.method}.return`,
    total_amount: yuan(trade.totalFen),
    trade_no: trade.tradeNo,
    auth_app_id: APP_ID,
    version: '1.0',
    app_id: APP_ID,
    sign_type: 'RSA2',
    seller_id: trade.sellerId,
    timestamp: shanghaiTime(world.clock.nowMs()),
  }
  const address = new URL(trade.returnUrl)
  // The merchant's own parameters of return_url are not part of the signature.
  const sign = signRsa2(signedText(parameters, ['sign_type']), world.keys.gatewayPrivate)
  for (const [key, value] of Object.entries({ ...parameters, sign })) address.searchParams.set(key, value)
  return address.toString()
}
