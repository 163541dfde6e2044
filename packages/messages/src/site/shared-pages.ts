import { say } from '../kit/say.ts'

/** What a shared link says of itself where it is pasted; the server writes it into the page. */
export const sharedPages = {
  offer: {
    title: say(
      '{{cores}} 核 · 内存 {{ram}} GB · 硬盘 {{disk}} GB · {{price}} 元 / {{days}} 天 · 众享',
      '{{cores}} cores · {{ram}} GB RAM · {{disk}} GB disk · ¥{{price}} for {{days}} days · Trove',
    ),
    description: say(
      '经众享登录检测的机器，付款后几秒内即可登录，到期自动清理。',
      'A machine tested by Trove. Log in seconds after paying; it is cleaned up when the lease ends.',
    ),
  },
  work: {
    title: say('{{title}} · {{price}} · 众享', '{{title}} · {{price}} · Trove'),
    free: say('免费', 'Free'),
    price: say('{{price}} 元', '¥{{price}}'),
    description: say(
      '众享代码市场的作品，付款后即可下载和克隆。',
      'A work on Trove’s code market. Download or clone it as soon as you have paid.',
    ),
  },
  expert: {
    title: say('{{name}} · {{price}} 元 / 小时 · 众享', '{{name}} · ¥{{price}} an hour · Trove'),
    description: say(
      '众享认证专家，按小时聘用，验收后才付款给专家。',
      'A certified expert on Trove. Hire by the hour; the expert is paid once you accept the work.',
    ),
  },
} as const
