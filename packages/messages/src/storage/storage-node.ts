import { say } from '../kit/say.ts'

/** How a storage node does: samples from outside, proofs on chain, and the space of one's own node. */
export const storageNode = {
  lead: say(
    '我们每 10 分钟至多向节点要一块文件数据，再加上链上的证明，算出 30 天的评分。',
    'We ask each node for one piece of a file, at most every 10 minutes. With its proofs on chain this gives a score over 30 days.',
  ),
  health: say('节点评分', 'Node score'),
  standing: {
    new: say('抽查还不够', 'Too few samples yet'),
    good: say('正常', 'Good'),
    paused: say('暂停推荐', 'Paused'),
  },
  pausedText: say(
    '从 {{moment}} 起，其他节点给不出数据时才会向它读取。不会扣任何钱；连续 {{count}} 次抽查正常后自动恢复。',
    'Since {{moment}} it is read from only when no other node gives the data. No money is taken. {{count}} good samples in a row end the pause automatically.',
  ),
  samples: say('抽查', 'Samples'),
  answered: say('{{given}} / {{asked}} 次给出数据', '{{given}} of {{asked}} gave the data'),
  proofs: say('链上证明', 'Proofs on chain'),
  proven: say('{{given}} / {{due}} 次按时', '{{given}} of {{due}} on time'),
  noProofs: say('还没有', 'None yet'),
  reasons: say('扣分原因', 'What lowers the score'),
  noReasons: say('没有扣分', 'Nothing lowers the score'),
  fault: {
    wrong: say('内容不符：{{count}} / {{of}} 次', 'Other data than stored: {{count}} of {{of}}'),
    silent: say('已连接但没有应答：{{count}} / {{of}} 次', 'Connected, but no answer: {{count}} of {{of}}'),
    absent: say('没有连接：{{count}} / {{of}} 次', 'Not connected: {{count}} of {{of}}'),
    missed: say('漏证：{{count}} / {{of}} 次', 'Proofs missed: {{count}} of {{of}}'),
  },
  ourFault: say(
    '太多节点同时没有应答时，我们认为是自己的网络有问题，不计入任何节点。',
    'When too many nodes fall silent at once, we take it to be our own network and count it against nobody.',
  ),
  tabs: { files: say('我的存储', 'My storage'), share: say('我的分享', 'Sharing') },
  toShare: say('去分享', 'Share storage'),
  total: say('共享', 'Shared'),
  used: say('已用', 'Used'),
  available: say('可用', 'Available'),
  spaceOf: say(
    '共享 {{total}}，已用 {{used}}，可用 {{available}}',
    'Shared {{total}}, used {{used}}, available {{available}}',
  ),
  noNode: say('已连接的账户不是存储节点', 'The connected account is no storage node'),
  noNodeText: say(
    '运行一个节点，就能用空闲的磁盘赚取 TTC。',
    'Run a node and earn TTC with disk space you do not use.',
  ),
  connectText: say(
    '连接节点的链上账户，这里就会显示它的空间与评分。',
    'Connect the chain account of your node to see its space and score here.',
  ),
  own: say('我的节点', 'My nodes'),
  ownText: say(
    '由你领取水龙头代币的节点账户，以及已连接的账户。',
    'Nodes whose account you filled from the faucet, and the connected account.',
  ),
} as const
