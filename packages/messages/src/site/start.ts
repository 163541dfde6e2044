import { say } from '../kit/say.ts'

/** What `npm start` says in the terminal. */
export const startTexts = {
  building: say('正在构建网页 …', 'Building the web app ...'),
  buildFailed: say(
    '网页构建失败，继续使用旧版本（如果有）',
    'The web build failed. Continuing with the previous one, if any',
  ),
  starting: say('正在启动各部分 …', 'Starting services ...'),
  ready: say('众享已就绪，用时 {{seconds}} 秒', 'Trove is ready after {{seconds}} s'),
  site: say('网站', 'Site'),
  outbox: say('短信发件箱（登录验证码在这里）', 'Text messages (sign-in codes appear here)'),
  cashier: say('支付宝模拟收银台', 'Alipay simulator'),
  chain: say('链（WebSocket）', 'Chain (WebSocket)'),
  storageNodes: say('存储节点', 'Storage nodes'),
  docs: say('接口文档', 'API documents'),
  machine: say('演示服务器（SSH）', 'Demo machine (SSH)'),
  noMachines: say(
    '此系统没有 Unix shell，所以没有演示服务器，市场也是空的；在 WSL（适用于 Linux 的 Windows 子系统）里启动就有',
    'No demo machines here and an empty market: they need a Unix shell. Start Trove inside WSL to have them',
  ),
  data: say('数据目录', 'Data folder'),
  stopHint: say('按 Ctrl-C 停止', 'Press Ctrl-C to stop'),
  stopping: say('正在停止 …', 'Stopping ...'),
  stopped: say('已停止', 'Stopped'),
  waiting: say('还在等待：{{parts}}', 'Still waiting for: {{parts}}'),
  restarting: say(
    '{{name}} 意外退出，{{seconds}} 秒后重启',
    '{{name}} stopped unexpectedly, restarting in {{seconds}} s',
  ),
  failed: say('启动失败：{{reason}}', 'Failed to start: {{reason}}'),
  taken: say(
    '数据目录 {{dir}} 正被另一个进程（{{pid}}）使用',
    'The data folder {{dir}} is in use by another process ({{pid}})',
  ),
  demoRemoved: say(
    '已下架 {{removed}} 台演示服务器；还有 {{inUse}} 台在租，到期后再运行一次',
    'Took {{removed}} demo machines off the market; {{inUse}} are rented: run this again when their time is over',
  ),
  demoNotRemoved: say(
    '演示服务器没有下架：{{reason}}（网站要开着）',
    'The demo machines were not taken off the market: {{reason}} (the site has to run)',
  ),
  portTaken: say('端口 {{port}} 已被占用', 'Port {{port}} is already in use'),
}
