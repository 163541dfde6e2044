import { say } from '../kit/say.ts'

/** What a machine is made ready with: recipes, own scripts, and their runs. */
export const recipes = {
  title: say('开机即用', 'Ready to work'),
  checkoutText: say(
    '机器交付后自动装好你选的环境。装不成也照常交付，并说明原因。',
    'After the hand-over, the machine is set up with what you choose. If that fails, you still get the machine and see why.',
  ),
  choose: say('装什么', 'What to set up'),
  nothing: say('不安装', 'Nothing'),
  ours: say('常用环境', 'Recipes'),
  own: say('我的脚本', 'My scripts'),
  shared: say('别人分享的脚本', 'A script shared with you'),
  sharedNote: say(
    '这个脚本由其他用户编写，未经 Trove 审核。请读完再使用。',
    'Another person wrote this script and Trove did not review it. Read it before you use it.',
  ),
  sharedGone: say('分享给你的脚本已不存在。', 'The script that was shared with you is gone.'),
  write: say('写一个脚本', 'Write a script'),
  showScript: say('查看脚本', 'Show the script'),
  scriptFailed: say('暂时读不到这个脚本', 'The script cannot be shown right now'),
  names: {
    docker: say('Docker', 'Docker'),
    jupyter: say('JupyterLab', 'JupyterLab'),
    pytorch: say('PyTorch', 'PyTorch'),
    'ci-runner': say('GitHub Actions 运行器', 'GitHub Actions runner'),
    'game-server': say('Luanti 游戏服务器', 'Luanti game server'),
    'dev-tools': say('开发工具', 'Developer tools'),
  },
  about: {
    docker: say('安装并启动 Docker。需要 root 权限。', 'Installs and starts Docker. Needs root.'),
    jupyter: say(
      '安装 JupyterLab 并启动，仅在机器本地监听；日志里有打开方法。',
      'Installs and starts JupyterLab, which listens on the machine only. The log says how to open it.',
    ),
    pytorch: say(
      '在独立环境里安装 PyTorch。需要 8 GB 空闲硬盘。',
      'Installs PyTorch into an environment of its own. Needs 8 GB of free disk.',
    ),
    'ci-runner': say(
      '下载 GitHub Actions 运行器；日志里有绑定仓库的命令。',
      'Downloads the GitHub Actions runner. The log has the command that gives it to your repository.',
    ),
    'game-server': say(
      '安装并启动 Luanti（原 Minetest）服务器，UDP 端口 30000。需要 root 权限。',
      'Installs and starts a Luanti (Minetest) server at UDP port 30000. Needs root.',
    ),
    'dev-tools': say(
      '检查并补齐 git、curl、tmux、make 和 gcc。',
      'Checks for git, curl, tmux, make and gcc, and installs what is missing.',
    ),
  },
  limits: say(
    '以租用的账号运行，最长 {{minutes}} 分钟；租期结束时清除。',
    'It runs as the leased account for at most {{minutes}} minutes and is cleared away when the lease ends.',
  ),
  dialog: {
    title: say('写一个脚本', 'Write a script'),
    name: say('名称', 'Name'),
    namePlaceholder: say('例如：我的训练环境', 'For example: my training setup'),
    nameMissing: say('请给脚本起个名称', 'Give the script a name'),
    script: say('脚本', 'Script'),
    scriptHelp: say(
      '默认用 sh 运行；首行也可以指定其他程序。拿到链接的人能看到全文，请不要写密码。',
      'It runs with sh, or with the program that its first line names. Anyone with its link can read it, so put no passwords in it.',
    ),
    scriptMissing: say('请填写脚本', 'Enter the script'),
    save: say('保存并选用', 'Save and choose'),
    saved: say('脚本已保存', 'Script saved'),
  },
  runOn: {
    open: say('在我租用的机器上运行', 'Run it on a machine I rent'),
    title: say('运行“{{name}}”？', 'Run “{{name}}”?'),
    text: say(
      '脚本会用这台机器的登录账户运行，可能改动上面的文件和软件。读完全文再运行。',
      'It runs with the machine’s login and may change files and software there. Read all of it first.',
    ),
    which: say('在哪台机器上', 'On which machine'),
  },
  scripts: {
    text: say(
      '租用机器时可以选用这些脚本，最多 {{most}} 个。拿到链接的人能读到全文并使用。脚本保存后不会再变。',
      'You can choose these when you rent a machine; at most {{most}} are kept. Anyone with the link of one can read and use it. A saved script never changes.',
    ),
    none: say('还没有脚本。', 'No scripts yet.'),
    share: say('复制链接', 'Copy link'),
    copied: say('链接已复制', 'Link copied'),
    remove: say('移除', 'Remove'),
    removed: say('脚本已移除', 'Script removed'),
    removeTitle: say('移除“{{name}}”？', 'Remove “{{name}}”?'),
    removeText: say(
      '它的链接随即失效。已经开始的安装不受影响。',
      'Its link stops working. Setups that have begun go on.',
    ),
    use: say('挑一台机器', 'Choose a machine'),
    useText: say(
      '租用机器时会替你选好这个脚本，付款前可以改。',
      'It will be chosen for you at checkout. You can change that before you pay.',
    ),
  },
  none: say('还没有在这台机器上安装过什么。', 'Nothing has been set up on this machine yet.'),
  run: say('开始安装', 'Set it up'),
  runAgain: say('再装一次', 'Run again'),
  started: say('已开始，机器很快会回应', 'Started. The machine will answer shortly'),
  failed: say('暂时读不到安装情况', 'The setup cannot be shown right now'),
  installed: say('已就绪', 'Ready'),
  removed: say('已移除的脚本', 'A removed script'),
  states: {
    waiting: say('等待开始', 'Waiting'),
    running: say('正在运行', 'Running'),
    done: say('完成', 'Done'),
    failed: say('没有成功', 'Failed'),
    unknown: say('情况不明', 'Not known'),
  },
  unknownText: say(
    '机器没有说明它是否开始或结束。Trove 不会自动再运行一次；可以看日志，或再装一次。',
    'The machine does not say whether it began or ended. Trove does not repeat it. Read the log, or run it again.',
  ),
  failures: {
    exit: say('脚本以代码 {{code}} 结束。', 'The script ended with code {{code}}.'),
    missing: say(
      '机器缺少运行条件，脚本的原话是“{{missing}}”。',
      'The machine lacks something. In the words of the script: “{{missing}}”.',
    ),
    time: say('超过 {{minutes}} 分钟，已停止。', 'It took more than {{minutes}} minutes and was ended.'),
    output: say('输出太多，已停止。', 'It printed too much and was ended.'),
    disk: say('硬盘快满了，已停止。', 'The disk was nearly full, so it was ended.'),
    interrupted: say('被机器中断，例如重启。', 'The machine ended it, for example by a restart.'),
    gone: say('机器上找不到它的文件了。', 'Its files are gone from the machine.'),
    removed: say('脚本在开始前已被移除。', 'The script was removed before it began.'),
    'lease-over': say('租期先结束了。', 'The lease ended first.'),
  },
  stillYours: say('机器照常归你使用。', 'The machine is yours to use all the same.'),
  log: {
    show: say('查看日志', 'Show the log'),
    hide: say('收起日志', 'Hide the log'),
    label: say('{{name}} 的日志', 'Log of {{name}}'),
    empty: say('还没有输出', 'No output yet'),
    more: say('读取更多', 'Read more'),
    refresh: say('刷新', 'Refresh'),
  },
} as const
