import { say } from '../kit/say.ts'

/** What helps a seller to publish a machine: the pasted login, the reading of the machine, advice on the price. */
export const publishing = {
  line: {
    label: say('粘贴登录方式', 'Paste how you log in'),
    help: say(
      'ssh 命令、用户名@地址:端口，或一段 ~/.ssh/config，会自动填好下面几项。',
      'An ssh command, user@address:port or a block of ~/.ssh/config. It fills in the fields below.',
    ),
    filled: say('已填入：{{host}}，端口 {{port}}', 'Filled in: {{host}}, port {{port}}'),
    filledUser: say('已填入：{{user}}，{{host}}，端口 {{port}}', 'Filled in: {{user}} at {{host}}, port {{port}}'),
    name: say(
      '{{host}} 是域名。请在下面填写它的公网 IPv4 地址',
      '{{host}} is a name. Enter its public IPv4 address below',
    ),
    ipv6: say('目前只支持 IPv4 地址', 'Only IPv4 addresses are supported for now'),
    key: say(
      '这是私钥，不要放在这里。要用它读取机器，请填到“私钥”一栏',
      'This is a private key. Do not put it here. To read the machine with it, use the field for a private key',
    ),
    none: say(
      '没有认出登录方式，例如 ssh root@8.8.4.4 -p 2222',
      'No login found in this. It should look like ssh root@8.8.4.4 -p 2222',
    ),
  },
  read: {
    title: say('读取机器', 'Read the machine'),
    help: say(
      '平台登录一次，测出核数、内存、硬盘、GPU、系统和速度，填好下面的配置。这次登录的密码和密钥不会保存。也可以直接手动填写。',
      'Trove logs in once, measures cores, RAM, disk, GPU, system and speed, and fills in the specs below. The password or key of this login is not stored. You can also enter the specs by hand.',
    ),
    useKey: say('用私钥读取', 'Read with a private key'),
    usePassword: say('用密码读取', 'Read with the password'),
    key: say('私钥', 'Private key'),
    keyHelp: say(
      '只用于这次读取，不保存。发布仍需要初始密码。',
      'Used for this reading only and not stored. Publishing still needs the initial password.',
    ),
    keyEmpty: say('请粘贴私钥', 'Paste the private key'),
    button: say('读取机器', 'Read the machine'),
    again: say('重新读取', 'Read again'),
    reading: say('正在登录并测量，最多 40 秒', 'Logging in and measuring. This takes up to 40 seconds'),
    done: say('已读取并填好，请核对', 'Read and filled in. Check the figures'),
    facts: say(
      '{{system}} · CPU 测速 {{score}} 分 · 硬盘写入 {{write}} MB/s',
      '{{system}} · CPU score {{score}} · disk write {{write}} MB/s',
    ),
    gpu: say('GPU：{{name}} · 驱动 {{driver}}', 'GPU: {{name}} · driver {{driver}}'),
    noGpu: say('没有发现 NVIDIA GPU', 'No NVIDIA GPU found'),
    failed: say('没有读到，可以手动填写', 'The machine could not be read. You can enter the specs by hand'),
    noSystem: say('读到 {{system}}，列表里没有这个系统', '{{system}} was read, which is not in the list'),
    as: say('读取：{{value}}', 'Read: {{value}}'),
    changed: say('你改过，读取的是 {{value}}', 'You changed this. {{value}} was read'),
  },
  advice: {
    title: say('定价建议', 'Advice on the price'),
    asks: say(
      '同类机器每天 {{from}} 至 {{to}}（{{machines}} 台）',
      'Like machines ask {{from}} to {{to}} a day ({{machines}} machines)',
    ),
    asksOne: say(
      '同类机器每天 {{from}}（{{machines}} 台）',
      'Like machines ask {{from}} a day ({{machines}} machines)',
    ),
    rentedWithin: say(
      '其中 {{rented}} 台在最近 {{window}} 天内首次租出，一半在发布后 {{days}} 天内租出',
      '{{rented}} of them were first rented in the last {{window}} days, half of those within {{days}} days',
    ),
    rentedWithinDay: say(
      '其中 {{rented}} 台在最近 {{window}} 天内首次租出，一半在发布后 1 天内租出',
      '{{rented}} of them were first rented in the last {{window}} days, half of those within a day',
    ),
    rented: say('最近 {{window}} 天内首次租出：{{rented}} 台', 'First rented in the last {{window}} days: {{rented}}'),
    help: say(
      '按 GPU 相同、核数和内存同一档、通过检测的他人机器统计，取中间一半的价格。',
      'From machines of others with the same GPU, and cores and RAM in the same range, that passed their check. The middle half of their prices.',
    ),
    monthAtUse: say(
      '同类机器现在租出 {{percent}}%，按这个价格每月约 {{amount}}',
      '{{percent}}% of like machines are rented now. At your price that is about {{amount}} a month',
    ),
    use: say('按每天 {{amount}} 定价', 'Ask {{amount}} a day'),
    fillIn: say('填写核数和内存后，这里显示同类机器的价格', 'Fill in cores and RAM to see here what like machines ask'),
    none: say(
      '同类机器不足 {{least}} 台，暂无建议',
      'There are fewer than {{least}} like machines, so there is no advice yet',
    ),
    failed: say('暂时拿不到定价建议', 'Price advice is not available right now'),
    loading: say('正在查看同类机器', 'Looking at like machines'),
    month: say(
      '全月租出约 {{amount}}（30 天，已减平台费 {{fee}}）',
      'About {{amount}} a month if rented throughout (30 days, less a fee of {{fee}})',
    ),
  },
} as const
