import { say, sayCount } from './say.ts'

/** Landing pages: home, computing power, code. */
export const landing = {
  enter: say('进入算力市场', 'Go to the market'),
  register: say('注册 / 登录', 'Sign up / sign in'),
  details: say('了解更多', 'Learn more'),
  home: {
    title: say('把闲置的算力、代码与时间，变成收益', 'Earn from idle machines, code and time'),
    lead: say(
      '众享是一个共享市场：机器经检测才能出售，付款有托管，收益按秒累计。',
      'Trove is a sharing market: machines are tested before they go on sale, payments are held safely, and earnings add up by the second.',
    ),
    doors: say('三个市场', 'Three markets'),
    figures: say('此刻的市场', 'The market right now'),
    compute: {
      title: say('算力', 'Compute'),
      short: say('租用或出租经过实测的机器', 'Rent tested machines, or rent out yours'),
      text: say(
        '租一台经过实测的机器，付款后几秒内就能登录；或者把你的机器挂上来，按时间结算。',
        'Rent a machine with measured performance and log in seconds after paying, or list your own and earn while it is in use.',
      ),
    },
    code: {
      title: say('代码', 'Code'),
      short: say('买卖可下载的代码作品', 'Buy and sell code'),
      text: say(
        '发布作品，确认权属，一次开发反复收益。',
        'Publish your work, prove it is yours, and earn from it again and again.',
      ),
    },
    talent: {
      title: say('人才', 'Talent'),
      short: say('按小时聘请认证专家', 'Hire experts by the hour'),
      text: say(
        '认证的 IT 专家按小时提供服务，时薪透明。',
        'Certified IT experts work by the hour at published rates.',
      ),
    },
    how: say('怎样开始', 'How it works'),
    steps: {
      one: say('发布机器，填写 SSH 登录信息', 'List a machine with its SSH login'),
      two: say('平台登录检测配置与速度', 'Trove logs in and tests it'),
      three: say('买家付款，机器交接，收益逐秒累计', 'A buyer pays and takes over; you earn by the second'),
      four: say('随时结算到支付宝', 'Collect your earnings to Alipay at any time'),
    },
  },
  figures: {
    onSale: say('台在售', 'for rent'),
    open: say('台机器在售', 'for rent'),
    verified: say('台已验证', 'verified'),
    cores: say('个 CPU 核', 'CPU cores'),
    ram: say('GB 内存', 'GB of RAM'),
    serving: say('台正在服务', 'in use now'),
    lowest: say('元 / 天起', 'yuan a day, lowest price'),
  },
  compute: {
    title: say('便宜好用的强大电脑', 'Powerful computers at low prices'),
    lead: say(
      '按需租用，到期自动清理；也可以让闲置的电脑赚钱。',
      'Rent what you need, with automatic clean-up at the end, or let your idle computers earn money.',
    ),
    banners: {
      rent: say('租一台随时能登录的机器', 'Rent a machine and log in within seconds'),
      share: say('三步让电脑开始赚钱', 'Three steps to earn with your computer'),
      store: say('把文件存进去中心化网络', 'Store files on a decentralised network'),
    },
    carousel: say('算力介绍', 'About computing power'),
    experience: say('我想体验', 'Try it'),
    experienceText: say('到资源市场看看', 'Browse the resource market'),
    share: say('我想分享', 'Share and earn'),
    shareText: say('看看怎样分享存储与算力', 'See how to share storage and computing power'),
    stepsTitle: say('三步获得被动收入', 'Passive income in three steps'),
    steps: {
      add: say('添加电脑', 'Add a computer'),
      price: say('选择租金', 'Set the rent'),
      earn: say('开始赚钱', 'Start earning'),
    },
    rentals: say('热门算力', 'Popular machines'),
    rentalKinds: {
      lab: say('应用实验室算力', 'Lab computing'),
      training: say('AI 训练算力', 'AI training'),
      burst: say('突发算力', 'Burst computing'),
    },
    example: say('参考价，以市场实际报价为准', 'Example price; see the market for current offers'),
    leaseMonth: say('租期 1 个月', '1-month lease'),
    enterNow: say('立即进入', 'View machines'),
    storageKinds: say('存储', 'Storage'),
    storage: {
      technical: say('技术资料', 'Technical documents'),
      video: say('超清视频', 'Ultra HD video'),
      pictures: say('海量图片', 'Large photo collections'),
      music: say('海量音乐', 'Large music libraries'),
    },
    perYear: say('每 GB 低至 {{price}} TTC / 年', 'As low as {{price}} TTC a year per GB'),
    uploadNow: say('立即上传', 'Upload now'),
    seeMore: say('查看更多', 'See more'),
    makeMoney: say('现在就赚钱', 'Earn money now'),
  },
  code: {
    title: say('代码众享', 'Code, shared'),
    lead: say(
      '程序员发布作品，所有人都能找到、购买、下载。',
      'Developers publish code that anyone can find, preview, buy and download.',
    ),
    experience: say('我想体验 / 下载', 'Browse and download'),
    experienceText: say('去代码列表', 'Go to the code list'),
    share: say('我想分享', 'Share my code'),
    shareText: say('发布我的作品', 'Publish my own work'),
    featured: say('精选作品', 'Featured work'),
    featuredEmpty: say('还没有作品，你可以发布第一个。', 'No works yet. You can publish the first one.'),
    viewMore: say('查看更多代码', 'View more code'),
    rankings: say('排行', 'Rankings'),
    ranking: {
      popular: say('最受欢迎', 'Most popular'),
      comments: say('热评', 'Most discussed'),
      mvp: say('MVP', 'MVP'),
    },
    gets: sayCount('{{shown}} 人获取', 'downloaded by {{shown}} person', 'downloaded by {{shown}} people'),
    comments: sayCount('{{shown}} 条评价', '{{shown}} comment', '{{shown}} comments'),
    formula: {
      popular: say('近 {{days}} 天获取的人数', 'People who got it in the last {{days}} days'),
      comments: say('评价和回复的数量', 'Comments and replies'),
      mvp: say(
        '{{gets}} × ln(1 + 近 {{days}} 天获取人数) + {{rating}} × 评分（先加 {{count}} 个 {{mean}} 星）+ {{freshness}} × 新版本的新鲜度（{{days}} 天降到 0）',
        '{{gets}} × ln(1 + people who got it in {{days}} days) + {{rating}} × rating (with {{count}} ratings of {{mean}} added) + {{freshness}} × how fresh the newest version is (nothing after {{days}} days)',
      ),
    },
    rankingEmpty: say('还没有作品', 'Nothing here yet'),
    stepsTitle: say('四步上传你的作品', 'Upload your work in four steps'),
    steps: {
      development: say('开发', 'Develop'),
      upload: say('上传', 'Upload'),
      rights: say('确权', 'Prove ownership'),
      trading: say('交易', 'Sell'),
    },
    uploadWork: say('上传作品', 'Upload my work'),
  },
} as const
