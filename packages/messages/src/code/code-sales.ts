import { say } from '../kit/say.ts'

/** What stands in an author's sales as a file for a spreadsheet; the server writes it, no page does. */
export const codeSales = {
  headings: {
    number: say('订单号', 'Order number'),
    paid: say('支付时间', 'Paid'),
    title: say('作品', 'Work'),
    licence: say('许可', 'Licence'),
    version: say('购买时的版本', 'Version when bought'),
    buyer: say('买家', 'Buyer'),
    amount: say('金额（元）', 'Amount (yuan)'),
    refund: say('退款（元）', 'Refund (yuan)'),
    cleared: say('已结算（元）', 'Collected (yuan)'),
  },
  sum: say('合计', 'Total'),
} as const
