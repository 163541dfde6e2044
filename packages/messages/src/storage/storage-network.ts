import { say } from '../kit/say.ts'

/** The storage tab of the market and the statistics of the network. */
export const storageNetwork = {
  lead: say('数字直接读自链上。', 'These figures are read from the chain.'),
  store: say('我要存储', 'Store files'),
  share: say('我要分享', 'Share space'),
  shareText: say('用闲置硬盘运行存储节点，赚取 TTC。', 'Run a storage node on idle disk space and earn TTC.'),
  title: say('网络统计', 'Network statistics'),
  nodes: say('存储节点', 'Storage nodes'),
  files: say('有效文件', 'Valid files'),
  replicas: say('平均副本数', 'Average replicas'),
  price: say('存储价格', 'Storage price'),
  priceUnit: say('TTC / GB / 天（存 1 天，3 份副本）', 'TTC per GB and day (1-day order, 3 copies)'),
  used: say('已用存储', 'Used storage'),
  available: say('可用存储', 'Available storage'),
  asOf: say('截至区块 {{block}}', 'As of block {{block}}'),
  days: say('最近 7 天', 'Last 7 days'),
  day: say('日期', 'Date'),
  seriesLabel: say('图表内容', 'What the chart shows'),
  series: {
    nodes: say('存储节点数', 'Storage nodes'),
    files: say('有效文件数', 'Valid files'),
    space: say('总存储量', 'Total storage'),
  },
  inUnit: say('单位：{{unit}}', 'In {{unit}}'),
  firstDay: say('统计从今天开始，之后每天增加一个点。', 'The record begins today. Each day adds a point.'),
  noDays: say('还没有统计数据，连上链之后就会有。', 'No figures yet. They appear once the chain can be reached.'),
} as const
