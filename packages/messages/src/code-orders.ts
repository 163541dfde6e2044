import { say } from './say.ts'

/** Buying code: licences at the checkout, the order with what was bought, and giving it back. */
export const codeOrders = {
  licence: {
    personal: say('个人许可', 'Personal licence'),
    commercial: say('商业许可', 'Commercial licence'),
    'source-resale': say('源码转售许可', 'Source resale licence'),
  },
  licenceText: {
    personal: say('自己学习和使用，不得用于经营', 'Learn from it and use it yourself, not in a business'),
    commercial: say(
      '还可用于经营和对外发布的产品，不得转售源码',
      'Also in a business and in what it ships, without its source',
    ),
    'source-resale': say('还可作为自己作品的一部分转售源码', 'Also sold on, in source, as part of your own work'),
  },
  choose: say('选择许可', 'Choose a licence'),
  owned: say('已拥有', 'Yours'),
  free: say('免费', 'Free'),
  freeText: say(
    '免费许可无需付款，请在作品页面获取。',
    'A free licence needs no payment. Get it on the page of the work.',
  ),
  seven: say(
    '交付后 7 天内可以退款；到期后款项归作者。',
    'You can return it for 7 days after delivery. Then the money goes to its author.',
  ),
  hold: say('下单后请在 15 分钟内支付', 'Pay within 15 minutes of ordering'),
  notice: say(
    '没有克隆或下载过，或作品与描述不符、无法运行、有安全漏洞时，交付后 7 天内可以退款。许可不能转让。',
    'Within 7 days of delivery you can return what you have not cloned or downloaded, what is not as described, does not work or has a security hole. Licences cannot be transferred.',
  ),
  own: say('这是你自己的作品', 'This is your own work'),
  ownText: say('不能购买自己的作品。', 'You cannot buy your own work.'),
  toWork: say('查看作品', 'Open the work'),
  others: say('看看其他作品', 'See other works'),
  notOnSale: say('该作品已下线', 'This work is off sale'),
  standing: {
    'to-be-paid': say('待支付', 'Awaiting payment'),
    paid: say('交易完成', 'Transaction complete'),
    open: say('交易完成', 'Transaction complete'),
    finished: say('交易完成', 'Transaction complete'),
    cancelled: say('交易取消', 'Transaction cancelled'),
    expired: say('交易取消', 'Transaction cancelled'),
    failed: say('交易取消', 'Transaction cancelled'),
    refunding: say('退款中', 'Refunding'),
    refunded: say('已退款', 'Refunded'),
  },
  next: {
    buyer: {
      'to-be-paid': say('请在时限内完成支付。', 'Pay before the time runs out.'),
      paid: say(
        '正在交付，通常几秒钟，无需操作。',
        'It is being delivered, usually in seconds. You do not need to do anything.',
      ),
      open: say(
        '可以克隆或下载了。如果有问题，7 天内可以退款。',
        'You can clone or download it. If something is wrong, return it within 7 days.',
      ),
      finished: say('订单已完成，之后仍可克隆和下载。', 'This order is complete. You can still clone and download it.'),
      cancelled: say('你取消了订单，没有扣款。', 'You cancelled this order. Nothing was charged.'),
      expired: say('超时未支付，订单已取消。', 'The order was not paid in time and was cancelled.'),
      failed: say('支付没有成功，订单已取消。', 'The payment failed and the order was cancelled.'),
      refunding: say(
        '正在原路全额退款，令牌和下载已失效。',
        'You are being refunded in full. Tokens and downloads have ended.',
      ),
      refunded: say('已全额退款，令牌和下载已失效。', 'You were refunded in full. Tokens and downloads have ended.'),
    },
    seller: {
      'to-be-paid': say('等待买家支付。', 'Waiting for the buyer to pay.'),
      paid: say('正在交付给买家，无需操作。', 'It is being delivered to the buyer. You do not need to do anything.'),
      open: say(
        '已交付。7 天退款期过后，收益自动结算。',
        'Delivered. Your earnings are collected automatically after the 7 days for returns.',
      ),
      finished: say('订单已完成，收益已结算。', 'This order is complete, and your earnings were collected.'),
      cancelled: say('买家取消了订单。', 'The buyer cancelled this order.'),
      expired: say('买家没有按时支付，订单已取消。', 'The buyer did not pay in time, so the order was cancelled.'),
      failed: say('支付没有成功，订单已取消。', 'The payment failed and the order was cancelled.'),
      refunding: say('买家退回了作品，正在退款。', 'The buyer returned the work and is being refunded.'),
      refunded: say('买家退回了作品，已全额退款。', 'The buyer returned the work and was refunded in full.'),
    },
  },
  step: {
    delivered: say('已交付', 'Delivered'),
    ended: say('退款期结束', 'Time for returns over'),
    finished: say('收益已结算', 'Earnings collected'),
  },
  field: {
    title: say('作品', 'Work'),
    licence: say('许可', 'Licence'),
    version: say('购买时的版本', 'Version when bought'),
    platform: say('支付平台', 'Paid with'),
    author: say('作者', 'Author'),
    refundable: say('可退款至', 'Can be returned until'),
  },
  auto: say('交付 7 天后自动结算', 'Collected automatically 7 days after delivery'),
  cancelText: say('取消后订单不能恢复，可以重新下单。', 'The order cannot be restored. You can order again.'),
  consumeEmpty: say('还没有购买过代码', 'You have not bought any code yet'),
  consumeEmptyText: say(
    '从代码市场挑一个作品，付款后即可克隆。',
    'Choose a work on the market. You can clone it once you pay.',
  ),
  profitEmpty: say('还没有人购买你的作品', 'Nobody has bought your works yet'),
  profitEmptyText: say(
    '发布作品并设定价格，卖出后 7 天结算。',
    'Publish a work and set its price. You are paid 7 days after a sale.',
  ),
  toMarket: say('去代码市场', 'Go to the code market'),
  publish: say('发布作品', 'Publish a work'),
  paidText: say(
    '作品正在交付，马上可以克隆和下载。',
    'Your work is being delivered. You can clone and download it in a moment.',
  ),
  myOrders: say('查看代码订单', 'View code orders'),
  goods: {
    title: say('你的副本', 'Your copy'),
    clone: say('生成克隆命令', 'Make a clone command'),
    cloneText: say(
      '命令里的令牌只显示这一次，相当于密码。退款后失效。',
      'The token in it is shown this once and works like a password. It ends if you return the work.',
    ),
    download: say('下载源代码', 'Download the source'),
    digest: say('下载文件的 SHA-256', 'SHA-256 of the download'),
    giveBack: say('申请退款', 'Return it'),
    giveBackText: say(
      '退款后，令牌、克隆和下载立即失效，许可也不再有效。',
      'Tokens, cloning and downloads end at once, and so does your licence.',
    ),
    reason: say('退款原因', 'Why are you returning it'),
    reasons: {
      'not-fetched': say('还没有克隆或下载', 'I have not cloned or downloaded it'),
      'not-as-described': say('与描述不符', 'It is not as described'),
      'not-working': say('无法运行', 'It does not work'),
      'security-hole': say('有安全漏洞', 'It has a security hole'),
    },
    words: say('问题说明', 'What is wrong'),
    wordsHelp: say('作者会看到', 'Its author will see this'),
    wordsEmpty: say('请说明遇到的问题', 'Describe what is wrong'),
    givenBack: say('已退回，正在退款', 'Returned. You are being refunded'),
  },
}
