import { say } from '../kit/say.ts'

/** One's SSH public keys: the list, choosing among them for a machine, and those of a running lease. */
export const sshKeys = {
  title: say('SSH 公钥', 'SSH public keys'),
  text: say(
    '租用机器时可以选择装入哪些公钥，再用对应的私钥登录。最多保存 {{most}} 个。',
    'When you rent a machine, you choose which of these keys go into it and log in with the matching private key. You can save up to {{most}}.',
  ),
  list: say('已保存的公钥', 'Saved keys'),
  none: say('你还没有保存公钥', 'You have no saved keys yet'),
  failed: say('暂时读不到你的公钥', 'Your keys cannot be shown right now'),
  name: say('名称', 'Name'),
  namePlaceholder: say('例如：我的笔记本', 'For example: my laptop'),
  field: say('公钥', 'Public key'),
  help: say(
    '粘贴 .pub 文件的一整行；不要粘贴私钥。',
    'Paste the whole line from your .pub file, never the private key.',
  ),
  placeholder: say('ssh-ed25519 AAAA…', 'ssh-ed25519 AAAA…'),
  nameMissing: say('请给公钥起个名称', 'Give the key a name'),
  empty: say('请粘贴公钥', 'Paste a public key'),
  add: say('添加公钥', 'Add key'),
  added: say('公钥已添加', 'Key added'),
  full: say('已达上限，移除一个后才能再添加。', 'This is the limit. Remove a key to add another.'),
  remove: say('移除', 'Remove'),
  removeNamed: say('移除 {{name}}', 'Remove {{name}}'),
  removeTitle: say('移除公钥“{{name}}”', 'Remove the key “{{name}}”'),
  removeText: say(
    '之后租用的机器不再装入它。正在租用的机器上它仍然有效，可以在那台机器的“管理公钥”里取下。',
    'Machines you rent from now on will not get it. It still works on machines you are renting; take it out there under “Manage keys”.',
  ),
  removed: say('公钥已移除', 'Key removed'),
  lease: {
    open: say('管理公钥', 'Manage keys'),
    title: say('这台机器上的公钥', 'Keys on this machine'),
    text: say(
      '选中的公钥可以登录这台机器。更改通常在一分钟内生效，不影响已经打开的连接。',
      'The keys you choose can log in to this machine. Changes usually take effect within a minute and do not close open connections.',
    ),
    gone: say('已从你的列表移除的公钥', 'A key you removed from your list'),
    password: say('一个也不选时，用密码登录。', 'With no key chosen, you log in with the password.'),
    states: {
      settled: say('机器已确认', 'Confirmed by the machine'),
      changing: say('正在更新机器上的公钥', 'Updating the keys on the machine'),
      retrying: say('还没有更新成功，正在自动重试', 'Not updated yet. Trove keeps trying'),
    },
    unsure: say(
      '在机器确认之前，之前的公钥可能仍然有效，新的可能还不能用。',
      'Until the machine confirms, earlier keys may still work and new ones may not work yet.',
    ),
    save: say('更新公钥', 'Update keys'),
    saved: say('已开始更新机器上的公钥', 'The keys on the machine are being updated'),
    failed: say('暂时无法管理这台机器的公钥', 'The keys of this machine cannot be managed right now'),
    add: say('添加新公钥', 'Add a new key'),
  },
} as const
