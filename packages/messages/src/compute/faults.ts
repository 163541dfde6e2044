import { say } from '../kit/say.ts'

/** Faults of leased machines: the report, the answer, and the ruling. */
export const faults = {
  /** On an order of the one whose turn it is: its state, and the way to the panel. */
  yourTurn: say('故障待你处理', 'Fault: your turn'),
  goTo: say('去处理故障', 'Go to the fault report'),
  see: say('查看故障', 'See the fault report'),
  title: say('故障', 'Fault report'),
  lead: say(
    '机器有问题就在这里报告。卖家 48 小时内回复；谈不拢可以交平台裁决，退回一部分或全部剩余租金。处理期间卖家不能结算这笔订单。',
    'Report a problem with the machine here. The seller answers within 48 hours. If you do not agree, Trove rules and can refund part or all of what is left. Until it is settled the seller collects nothing from this order.',
  ),
  leadSeller: say(
    '买家报告的故障。48 小时内不回复，就交平台裁决；处理期间这笔订单不能结算。',
    'Faults the buyer reported. Without an answer in 48 hours Trove rules. Until it is settled nothing of this order can be collected.',
  ),
  leadContest: say(
    '卖家对一次离线的退款有异议，由平台裁决。裁决前不退这段租金，这笔订单也不能结算。',
    'The seller contests the refund of a gap, and Trove rules. Until then it is not refunded, and nothing of this order can be collected.',
  ),
  gap: say('{{when}} 起离线，共 {{minutes}} 分钟', 'Out of reach from {{when}}, {{minutes}} min'),
  reason: say('哪里有问题', 'What is wrong'),
  choose: say('请选择', 'Choose'),
  reasonMissing: say('请选择哪里有问题', 'Choose what is wrong'),
  reasons: {
    unreachable: say('连接不上', 'It cannot be reached'),
    downtime: say('对离线记录有异议', 'The downtime record is wrong'),
    slow: say('比测得的慢', 'It is slower than measured'),
    differs: say('配置与所写不符', 'It is not as described'),
    login: say('登录不了', 'The login does not work'),
    other: say('其他', 'Something else'),
    silence: say('对离线退款有异议', 'A downtime refund is contested'),
  },
  words: say('说明', 'Details'),
  wordsHelp: say(
    '写清发生了什么、从什么时候开始。文件请在会话里发给卖家。',
    'Say what happened and since when. Send files to the seller in your conversation.',
  ),
  replyHelp: say(
    '写清你做了什么，或为什么不同意。买家随后有 48 小时接受或交平台裁决，不回复视为接受。',
    'Say what you did, or why you disagree. The buyer then has 48 hours to accept or ask Trove to rule. No answer counts as acceptance.',
  ),
  answerHelp: say(
    '写清这段时间你做了什么。只能写一次，平台裁决时会看到。',
    'Say what you did in that time. You can write once, and Trove reads it.',
  ),
  wordsEmpty: say('请写下说明', 'Write some details'),
  send: say('提交', 'Send'),
  talk: say('会话和文件', 'Conversation and files'),
  states: {
    open: say('等待卖家回复', 'Waiting for the seller'),
    fixed: say('卖家说已修好', 'The seller says it is fixed'),
    disputed: say('卖家有异议', 'The seller disagrees'),
    handed: say('等待平台裁决', 'Waiting for Trove'),
    ruled: say('已裁决', 'Ruled'),
    accepted: say('已了结', 'Settled'),
    lapsed: say('订单已退款', 'The order was refunded'),
  },
  due: say('截止 {{when}}', 'By {{when}}'),
  said: {
    buyer: say('买家 · {{when}}', 'Buyer · {{when}}'),
    seller: say('卖家 · {{when}}', 'Seller · {{when}}'),
  },
  acts: {
    report: say('报告故障', 'Report a fault'),
    fixed: say('已修好', 'It is fixed'),
    disagree: say('有异议', 'Disagree'),
    accept: say('问题已解决', 'It is solved'),
    hand: say('交平台裁决', 'Ask Trove to rule'),
    answer: say('写下说明', 'Add details'),
  },
  acceptText: say('确认后这次故障了结，卖家可以照常结算。', 'This settles the case, and the seller is paid as usual.'),
  contestRuling: {
    back: say(
      '平台裁决：这段离线的租金退给买家。{{reason}}',
      'Trove ruled: this gap is refunded to the buyer. {{reason}}',
    ),
    kept: say('平台裁决：这段离线不退款，归卖家。{{reason}}', 'Trove ruled: this gap is not refunded. {{reason}}'),
  },
  ruling: say('平台裁决：退回 {{amount}}。{{reason}}', 'Trove ruled: {{amount}} refunded. {{reason}}'),
  sent: say('已提交', 'Sent'),
  failed: say('暂时无法读取故障', 'Faults cannot be shown right now'),
  desk: {
    lead: say(
      '裁决剩余租金退回多少。剩余超过 5,000 元需要两位运营人员，双方当事人不能参与。',
      'Decide how much of what is left the buyer gets back. Above 5,000 yuan left it takes two staff members, neither of them a party.',
    ),
    views: { waiting: say('待裁决', 'Waiting'), decided: say('已裁决', 'Ruled') },
    none: say('没有待裁决的故障', 'No faults waiting'),
    noneEnded: say('还没有裁决过故障', 'No fault has been ruled on yet'),
    parties: say('{{buyer}} 租用 {{seller}} 的机器', '{{buyer}} rents from {{seller}}'),
    probes: say(
      '每分钟探测：在线 {{answered}} 分钟，离线 {{silent}} 分钟，未知 {{unknown}} 分钟，离线已退 {{amount}}',
      'Probes each minute: {{answered}} answered, {{silent}} silent, {{unknown}} unknown; {{amount}} refunded for downtime',
    ),
    certificate: say(
      '机器的检测证书：填报与实测、每天的检测',
      'The machine’s certificate: declared, measured, and its checks by day',
    ),
    silence: say('{{when}} 起离线 {{minutes}} 分钟', 'Silent for {{minutes}} min from {{when}}'),
    amount: say('退回金额（最多 {{amount}}）', 'Refund (at most {{amount}})'),
    above: say('超过剩余的 {{amount}}', 'More than the {{amount}} left'),
    why: say('理由', 'Reason'),
    contested: say(
      '有异议的离线：{{when}} 起 {{minutes}} 分钟，合 {{amount}}',
      'Contested: silent for {{minutes}} min from {{when}}, worth {{amount}}',
    ),
    contestText: say(
      '判定这段离线退给买家还是归卖家。退回的，机器已恢复就立即退，没恢复的等恢复或租期结束。不能撤回，双方都会看到理由。',
      'Decide whether this gap goes back to the buyer or stays the seller’s. It is refunded at once, or when the machine is back. This cannot be undone, and both sides see the reason.',
    ),
    side: say('这段离线的租金', 'The rent of this gap'),
    sideAndReason: say('选择退给谁并写明理由', 'Choose a side and write a reason'),
    goesBack: say('退给买家', 'Refund the buyer'),
    stays: say('归卖家', 'It stays the seller’s'),
    confirmContest: {
      back: say('这段离线的租金退给买家，不能撤回。', 'This gap is refunded to the buyer. This cannot be undone.'),
      kept: say('这段离线不退款，归卖家，不能撤回。', 'This gap is not refunded. This cannot be undone.'),
    },
    declineContest: say(
      '这个提议作废，异议重新等待裁决。',
      'The proposal is dropped, and the contested gap waits for a new ruling.',
    ),
    contestTrail: {
      proposed: say('{{name}} 提出：{{side}}', '{{name}} proposed: {{side}}'),
      final: say('{{name}} 裁决：{{side}}', '{{name}} ruled: {{side}}'),
      declined: say('{{name}} 的提议已放弃：{{side}}', 'Proposed by {{name}} and dropped: {{side}}'),
    },
    rule: say('裁决', 'Rule'),
    ruleText: say(
      '裁决后立即退款，不能撤回。双方都会看到理由。',
      'The refund is made at once and cannot be undone. Both sides see the reason.',
    ),
    proposeText: say(
      '剩余超过 5,000 元：另一位运营人员确认后生效。',
      'More than 5,000 yuan is left: it takes effect once a second person confirms it.',
    ),
    askTwo: say(
      '剩余 {{of}} 中的 {{amount}} 退给买家。另一位运营人员确认后生效。',
      '{{amount}} of the {{of}} left goes back to the buyer, once a second person confirms it.',
    ),
    askTwoContest: {
      back: say(
        '这段离线的租金退给买家。另一位运营人员确认后生效。',
        'This gap is refunded to the buyer, once a second person confirms it.',
      ),
      kept: say(
        '这段离线不退款，归卖家。另一位运营人员确认后生效。',
        'This gap is not refunded, once a second person confirms it.',
      ),
    },
    confirm: say('确认裁决', 'Confirm ruling'),
    confirmText: say(
      '剩余 {{of}} 中的 {{amount}} 会立即退给买家，不能撤回。',
      '{{amount}} of the {{of}} left goes back to the buyer at once. This cannot be undone.',
    ),
    decline: say('放弃裁决', 'Drop ruling'),
    declineText: say(
      '退回 {{amount}} 的提议作废，这个故障重新等待裁决。',
      'The proposal to refund {{amount}} is dropped, and the case waits for a new ruling.',
    ),
    own: say('你是当事人，请由其他运营人员裁决。', 'You are a party to this. Others must rule on it.'),
    done: say('已保存', 'Saved'),
    ended: {
      ruled: say('已裁决', 'Ruled'),
      accepted: say('买家 {{name}} 认为问题已解决，故障了结', 'Accepted as solved by the buyer {{name}}'),
      lapsed: say('订单已退款，故障随之结束', 'The order was refunded, and the case ended with it'),
    },
    trail: {
      proposed: say('{{name}} 提出：{{of}} 中退回 {{amount}}', '{{name}} proposed: {{amount}} of {{of}} refunded'),
      final: say('{{name}} 裁决：{{of}} 中退回 {{amount}}', '{{name}} ruled: {{amount}} of {{of}} refunded'),
      declined: say(
        '{{name}} 的提议已放弃：{{of}} 中退回 {{amount}}',
        'Proposed by {{name}} and dropped: {{amount}} of {{of}}',
      ),
    },
  },
} as const
