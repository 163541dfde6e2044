import { say } from '../kit/say.ts'

/** Text messages to phones. A real provider sends its own approved template; this is what the outbox shows. */
export const sms = {
  'sign-in': say(
    '【众享】验证码 {{code}}，{{minutes}} 分钟内有效，用于登录。请勿告诉他人。',
    '[Trove] Your sign-in code is {{code}}, valid for {{minutes}} minutes. Never share it.',
  ),
  'delete-account': say(
    '【众享】验证码 {{code}}，{{minutes}} 分钟内有效，用于注销账户。不是本人操作请勿使用。',
    '[Trove] {{code}} is your code to DELETE your account, valid for {{minutes}} minutes. If this was not you, do not use it.',
  ),
  'change-mobile': say(
    '【众享】验证码 {{code}}，{{minutes}} 分钟内有效，用于更换手机号。不是本人操作请勿使用。',
    '[Trove] {{code}} is your code to change your phone number, valid for {{minutes}} minutes. If this was not you, do not use it.',
  ),
  'new-mobile': say(
    '【众享】验证码 {{code}}，{{minutes}} 分钟内有效，用于绑定新手机号。请勿告诉他人。',
    '[Trove] {{code}} is your code to confirm your new phone number, valid for {{minutes}} minutes. Never share it.',
  ),
  'receiving-account': say(
    '【众享】验证码 {{code}}，{{minutes}} 分钟内有效，用于绑定收款账户。不是本人操作请勿使用。',
    '[Trove] {{code}} confirms linking a payout account, valid for {{minutes}} minutes. Not you? Do not use it.',
  ),
  'second-factor': say(
    '【众享】验证码 {{code}}，{{minutes}} 分钟内有效，用于开启两步验证。不是本人操作请勿使用。',
    '[Trove] {{code}} is your code to turn on two-step verification, valid for {{minutes}} minutes. Not you? Do not use it.',
  ),
  'mobile-changed': say(
    '【众享】你的账户已更换为尾号 {{tail}} 的手机号，此号码不再用于登录。如非本人操作，请立即联系管理员。',
    '[Trove] Your account’s phone number was changed to the one ending in {{tail}}. This number can no longer be used to sign in. If this was not you, contact the administrator now.',
  ),
  'receiving-account-changed': say(
    '【众享】你的收款账户于 {{time}} 变更。如非本人操作，请立即登录并解绑，同时退出其他设备。',
    '[Trove] Your payout account was changed on {{time}}. Not you? Sign in now, unlink it and sign out the other devices.',
  ),
  notice: say('【众享】{{what}}，请登录众享查看。', '[Trove] {{what}}. Sign in to read it.'),
} as const

/** What a notice by text message is about; no name, amount or number of an order leaves the app. */
export const smsTopics = {
  payment: say('付款或退款有新消息', 'News about a payment or refund'),
  start: say('服务开始有新消息', 'News about the start of an order'),
  delivery: say('交付有新消息', 'News about a delivery'),
  acceptance: say('验收有新消息', 'News about an acceptance'),
  certification: say('专家认证审核有结果', 'Your certification was reviewed'),
  expiry: say('有服务到期或即将到期', 'Something of yours has ended or ends soon'),
  dispute: say('退回工时或争议有新消息', 'News about refunded hours or a dispute'),
} as const
