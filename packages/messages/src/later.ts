import { say } from './say.ts'

/** What markets that come later will offer: said honestly on their pages. */
export const later = {
  toCompute: say('先去看算力', 'Browse compute for now'),
  talent: {
    title: say('人才市场还在建设', 'The talent market is coming soon'),
    text: say(
      '这里将可以按小时聘请认证的 IT 专家，查看主页、技能与案例。',
      'You will be able to hire certified IT experts by the hour and see their profiles, skills and past work.',
    ),
  },
  code: {
    title: say('代码市场还在建设', 'The code market is coming soon'),
    text: say(
      '这里将可以发布、购买和下载代码作品，并在链上确认权属。',
      'You will be able to publish, buy and download code, with ownership recorded on a blockchain.',
    ),
  },
  storage: {
    title: say('存储市场还在建设', 'The storage market is coming soon'),
    text: say(
      '这里将可以用 TTC 存储文件、出租闲置硬盘，并查看全网统计。',
      'You will be able to store files for TTC, share idle disks and see network statistics.',
    ),
  },
} as const

/** The 404 page. */
export const notFound = {
  text: say('链接可能写错了，或者内容已经移走。', 'The link may be wrong, or the page may have moved.'),
  toHome: say('回到首页', 'Go to the home page'),
} as const
