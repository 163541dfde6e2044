import { say } from './say.ts'

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
} as const
