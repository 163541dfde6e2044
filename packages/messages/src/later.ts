import { say } from './say.ts'

/** What markets that come later will offer: said honestly on their pages. */
export const later = {
  toCompute: say('先去看算力', 'See computing power meanwhile'),
  talent: {
    title: say('人才市场还在建设', 'The talent market is being built'),
    text: say(
      '这里将可以按小时聘请认证的 IT 专家，查看主页、技能与案例。',
      'Here you will hire certified IT experts by the hour and see their skills and cases.',
    ),
  },
  code: {
    title: say('代码市场还在建设', 'The code market is being built'),
    text: say(
      '这里将可以发布、购买和下载代码作品，并在链上确认权属。',
      'Here you will publish, buy and download works of code, with rights confirmed on a chain.',
    ),
  },
  storage: {
    title: say('存储市场还在建设', 'The storage market is being built'),
    text: say(
      '这里将可以用 TTC 存储文件、出租闲置硬盘，并查看全网统计。',
      'Here you will store files for TTC, share idle disks and see the network’s figures.',
    ),
  },
} as const

/** The 404 page. */
export const notFound = {
  text: say('链接可能写错了，或者内容已经移走。', 'The link may be mistyped, or the page has moved.'),
  toHome: say('回到首页', 'Go to the home page'),
} as const
