import { say } from '../kit/say.ts'

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
    'Sensitive information. By saving it you consent to our using it to verify your payout account. It is stored encrypted and never shown to others, and you can withdraw consent at any time.',
  ),
  notSet: say('未设置', 'Not set'),
  sessions: say('登录设备', 'Signed-in devices'),
  sessionsHelp: say(
    '看看你在哪里登录着，可以随时退出其他设备。',
    'See where you are signed in and sign out of other devices.',
  ),
  interests: say('兴趣标签', 'Interests'),
  account: say('账户与隐私', 'Account and privacy'),
  accountHelp: say(
    '更换手机号、下载数据、撤回同意、注销账户',
    'Change your number, download your data, withdraw consent or delete your account',
  ),
} as const

export const sessions = {
  current: say('当前设备', 'This device'),
  phone: say('手机', 'Phone'),
  desktop: say('电脑', 'Computer'),
  lastUsed: say('最近使用 {{when}}', 'Last used {{when}}'),
  signedIn: say('登录于 {{when}}', 'Signed in {{when}}'),
  signOut: say('退出', 'Sign out'),
  signOutOthers: say('退出其他设备', 'Sign out other devices'),
  confirmOthers: say(
    '其他设备将立即退出登录，当前设备不受影响。',
    'All other devices are signed out immediately. This device stays signed in.',
  ),
  done: say('已退出', 'Signed out'),
  none: say('没有其他登录设备', 'You are not signed in anywhere else'),
} as const

export const interests = {
  title: say('你对什么感兴趣', 'What are you interested in?'),
  lead: say(
    '选择后我们会优先展示相关内容，至少选一个。',
    'We will show you related content first. Choose at least one.',
  ),
  start: say('开始体验', 'Get started'),
  skip: say('暂时跳过', 'Skip for now'),
  saved: say('已保存', 'Saved'),
  chosen: say('已选 {{count}} 个', '{{count}} selected'),
} as const

export const personal = {
  leases: say('租用中的机器', 'Machines you rent'),
  allLeases: say('全部机器', 'All machines'),
  until: say('到期 {{when}}', 'Ends {{when}}'),
  endsSoon: say('即将到期', 'Ends soon'),
  searches: say('已存搜索', 'Saved searches'),
  allSearches: say('全部搜索', 'All searches'),

  signedInAs: say('手机号 {{mobile}}', 'Phone {{mobile}}'),
  refusedText: say('认证未通过：{{reason}}', 'Certification not approved: {{reason}}'),
  goCertify: say('去认证', 'Get certified'),
  certifyText: say('认证成为专家，按小时提供服务。', 'Become a certified expert and offer your services by the hour.'),
  shortcuts: say('常用', 'Shortcuts'),
  wallet: say('钱包账户', 'Wallet'),
  salary: say('时薪', 'Hourly rate'),
  account: say('账户', 'Account'),
  incomeOrders: say('收益订单', 'Sales'),
  consumption: say('消费订单', 'Purchases'),
  resources: say('我的资源', 'My resources'),
  storageIncome: say('存储收益', 'Storage earnings'),
  settings: say('设置', 'Settings'),
} as const
