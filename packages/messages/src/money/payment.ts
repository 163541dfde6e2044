import { say } from '../kit/say.ts'

/** Texts our server gives to the payment provider; people see them in its app, always in Chinese. No user text in them. */
export const providerTexts = {
  tradeSubject: say('订单 {{number}}', 'Order {{number}}'),
  payoutTitle: say('收益 {{number}}', 'Income {{number}}'),
}

/** The words of Alipay's own bills, by which their rows are read; nobody sees them on our pages. */
export const billWords = {
  trade: {
    number: '商户订单号',
    kind: '业务类型',
    text: '商品名称',
    at: '完成时间',
    amount: '订单金额（元）',
    request: '退款批次号/请求号',
    fee: '服务费（元）',
  },
  account: {
    number: '商户订单号',
    kind: '业务类型',
    text: '商品名称',
    at: '发生时间',
    income: '收入金额（+元）',
    expense: '支出金额（-元）',
  },
  payment: '交易',
  refund: '退款',
  transfer: '转账',
  brackets: ['（', '）'],
} as const
