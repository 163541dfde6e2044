import { say } from './say.ts'

/** Profile, signed-in devices, interests, personal center. */
export const profile = {
  changeAvatar: say('更换头像', 'Change avatar'),
  cropTitle: say('裁剪头像', 'Crop the avatar'),
  zoom: say('缩放', 'Zoom'),
  avatarSaved: say('头像已更新', 'Avatar updated'),
  notAnImage: say('请选择 JPG、PNG 或 WebP 图片', 'Choose a JPG, PNG or WebP image'),
  nickname: say('昵称', 'Nickname'),
  realName: say('真实姓名', 'Real name'),
  realNameHelp: say(
    '敏感信息，保存即同意我们用它核对收款账户。加密保存，不会公开，可随时撤回。',
    'Sensitive: by saving it you consent to its use for checking your receiving account. Stored encrypted, never shown to others, withdrawn at any time.',
  ),
  notSet: say('未设置', 'Not set'),
  sessions: say('登录设备', 'Signed-in devices'),
  sessionsHelp: say(
    '看看你在哪里登录着，可以随时退出其他设备。',
    'See where you are signed in, and sign out anywhere else.',
  ),
  interests: say('兴趣标签', 'Interests'),
  account: say('账户与隐私', 'Account and privacy'),
  accountHelp: say(
    '更换手机号、下载数据、撤回同意、注销账户',
    'Change number, download data, withdraw consents, delete account',
  ),
} as const

export const sessions = {
  current: say('当前设备', 'This device'),
  phone: say('手机', 'Phone'),
  desktop: say('电脑', 'Computer'),
  lastUsed: say('最近使用 {{when}}', 'Last used {{when}}'),
  signedIn: say('登录于 {{when}}', 'Signed in {{when}}'),
  signOut: say('退出', 'Sign out'),
  signOutOthers: say('退出其他设备', 'Sign out the others'),
  confirmOthers: say(
    '其他设备将立即退出登录，当前设备不受影响。',
    'All other devices are signed out at once; this one stays.',
  ),
  done: say('已退出', 'Signed out'),
  none: say('没有其他登录设备', 'You are not signed in anywhere else'),
} as const

export const interests = {
  title: say('你对什么感兴趣', 'What interests you'),
  lead: say('选择后我们会优先展示相关内容，至少选一个。', 'We show related things first; choose at least one.'),
  start: say('开始体验', 'Start to experience'),
  saved: say('已保存', 'Saved'),
  chosen: say('已选 {{count}} 个', '{{count}} chosen'),
} as const

export const personal = {
  signedInAs: say('手机号 {{mobile}}', 'Phone {{mobile}}'),
  notCertified: say('未认证', 'Not certified'),
  goCertify: say('去认证', 'Go certify'),
  certifyText: say('认证成为专家，按小时提供服务。', 'Get certified as an expert and work by the hour.'),
  shortcuts: say('常用', 'Shortcuts'),
  wallet: say('钱包账户', 'Wallet account'),
  salary: say('时薪', 'Hourly salary'),
  account: say('账户', 'Account'),
  incomeOrders: say('收益订单', 'Income orders'),
  consumption: say('消费订单', 'Consumption'),
  resources: say('我的资源', 'My resources'),
  storageIncome: say('存储收益', 'Storage income'),
  storage: say('存储', 'Storage'),
  compute: say('算力', 'Compute'),
  code: say('代码', 'Code'),
  manpower: say('人才', 'Talent'),
  settings: say('设置', 'Settings'),
} as const
