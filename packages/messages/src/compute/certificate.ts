import { say } from '../kit/say.ts'

/** The certificate of a machine: what its checks found, how it compares, and how each figure is measured. */
export const certificate = {
  lead: say(
    '众享登录这台机器检测，证书写明检测结果，并由众享签名。',
    'Trove logs in to this machine and measures it. The certificate states what was found, signed by Trove.',
  ),
  machine: say('查看这台机器', 'See this machine'),
  goneTitle: say('这份证书已不再提供', 'This certificate is no longer available'),
  gone: say(
    '证书写明众享在一台机器上测得的结果，机器被删除后不再提供。市场上的机器都有自己的证书。',
    'A certificate states what Trove measured on a machine, and ends once the machine is deleted. Each machine on the market has one.',
  ),
  others: say('看看其他机器', 'See other machines'),
  issued: say('签发于 {{when}}', 'Issued {{when}}'),
  reachable: say('连接情况', 'Reached by checks'),
  window: say('近 {{days}} 天', 'Last {{days}} days'),
  windowOne: say('近 24 小时', 'Last 24 hours'),
  reached: say('{{reached}} / {{checks}} 次', '{{reached}} of {{checks}}'),
  noChecks: say('没有检测', 'No checks'),
  notUptime: say(
    '出租期间不检测，所以这是检测时能否登录，不是在线率。',
    'A machine is not checked while it is rented. These are checks that could log in, not uptime.',
  ),
  rank: say('与同类机器相比', 'Compared with like machines'),
  rankOf: say('快于 {{percent}}%（{{machines}} 台同类机器）', 'Faster than {{percent}}% of {{machines}} like machines'),
  like: say(
    '市场上 {{from}} 至 {{to}} 核、通过检测的机器',
    'Machines on the market with {{from}} to {{to}} cores that passed their check',
  ),
  likeOpen: say(
    '市场上 {{from}} 核以上、通过检测的机器',
    'Machines on the market with {{from}} cores or more that passed their check',
  ),
  noRank: say('同类机器不足 5 台，暂无比较。', 'Fewer than 5 like machines: no comparison yet.'),
  pointsPerYuan: say('每天每元的 CPU 测速', 'CPU score per yuan a day'),
  days: say('每天的检测', 'Checks by day'),
  day: say('日期', 'Day'),
  dayReached: say('连接', 'Reached'),
  method: say('怎样检测', 'How it is measured'),
  methods: {
    login: say(
      '用卖家的登录信息通过 SSH 登录。登录不了记为无法连接。',
      'Trove logs in over SSH with the seller’s login. A check that cannot is counted as not reached.',
    ),
    cpu: say(
      'CPU 测速：每个核心同时用 gzip 压缩 8 MB 随机数据，每秒压缩的 MB 数乘以 10。',
      'CPU score: every core packs 8 MB of random data with gzip at the same time. Ten points for each MB a second.',
    ),
    disk: say(
      '硬盘写入：写入 8 至 136 MB 并等待落盘，单位 MB/s。',
      'Disk write: 8 to 136 MB are written and flushed to the disk, in MB/s.',
    ),
    bandwidth: say(
      '带宽：机器经 SSH 向检测服务器发送随机数据，最多 16 MB 或 3 秒，单位 Mbps。',
      'Bandwidth: the machine sends random data to the checker over SSH, up to 16 MB or 3 seconds, in Mbps.',
    ),
    size: say(
      '内存、硬盘容量和系统由机器报告。容器按其限额计算。',
      'RAM, disk size and system are what the machine reports. A container counts with its limits.',
    ),
    gpu: say(
      'GPU：型号、数量、显存、驱动和 CUDA 由 nvidia-smi 报告；多种型号时取数量最多的。机器装有 PyTorch 时，用一块 GPU 做 4096×4096 的 FP32 矩阵乘法并复制 256 MB 显存，得出算力和显存带宽；否则为未测。',
      'GPU: model, number, VRAM, driver and CUDA are what nvidia-smi reports; of several models, the one there are most of. Where the machine has PyTorch, one GPU multiplies 4096 × 4096 FP32 matrices and copies 256 MB of VRAM; elsewhere speed and bandwidth are not measured.',
    ),
    differs: say(
      '核数、GPU 数量不得少于填报，GPU 型号须一致，显存可少 10%；内存和硬盘可少 10%，带宽可少 30%，否则不能出售。带宽受当时线路影响：只有带宽不足时，几分钟后再测一次，两次都不足才停售。',
      'Cores and GPUs must not be fewer than declared, and GPUs must be of that model with at most 10% less VRAM. RAM and disk may be 10% less and bandwidth 30%; beyond that the machine is not sold. Bandwidth depends on what else the line carries: where it alone falls short, it is measured again minutes later, and only a second shortfall takes the machine off sale.',
    ),
  },
  verify: say('自己验证', 'Verify it yourself'),
  verifyText: say(
    '下载证书和众享的公钥，用下面的脚本离线验证。改动任何一个数字，签名都不再成立。',
    'Download the certificate and Trove’s public keys, and verify them offline with this script. Change a single figure and the signature no longer holds.',
  ),
  download: say('下载证书', 'Download certificate'),
  keys: say('下载公钥', 'Download public keys'),
} as const
