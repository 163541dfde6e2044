import { say } from './say.ts'

/** The certificate of a version: what the chain says of it. */
export const codeRights = {
  title: say('确权证书', 'Certificate of rights'),
  open: say('查看确权证书', 'See its certificate of rights'),
  lead: say('《{{title}}》版本 {{number}}', '{{title}}, version {{number}}'),
  states: {
    waiting: say('等待上链', 'Waiting to be anchored'),
    committed: say('已承诺，等待公开', 'Committed, not revealed yet'),
    revealed: say('已上链', 'Anchored'),
    earlier: say('同样的内容已有更早的记录', 'The same content was anchored earlier'),
    refused: say('上链失败', 'Could not be anchored'),
  },
  means: {
    waiting: say(
      '作品上架并检查完成后，平台在几分钟内把内容摘要写到链上。',
      'Once the work is online and checked, the market writes its hash to the chain within minutes.',
    ),
    committed: say(
      '链上已有不公开内容的承诺，公开后即可核对。',
      'A commitment that hides the content is on the chain. It can be checked once it is revealed.',
    ),
    revealed: say(
      '在所示区块时，这份内容已经存在。平台以作者的名义登记。',
      'This content existed by the block shown. The market anchored it in the author’s name.',
    ),
    earlier: say(
      '链上已有另一账户或另一版本更早登记了相同内容，本版本不再登记。',
      'Another account or version anchored the same content in an earlier block, so this version has no anchor of its own.',
    ),
    refused: say(
      '链没有接受这次登记。平台已知悉，作品的销售不受影响。',
      'The chain did not take it. The market knows of it, and sales of the work go on.',
    ),
  },
  contest: say(
    '公开后七天内，更早的承诺可以取代这条记录。',
    'For seven days after the reveal, an earlier commitment can take this record over.',
  ),
  final: say('七天异议期已过，记录不再改变。', 'The seven days are over. The record can no longer change.'),
  provesFirst: say(
    '证明谁最先登记了这份内容，不证明作品是谁写的。',
    'It proves who anchored this content first. It does not prove who wrote it.',
  ),
  facts: say('链上记录', 'On the chain'),
  contentHash: say('内容摘要', 'Content hash'),
  account: say('登记账户（平台）', 'Account that anchored (the market’s)'),
  committedAt: say('承诺', 'Committed'),
  revealedAt: say('公开', 'Revealed'),
  block: say('区块 {{number}}，{{when}}', 'Block {{number}}, {{when}}'),
  earlierBy: say('更早的记录', 'Earlier record'),
  earlierIn: say('区块 {{number}}，账户 {{address}}', 'Block {{number}}, account {{address}}'),
  commitment: say('承诺值', 'Commitment'),
  salt: say('盐值', 'Salt'),
  chainTitle: say('链上标题', 'Title on the chain'),
  genesis: say('链（创世区块）', 'Chain (genesis block)'),
  verify: say('自行核对', 'Check it yourself'),
  verifyHash: say(
    '一、在克隆下来的作品里运行脚本，得到的摘要应与上面的内容摘要相同。',
    '1. Run this script in your clone of the work. It prints the content hash above.',
  ),
  verifyChain: say(
    '二、向链上任意节点查询这份摘要，不需要信任本站。',
    '2. Ask any node of the chain about the hash. You need not trust this site.',
  ),
  nodeAddress: say('<节点的 ws 地址>', '<ws address of a node>'),
}
