import { say } from '../kit/say.ts'

/** Sharing storage: what a node needs, its manual, what it would earn. */
export const storageShare = {
  lead: say(
    '用闲置的硬盘保管加密文件，按证明过的时间赚取 TTC。',
    'Keep encrypted files on idle disk space and earn TTC for the time you prove.',
  ),
  manuals: say('运行手册', 'Manuals'),
  manualText: say('一步一步运行节点', 'Run a node step by step'),
  systems: { windows: say('Windows', 'Windows'), linux: say('Linux', 'Linux') },
  manualTitle: {
    windows: say('在 Windows 上运行存储节点', 'Run a storage node on Windows'),
    linux: say('在 Linux 上运行存储节点', 'Run a storage node on Linux'),
  },
  needs: {
    title: say('运行节点需要什么', 'What a node needs'),
    tokens: say(
      '账户里保留 {{tokens}} TTC，用作保证金和手续费。',
      'Keep {{tokens}} TTC on its account for the bond and fees.',
    ),
    disk: say('至少 {{gigabytes}} GB 空闲硬盘。', 'At least {{gigabytes}} GB of free disk space.'),
    line: say(
      '能上网就行：节点只向外连接，不用开放端口。',
      'An internet line. The node only calls out, so no port needs to be open.',
    ),
    awake: say(
      '一台不休眠的电脑：睡着的节点会漏证。',
      'A computer that stays awake. A sleeping node misses its proofs.',
    ),
  },
  income: {
    title: say('能赚多少', 'What you could earn'),
    space: say('分享的空间', 'Space you share'),
    inUse: say('其中被使用', 'Share of it in use'),
    networkNow: say('全网现在用了 {{percent}}%', 'The whole network is using {{percent}}% now'),
    per: {
      day: say('每天', 'Per day'),
      month: say('30 天', '30 days'),
      year: say('365 天', '365 days'),
    },
    note: say(
      '按链上当前价格估算，不含小费和手续费。空着的空间没有收益。',
      'An estimate at the chain’s price now, without tips and fees. Empty space earns nothing.',
    ),
  },
  manual: {
    lead: say('命令里已填好本站的地址，复制即可。', 'The commands already carry the addresses of this site.'),
    install: say('安装', 'Install'),
    installText: {
      windows: say(
        '程序自带 Node，不用另装别的。在 PowerShell 里运行，下载、核对并解压：',
        'The program brings its own Node, and nothing else has to be installed. Run this in PowerShell to download, verify and unpack it:',
      ),
      linux: say(
        '程序自带 Node，不用另装别的。在终端里运行，下载、核对并解压：',
        'The program brings its own Node, and nothing else has to be installed. Run this in a terminal to download, verify and unpack it:',
      ),
    },
    download: say('下载 {{file}}（{{size}}）', 'Download {{file}} ({{size}})'),
    noPack: say(
      '本站还没有做好下载包。网站启动后几分钟内会做好，请稍后再来；也可以在源代码里运行 npm run storage-node。',
      'This site has no download yet. It is made in the first minutes after the site starts, so look again later. From the source code, npm run storage-node starts a node, too.',
    ),
    settings: say('设置', 'Set it up'),
    settingsText: {
      windows: say('在 PowerShell 里运行：', 'Run this in PowerShell:'),
      linux: say('在终端里运行：', 'Run this in a terminal:'),
    },
    space: say(
      '节点默认分享 {{gigabytes}} GB。要分享别的大小，再设置 AGENT_SPACE_GIB。',
      'The node shares {{gigabytes}} GB unless AGENT_SPACE_GIB says otherwise.',
    ),
    start: say('启动', 'Start it'),
    startText: {
      windows: say(
        '打开一个新的 PowerShell，让设置生效，然后运行：',
        'Open a new PowerShell, so that it knows the settings, and run:',
      ),
      linux: say('在同一个终端里运行：', 'In the same terminal, run:'),
    },
    fund: say('让它有 {{tokens}} TTC', 'Give it {{tokens}} TTC'),
    fundText: say(
      '终端会显示节点的账户地址。先用你的账户为这个地址领取 1 TTC；节点随后自动接受一次检查：收下 64 MiB 数据并作答。通过后本站送它 {{tokens}} TTC，每人一次，够 {{gigabytes}} GB 的保证金和手续费。也可以直接转入。到账后节点自己登记并开始接单。',
      'The terminal shows the address of the node’s account. Sign in here and claim 1 TTC for that address. The node is then checked automatically: it downloads 64 MiB and answers a question about them. If it passes, we send it {{tokens}} TTC, once per person, enough for the bond and fees of {{gigabytes}} GB. You can also send them yourself. The node then registers and takes orders.',
    ),
    watch: say('查看节点', 'Watch the node'),
    watchText: say(
      '在这台电脑的浏览器里打开 {{address}}，可以看到容量、订单、证明、收益和需要注意的事。',
      'Open {{address}} in a browser on that computer to see capacity, orders, proofs, income and what needs attention.',
    ),
    lasting: say('开机自动启动', 'Start it with the computer'),
    lastingWindows: say(
      '在任务计划程序里新建任务：触发器选“登录时”，操作运行用户文件夹里的 trove-agent\\start.cmd；取消“运行时间超过以下时间则停止任务”。再关闭电脑的睡眠。',
      'In Task Scheduler create a task with the trigger “At log on”. Its action is trove-agent\\start.cmd in your user folder. Turn off “Stop the task if it runs longer than”, and switch off sleep.',
    ),
    lastingLinux: say(
      '把下面的内容存为 ~/.config/systemd/user/trove-node.service，然后启用它：',
      'Save this as ~/.config/systemd/user/trove-node.service, then enable it:',
    ),
    key: say('备份密钥', 'Back up the key'),
    keyText: say(
      '数据目录里的 key 文件就是节点的账户。丢了它，保证金和收益都取不回来。',
      'The file “key” in the data folder is the node’s account. Without it, bond and income are lost.',
    ),
  },
} as const
