import { say } from '../kit/say.ts'

/** Notices about one's own account: where it is signed in, its number, its factors, its data. */
export const accountNotices = {
  'identity.signed-in-elsewhere': say(
    '你的账户在新设备（{{agent}}）登录。如非本人操作，请立即退出该设备',
    'Your account was used to sign in on a new device ({{agent}}). If this was not you, sign that device out now',
  ),
  'identity.copy-taken': say(
    '你的数据副本已被下载。如非本人操作，请立即退出其他设备',
    'A copy of your data was taken. If this was not you, sign out the other devices now',
  ),
  'identity.app-added': say(
    '你的账户添加了验证器应用。如果不是你操作的，请立即到账户页面处理',
    'An authenticator app was added to your account. If this was not you, open your account page and change it',
  ),
  'identity.app-removed': say(
    '你的账户移除了验证器应用。如果不是你操作的，请立即到账户页面处理',
    'The authenticator app was removed from your account. If this was not you, open your account page and change it',
  ),
  'identity.passkey-added': say(
    '你的账户添加了通行密钥“{{name}}”。如果不是你操作的，请立即到账户页面处理',
    'The passkey “{{name}}” was added to your account. If this was not you, open your account page and change it',
  ),
  'identity.passkey-removed': say(
    '你的账户移除了通行密钥“{{name}}”。如果不是你操作的，请立即到账户页面处理',
    'The passkey “{{name}}” was removed from your account. If this was not you, open your account page and change it',
  ),
  'identity.recovery-used': say(
    '你的账户使用了一个恢复码。如果不是你操作的，请立即到账户页面处理',
    'A recovery code of your account was used. If this was not you, open your account page and change it',
  ),
  'identity.recovery-renewed': say(
    '你的账户生成了新的恢复码，旧恢复码已失效。如果不是你操作的，请立即到账户页面处理',
    'New recovery codes were made for your account, and the former no longer work. If this was not you, open your account page and change it',
  ),
  'identity.factors-reset': say(
    '所有者重置了你的两步验证，所有设备已退出登录，请重新开启',
    'An owner reset your two-step verification and signed you out everywhere. Turn it on again',
  ),
  'identity.mobile-changed': say(
    '账户的手机号已更换为 {{mobile}}，其他设备已退出登录。如非本人操作，请立即联系管理员',
    'Your account’s phone number was changed to {{mobile}}, and other devices were signed out. If this was not you, contact the administrator now',
  ),
} as const
