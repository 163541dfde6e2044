import { say } from '../kit/say.ts'

/** Hours of a hire that go back: asked for, agreed to, given. */
export const hoursBack = {
  title: say('退回工时', 'Refunded hours'),
  give: say('退回工时', 'Refund hours'),
  ask: say('申请退回工时', 'Ask for a refund of hours'),
  hours: say('小时数', 'Hours'),
  hourUnit: say('小时', 'hours'),
  reason: say('原因', 'Reason'),
  worth: say('按单价退回 {{amount}}', '{{amount}} at the hourly rate'),
  send: say('提交', 'Send'),
  given: say('已退回，款项原路返回', 'Refunded. The money is on its way'),
  asked: say('已提交，等待专家回复', 'Sent. Waiting for the expert to reply'),
  toAnswer: say('去回复退回申请', 'Answer the request'),
  agree: say('同意退回', 'Agree to refund'),
  agreeText: say(
    '{{hours}}的款项会原路退给买家，不能撤回。',
    'The buyer is refunded for {{hours}}. This cannot be undone.',
  ),
  wanted: say('买家申请退回 {{hours}}（{{amount}}）', 'The buyer asked for {{hours}} back ({{amount}})'),
  since: say('{{when}} 申请', 'Asked on {{when}}'),
  answeredAt: {
    agreed: say('专家于 {{when}} 同意', 'The expert agreed on {{when}}'),
    declined: say('专家于 {{when}} 拒绝', 'The expert declined on {{when}}'),
    lapsed: say('订单于 {{when}} 结束', 'The order was over on {{when}}'),
  },
  endsAt: say('{{when}} 前没有回复，视为同意。', 'Without an answer by {{when}} this counts as agreed.'),
  decline: say('不同意', 'Decline'),
  answered: say('已回复', 'Reply sent'),
  states: {
    open: say('等待专家回复', 'Waiting for the expert'),
    agreed: say('专家已同意', 'Agreed'),
    declined: say('专家未同意', 'Declined'),
    lapsed: say('订单已结束', 'The order was over'),
  },
} as const
