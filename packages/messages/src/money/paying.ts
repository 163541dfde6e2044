import { say } from '../kit/say.ts'

/** Words beside the button that pays: what is waited for, and whether an order stands after a try that failed. */
export const paying = {
  wait: {
    ordering: say('正在下单…', 'Placing your order…'),
    orderingLong: say(
      '下单比平时久，还在等结果，请留在这一页。',
      'This takes longer than usual. Stay on this page while we wait for the result.',
    ),
    opening: say('正在打开收银台…', 'Opening the cashier…'),
    openingLong: say(
      '比平时久，还在等支付宝的收银台。',
      'This takes longer than usual. We are still waiting for the cashier.',
    ),
  },
  order: {
    none: say('这次没有下单，也没有扣款。', 'No order was placed and nothing was charged.'),
    made: say(
      '订单已经下好，还没有付款，请到订单里支付。',
      'Your order is placed and not paid yet. Pay it from its page.',
    ),
    unclear: say(
      '没有扣款，但订单可能已经下好。内容和价格不变时再试，不会重复下单。',
      'Nothing was charged, but your order may have been placed. Trying again with the same choices and price does not order twice.',
    ),
    stands: say(
      '订单还在，没有扣款，可以再试一次。',
      'Your order still stands and nothing was charged. You can try again.',
    ),
  },
  toOrder: say('查看这笔订单', 'See this order'),
  toOrders: say('到我的订单里看看', 'Look in my orders'),
} as const
