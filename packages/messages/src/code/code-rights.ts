import { say } from '../kit/say.ts'

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
  /** The same where the author signs by an account of their own. */
  ownMeans: {
    waiting: say(
      '作者用自己的链上账户登记，还没有签完。七天内没有完成的，由平台登记。',
      'The author anchors it by their own chain account and has not signed yet. If they do not within seven days, the market does.',
    ),
    revealed: say(
      '在所示区块时，这份内容已经存在。作者用自己的链上账户签名登记。',
      'This content existed by the block shown. The author signed for it by their own chain account.',
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
  ownAccount: say('登记账户（作者本人）', 'Account that anchored (the author’s own)'),
  committedAt: say('承诺', 'Committed'),
  revealedAt: say('公开', 'Revealed'),
  block: say('区块 {{number}}，{{when}}', 'Block {{number}}, {{when}}'),
  blockAlone: say('区块 {{number}}', 'Block {{number}}'),
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
  sign: {
    title: say('由你签名', 'Yours to sign'),
    commit: {
      text: say(
        '第一步：写下承诺。它不透露内容，只有你的账户能公开它。押金随登记一直冻结。',
        'Step 1: commit. It shows nothing of the content, and only your account can reveal it. The deposit stays held with the anchor.',
      ),
      action: say('签名承诺', 'Sign the commitment'),
      sending: say('承诺正在上链', 'The commitment is on its way'),
      done: say('承诺已进入区块，等待确认', 'The commitment is in a block. Waiting for it to be final'),
    },
    reveal: {
      text: say(
        '第二步：公开内容摘要和标题，登记即完成。',
        'Step 2: reveal the content hash and the title. That completes the anchor.',
      ),
      action: say('签名公开', 'Sign the reveal'),
      sending: say('公开正在上链', 'The reveal is on its way'),
      done: say('公开已进入区块，等待确认', 'The reveal is in a block. Waiting for it to be final'),
    },
    release: {
      text: say(
        '这个承诺已用不上，它的押金还冻结着。签名后押金退回账户。',
        'The chain still holds a deposit for this commitment, which is not needed now. Sign to get the deposit back.',
      ),
      action: say('签名取回押金', 'Sign to get the deposit back'),
      sending: say('正在取回押金', 'The deposit is on its way back'),
      done: say('押金已取回，等待确认', 'The deposit is back. Waiting for it to be final'),
    },
    connect: say('连接账户 {{address}} 后才能签名。', 'Connect the account {{address}} to sign.'),
    toWallet: say('去我的钱包', 'Go to my wallet'),
  },
  by: {
    title: say('确权登记', 'Anchoring on the chain'),
    help: say(
      '作品上架并检查完成后，每个版本的内容摘要写到链上，证明谁最先登记。',
      'Once the work is online and checked, the hash of each version goes on the chain. It shows who anchored the content first.',
    ),
    market: say('由平台登记', 'By the market'),
    marketText: say(
      '不需要钱包，也不花钱。链上写的是平台的账户，证书会注明是以你的名义。',
      'No wallet and no cost. The chain names the market’s account, and the certificate says that it did so in your name.',
    ),
    own: say('由我自己的链上账户登记', 'By my own chain account'),
    ownText: say(
      '每个版本签名两次，账户冻结一笔押金并付手续费。地址会公开显示，并永远留在链上。七天内没有签完的版本由平台登记。',
      'You sign twice for each version. Your account pays the fees, and a deposit is held. The address is public and stays on the chain for good. What you do not sign within seven days is left to the market.',
    ),
    linked: say('使用账户 {{address}}', 'It uses {{address}}'),
    change: say('改用已连接的账户 {{address}}', 'Use the connected account {{address}} instead'),
    needsWallet: say(
      '先在我的钱包里连接链账户，才能选择这一项。',
      'Connect a chain account in your wallet to choose this.',
    ),
    saved: say('已保存，从下一个未登记的版本起生效', 'Saved. It applies to versions that are not anchored yet'),
  },
}
