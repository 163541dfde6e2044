import { say } from '../kit/say.ts'

/** Letting the renewal of a lease be prepared before its end. */
export const autoRenewal = {
  open: say('自动续租', 'Auto-renewal'),
  title: say('自动续租', 'Auto-renewal'),
  text: say(
    '到期前我们为你生成续租订单并通知你，由你付款；不会自动扣款。不付款，租期照常结束。',
    'Before the lease ends we make the renewal order and notify you. You pay it yourself: nothing is charged automatically. If you do not pay, the lease ends as usual.',
  ),
  now: say('现在续租的价格：{{amount}}', 'A renewal costs {{amount}} now'),
  notByHour: say('卖家现在不按小时出租', 'The seller does not let it by the hour now'),
  most: say('续租价上限', 'Price limit'),
  mostHelp: say(
    '卖家的价格高于它时不生成订单，只通知你。',
    'If the seller asks for more, no order is made and you are notified.',
  ),
  atCheckout: say('到期前为我准备续租', 'Prepare my renewal before the end'),
  missing: say('请填写续租价上限', 'Enter a price limit for the renewal'),
  isOn: say('自动续租已开启', 'Auto-renewal on'),
  turnOn: say('开启', 'Turn on'),
  change: say('修改上限', 'Change the limit'),
  turnOff: say('关闭自动续租', 'Turn off auto-renewal'),
  turnedOn: say('自动续租已开启', 'Auto-renewal is on'),
  turnedOff: say('自动续租已关闭', 'Auto-renewal is off'),
  failed: say('暂时无法设置自动续租', 'Auto-renewal cannot be set right now'),
  toOrder: say('查看续租订单', 'View the renewal order'),
  states: {
    off: say('未开启', 'It is off'),
    waiting: say('{{when}} 生成续租订单', 'The order is made {{when}}'),
    asked: say('本次租期的续租订单已生成', 'The order for this lease has been made'),
    above: say('续租价高于上限，本次没有生成订单', 'The price is above your limit, so no order was made'),
    refused: say('本次无法续租，没有生成订单', 'The lease could not be renewed, so no order was made'),
  },
}
