import { say } from '../kit/say.ts'

/** Machines without a public address: their agents, and the command that starts one. */
export const agents = {
  open: say('我的机器没有公网地址', 'My machine has no public address'),
  title: say('没有公网地址的机器', 'Machines without a public address'),
  text: say(
    '在机器上运行一个小程序，它主动连到众享的中继，中继给这台机器一个固定的地址和端口。SSH 从头到尾加密，中继看不到内容。',
    'Run a small program on the machine. It connects out to Trove’s relay, which gives the machine an address and port of its own. SSH stays encrypted end to end, and the relay sees none of it.',
  ),
  list: say('已添加的机器', 'Machines you added'),
  none: say('还没有添加机器', 'You have added no machine yet'),
  failed: say('暂时读不到你的机器', 'Your machines cannot be shown right now'),
  states: {
    waiting: say('等待运行命令', 'Waiting for its command'),
    expired: say('令牌已过期', 'Token expired'),
    connected: say('已连接', 'Connected'),
    away: say('未连接', 'Not connected'),
  },
  expiredHelp: say(
    '令牌已过期，请移除后重新添加。',
    'The token can no longer be used. Remove this machine and add it again.',
  ),
  use: say('用这个地址发布', 'Publish at this address'),
  published: say('已发布', 'Published'),
  used: say('已填入：{{host}}，端口 {{port}}', 'Filled in: {{host}}, port {{port}}'),
  name: say('名称', 'Name'),
  namePlaceholder: say('例如：书房的主机', 'For example: PC in my study'),
  nameMissing: say('请给机器起个名称', 'Give the machine a name'),
  add: say('添加机器', 'Add machine'),
  full: say(
    '已达上限 {{most}} 台，移除一台后才能再添加。',
    'This is the limit of {{most}}. Remove a machine to add another.',
  ),
  command: {
    title: say('在“{{name}}”上运行', 'Run this on “{{name}}”'),
    text: say(
      '需要 Node.js 22 或更新版本，以及已启动的 SSH 服务。命令只显示这一次，{{minutes}} 分钟内有效，只能用一次。',
      'You need Node.js 22 or later and a running SSH server. Copy the command now: it is not shown again, and it works once, within {{minutes}} minutes.',
    ),
    later: say(
      '程序要一直运行，机器才连得上。以后再启动时不需要令牌。',
      'The machine can be reached while the program runs. Later starts need no token.',
    ),
    waiting: say('正在等待机器连接', 'Waiting for the machine to connect'),
    connected: say('机器已连接，可以发布', 'The machine is connected and can be published'),
  },
  remove: say('移除', 'Remove'),
  removeNamed: say('移除 {{name}}', 'Remove {{name}}'),
  removeTitle: say('移除“{{name}}”', 'Remove “{{name}}”'),
  removeText: say(
    '它的地址不再可用，机器上的程序会停止。',
    'Its address stops working, and the program on the machine ends.',
  ),
  removed: say('机器已移除', 'Machine removed'),
} as const
