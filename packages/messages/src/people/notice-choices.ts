import { say } from '../kit/say.ts'

/** What a person is also told by text message. */
export const noticeChoices = {
  open: say('短信通知', 'Text messages'),
  lead: say(
    '站内通知总会收到。打开的项目还会发短信到你的手机，每天最多 {{count}} 条。',
    'You always get notices here. What you turn on is also sent to your phone by text message, at most {{count}} a day.',
  ),
  saved: say('已保存', 'Saved'),
  topic: {
    payment: say('付款', 'Payments'),
    start: say('开始', 'Start'),
    delivery: say('交付', 'Delivery'),
    acceptance: say('验收', 'Acceptance'),
    certification: say('审核结果', 'Review result'),
    expiry: say('到期', 'Expiry'),
    dispute: say('争议', 'Disputes'),
  },
  about: {
    payment: say('订单付款、退款和收益到账', 'Orders paid, refunds and payouts'),
    start: say('服务开始，或者没有按时开始', 'Work begins, or does not begin in time'),
    delivery: say('交付、临近和超过交付时间', 'Work is delivered, due soon or overdue'),
    acceptance: say('即将自动验收和已验收', 'Work is accepted, or will be accepted automatically soon'),
    certification: say('专家认证通过或未通过', 'Your certification is approved or not approved'),
    expiry: say('租用的机器和存储的文件到期', 'Machines and files that end'),
    dispute: say('退回工时的申请、争议和裁决', 'Requests for refunded hours, disputes and rulings'),
  },
} as const
