import type { NoticeKind } from '@trove/contract/notices'
import { type Say, say } from './say.ts'

/** One text per kind of notice; a kind without one does not compile. Parameters come with the notice. */
export const noticeKinds = {
  'compute.access-read': say('买家查看了机器 {{authId}} 的登录信息', 'The buyer read the login of machine {{authId}}'),
  'compute.address-claimed': say(
    '机器 {{authId}} 一直没能登录成功，它的地址现由另一位卖家发布，你的发布已移除',
    'Machine {{authId}} could never be logged in to, and another seller now publishes its address: your offer was removed',
  ),
  'compute.check-differs': say(
    '机器 {{authId}} 的检测结果低于你填写的配置，已暂停出售',
    'Machine {{authId}} measured below what you declared, so it is not on sale',
  ),
  'compute.check-unreachable': say(
    '无法登录机器 {{authId}}，已暂停出售',
    'Machine {{authId}} could not be reached, so it is not on sale',
  ),
  'compute.lease-begun': say('机器 {{authId}} 已开始为买家服务', 'Machine {{authId}} began to serve its buyer'),
  'compute.lease-begun-buyer': say(
    '你租用的机器 {{authId}} 已就绪，可以登录使用',
    'The machine {{authId}} you rented is ready, you can log in',
  ),
  'compute.lease-ended': say('机器 {{authId}} 的服务已结束', 'The service of machine {{authId}} has ended'),
  'compute.lease-ended-buyer': say(
    '你租用的机器 {{authId}} 已到期，登录信息已失效',
    'Your lease of machine {{authId}} has ended and its login no longer works',
  ),
  'compute.lease-cleaned': say(
    '机器 {{authId}} 已清理：密码已更换，租期内的密钥和进程已移除',
    'Machine {{authId}} was cleaned: new password, keys and processes of the lease removed',
  ),
  'compute.lease-clean-failed': say(
    '机器 {{authId}} 到期后无法登录，还没有换密码和清理，暂不能出售。请让它联网；如果登录信息变了，请修改。系统会继续重试',
    'Machine {{authId}} cannot be reached after its lease, so its password is not changed yet and it is not on sale. Bring it online, or edit its login if that changed. We keep trying',
  ),
  'compute.lease-expires-soon': say(
    '你租用的机器 {{authId}} 即将到期，请及时备份数据',
    'Your lease of machine {{authId}} ends soon, save your data',
  ),
  'orders.paid': say('订单 {{orderNumber}} 已支付', 'Order {{orderNumber}} was paid'),
  'orders.refunded': say(
    '订单 {{orderNumber}} 已退款 {{amount}} 元',
    'Order {{orderNumber}} was refunded: {{amount}} yuan',
  ),
  'wallet.payout-awaiting': say(
    '{{amount}} 元超过 5,000 元，经两位运营人员核对后转入你的支付宝',
    '{{amount}} yuan is above 5,000 yuan: two of our staff check it before it goes to your Alipay account',
  ),
  'wallet.payout-declined': say(
    '{{amount}} 元的提现未通过核对：{{reason}}。金额已退回可提现余额',
    'The payout of {{amount}} yuan was declined: {{reason}}. The amount is back in your balance',
  ),
  'wallet.payout-done': say('{{amount}} 元已转入你的支付宝', '{{amount}} yuan arrived in your Alipay account'),
  'wallet.payout-failed': say(
    '{{amount}} 元转入支付宝失败，已退回可提现余额',
    'The payout of {{amount}} yuan failed and is back in your balance',
  ),
  'identity.signed-in-elsewhere': say(
    '你的账号在新设备（{{agent}}）登录。如非本人操作，请立即退出该设备',
    'Your account was signed in on a new device ({{agent}}). If that was not you, sign it out now',
  ),
  'identity.mobile-changed': say(
    '账号的手机号已更换为 {{mobile}}，其他设备已退出登录。如非本人操作，请立即联系管理员',
    'Your account now uses the phone number {{mobile}}, and other devices were signed out. If that was not you, contact the administrator now',
  ),
} satisfies Record<NoticeKind, Say>

/** The notice list and its texts. */
export const notices = {
  empty: say('还没有消息', 'No notices yet'),
  emptyHint: say('订单、机器和收款有变化时会在这里告诉你', 'Changes of orders, machines and payouts show up here'),
  markAllRead: say('全部标为已读', 'Mark all as read'),
  unread: say('未读', 'Unread'),
} as const
