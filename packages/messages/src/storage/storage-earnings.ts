import { say } from '../kit/say.ts'

/** What a storage node earns, order by order. */
export const storageEarnings = {
  connectText: say(
    '连接节点的账户，就能看到它保管的订单和收益。',
    'Connect the account of your node to see the orders it keeps and what they earn.',
  ),
  none: say('还没有存储收益', 'No storage earnings yet'),
  noneText: say(
    '这个账户的节点接下订单后，收益会在这里按证明过的时间累计。',
    'Once the node of this account takes orders, its earnings add up here with proven time.',
  ),
  refundsTitle: say('存储退款', 'Storage refunds'),
  noRefunds: say('还没有退款', 'No refunds yet'),
  refund: say('退款', 'Refund'),
  refundOf: say('订单 {{order}} 的退款', 'Refund of order {{order}}'),
  refunds: say(
    '取消、提前结束和期满的余款。全部退款在',
    'From orders that were cancelled, closed early or ended. All of them are in your',
  ),
  estimated: say('预计收益', 'Estimated income'),
  earned: say('已得收益', 'Earned so far'),
  clear: say('结算收益', 'Collect earnings'),
  clearing: say('正在结算，等待区块确认 …', 'Collecting and waiting for a block …'),
  cleared: say('结算成功，可在钱包领取', 'Collected. Claim it in your wallet'),
  status: {
    pending: say('待存储', 'Pending'),
    serving: say('服务中', 'Serving'),
    uncleared: say('未结算', 'To collect'),
    cleared: say('已结算', 'Collected'),
  },
} as const
