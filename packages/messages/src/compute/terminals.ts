import { say } from '../kit/say.ts'
import { terminalLimit } from './terminal-limit.ts'

/** The tabs of the browser terminal. */
export const terminals = {
  tabs: say('终端标签', 'Terminals'),
  name: say('终端 {{number}}', 'Terminal {{number}}'),
  add: say('新建终端', 'New terminal'),
  rename: say('重命名（F2）', 'Rename (F2)'),
  newName: say('终端名称', 'Name of the terminal'),
  close: say('关闭“{{name}}”', 'Close “{{name}}”'),
  closeNow: say('关闭终端', 'Close terminal'),
  closeText: say(
    '里面可能还有程序在运行，关闭后会被结束。',
    'Something may still be running in it. It ends when the terminal is closed.',
  ),
  most: terminalLimit,
  newShell: say('—— 新的会话 ——', '—— new session ——'),
  retrying: say('正在自动重试。', 'Trying again.'),
  hint: say(
    'Alt+Shift+←/→ 切换标签，Alt+Shift+↑ 离开终端；在标签上按 F2 重命名，按 Delete 关闭。',
    'Alt+Shift+←/→ switches tabs, Alt+Shift+↑ leaves the terminal. On a tab, F2 renames it and Delete closes it.',
  ),
} as const
