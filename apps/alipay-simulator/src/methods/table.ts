import type { Handler } from '../world/call.ts'
import { queryBillAddress } from './bill.ts'
import { exchangeToken, shareUserInfo } from './sign-in.ts'
import { closeTradeCall, queryRefundCall, queryTradeCall, refundTradeCall } from './trade.ts'
import { queryTransferCall, transferCall } from './transfer.ts'

/** Every method that answers JSON. */
export const METHODS: ReadonlyMap<string, Handler> = new Map([
  ['alipay.trade.query', queryTradeCall],
  ['alipay.trade.close', closeTradeCall],
  ['alipay.trade.refund', refundTradeCall],
  ['alipay.trade.fastpay.refund.query', queryRefundCall],
  ['alipay.system.oauth.token', exchangeToken],
  ['alipay.user.info.share', shareUserInfo],
  ['alipay.fund.trans.uni.transfer', transferCall],
  ['alipay.fund.trans.common.query', queryTransferCall],
  ['alipay.data.dataservice.bill.downloadurl.query', queryBillAddress],
])

/** Methods that open a page in a browser. */
export const PAGE_METHODS: ReadonlySet<string> = new Set(['alipay.trade.page.pay', 'alipay.trade.wap.pay'])
