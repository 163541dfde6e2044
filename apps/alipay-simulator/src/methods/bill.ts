import { z } from 'zod'
import { GatewayError, invalidCall } from '../base/errors.ts'
import { billTimes, makeBillLink } from '../bills/bills.ts'
import { type Handler, readContent } from '../world/call.ts'

const content = z.object({ bill_type: z.string(), bill_date: z.string() })
const KEPT_MS = 30 * 30.5 * 86_400_000

/** alipay.data.dataservice.bill.downloadurl.query: an address of 30 seconds for the bill of a day that is over. */
export const queryBillAddress: Handler = (world, call) => {
  const { bill_type: type, bill_date: date } = readContent(call, content, '')
  if (type !== 'trade' && type !== 'signcustomer') throw invalidCall('isv.invalid-arguments', 'bill_type 无效')
  const times = billTimes(date)
  const now = world.clock.nowMs()
  if (times === undefined || now - times.fromMs > KEPT_MS) throw invalidCall('isv.invalid-arguments', 'bill_date 无效')
  if (now < times.readyMs) throw new GatewayError('40004', 'isp.bill_not_exist', '账单不存在')
  const linkId = makeBillLink(world, type, date)
  return { code: '10000', msg: 'Success', bill_download_url: `${world.publicUrl}/bills/${linkId}` }
}
