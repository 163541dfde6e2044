import { say, sayCount } from '../kit/say.ts'

/** Reviews of both sides of an order, on the page of an offer, of a seller and of an order. */
export const reviews = {
  title: say('买家评价', 'What buyers say'),
  none: say('还没有评价', 'No reviews yet'),
  noneWithStars: say('没有这个星级的评价', 'No reviews with this rating'),
  stars: sayCount('{{count}} 星', '{{count}} star', '{{count}} stars'),
  average: say('平均 {{stars}} 星（满分 5 星）', '{{stars}} of 5 stars'),
  total: sayCount('{{count}} 条评价', '{{count}} review', '{{count}} reviews'),
  more: say('查看更多评价', 'Show more reviews'),
  ofSeller: say('买家对 {{name}} 的评价', 'What buyers say about {{name}}'),
  deleted: say('已注销用户', 'Deleted account'),
  reply: say('回复', 'Reply'),
  replyHidden: say('你的回复已被运营人员隐藏', 'Our staff hid your reply'),
  measured: say(
    '实测：服务 {{hours}} 小时，在线 {{percent}}，离线 {{minutes}} 分钟',
    'Measured: {{hours}} hours served, {{percent}} online, silent for {{minutes}} min',
  ),
  order: {
    title: say('互相评价', 'Review each other'),
    hiddenUntil: say(
      '双方都写完后公开；如果对方没写，{{when}} 之后公开。',
      'Reviews are published once both of you have written one, or after {{when}}.',
    ),
    own: say('我的评价', 'Your review'),
    fromBuyer: say('买家的评价', 'The buyer’s review'),
    fromSeller: say('卖家的评价', 'The seller’s review'),
    waiting: say('对方的评价还未公开', 'The other review is not published yet'),
    over: say('评价时间已过', 'The review period is over'),
    otherSilent: say('对方没有写评价', 'The other side did not write a review'),
  },
  write: {
    stars: say('打分', 'Your rating'),
    starsFirst: say('请先选择星级', 'Choose a star rating first'),
    text: say('说说经过（选填）', 'What was it like? (optional)'),
    help: say(
      '评价公开后任何人都能看到，写完不能修改。',
      'Anyone can read it once it is published. It cannot be changed.',
    ),
    send: say('提交评价', 'Send review'),
    sent: say('评价已提交', 'Review sent'),
  },
  answer: {
    open: say('回复', 'Reply'),
    text: say('回复内容', 'Your reply'),
    help: say('只能回复一次，任何人都能看到。', 'You can reply once, and anyone can read it.'),
    empty: say('请输入回复内容', 'Write a reply'),
    send: say('发布回复', 'Post reply'),
    sent: say('回复已发布', 'Reply posted'),
  },
  report: {
    open: say('举报', 'Report'),
    title: say('举报这条评价', 'Report this review'),
    reason: say('举报原因', 'What is wrong with it?'),
    empty: say('请填写原因', 'Say what is wrong'),
    send: say('提交举报', 'Send report'),
    sent: say('已举报，运营人员会查看', 'Reported. Our staff will look at it'),
  },
} as const
