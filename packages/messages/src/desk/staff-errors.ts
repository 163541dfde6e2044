import { say } from '../kit/say.ts'

/** Refusals about second factors and the staff. */
export const staffErrors = {
  'factor.missing': say(
    '此操作需要两步验证，请先在账户页面开启',
    'This needs two-step verification. Turn it on first on your account page',
  ),
  'factor.needed': say('请先完成两步验证', 'Confirm with your second factor first'),
  'factor.code-limit': say(
    '今天输错的验证码太多，请使用通行密钥或恢复码',
    'Too many wrong codes today. Use a passkey or a recovery code',
  ),
  'factor.code-wrong': say('验证码错误或已使用', 'This code is wrong or has already been used'),
  'factor.passkey-wrong': say('通行密钥验证失败', 'The passkey could not be verified'),
  'factor.not-begun': say('验证已过期，请重新开始', 'This has expired. Start again'),
  'factor.exists': say('你已添加验证器，请先移除', 'You already have an authenticator app. Remove it first'),
  'factor.limit': say('最多添加 {{count}} 个通行密钥', 'You can have at most {{count}} passkeys'),
  'staff.configured': say(
    '配置中指定的所有者不能在此取消',
    'An owner named in the configuration cannot be removed here',
  ),
  'staff.own-factor': say('不能重置自己的两步验证', 'You cannot reset your own second factor'),
} as const
