import { say } from '../kit/say.ts'

/** Disputes about hires: what the two of one see, and the desk that rules. */
export const disputes = {
  title: say('争议', 'Dispute'),
  open: say('申请平台裁决', 'Ask Trove to rule'),
  openText: say(
    '申请后，裁决前订单暂停：不会自动验收，也不会退款或结算。裁决后订单结束，其余款项付给专家。',
    'Once you ask, the order is on hold until the ruling: nothing is accepted, refunded or paid out. The ruling ends the order, and what is not refunded goes to the expert.',
  ),
  hours: say('希望退回的小时数', 'Hours you want back'),
  expertHours: say(
    '争议为买家申请的 {{hours}} 小时（{{amount}}）。',
    'The dispute is about the {{hours}} h ({{amount}}) the buyer asked for.',
  ),
  words: say('发生了什么', 'What happened'),
  wordsHelp: say(
    '写清事实和依据，可附上链接。运营人员会看到需求、工时表和双方的说明，看不到站内会话。',
    'Describe the facts and what shows them; links are fine. Staff see the requirement, the time-sheet and what both of you wrote here. They cannot see your conversation.',
  ),
  wordsEmpty: say('请填写说明', 'Describe what happened'),
  send: say('提交', 'Send'),
  opened: say('已提交，等待平台裁决', 'Sent. Waiting for the ruling'),
  wants: {
    buyer: say('买家希望退回 {{hours}} 小时（{{amount}}）', 'The buyer wants {{hours}} h back ({{amount}})'),
    expert: say(
      '专家请平台裁决买家申请的 {{hours}} 小时（{{amount}}）',
      'The expert asked for a ruling on the {{hours}} h ({{amount}}) the buyer wants back',
    ),
  },
  said: {
    buyer: say('买家 · {{when}}', 'Buyer · {{when}}'),
    expert: say('专家 · {{when}}', 'Expert · {{when}}'),
  },
  waiting: say('等待平台裁决，订单暂停。', 'Waiting for the ruling. The order is on hold.'),
  answer: say('回应争议', 'Answer the dispute'),
  addWords: say('补充说明', 'Add a statement'),
  added: say('说明已补充', 'Statement added'),
  talk: say('发消息和文件', 'Send messages and files'),
  withdraw: say('撤回', 'Withdraw'),
  withdrawText: say(
    '撤回后订单继续，停住的期限接着算。',
    'The order goes on, and its deadlines run from where they stopped.',
  ),
  withdrawn: say('已撤回，订单继续', 'Withdrawn. The order goes on'),
  agree: say('同意退回 {{hours}} 小时（{{amount}}）', 'Agree to refund {{hours}} h ({{amount}})'),
  agreeText: say(
    '这些工时的款项退给买家，争议结束，订单继续。不能撤回。',
    'The buyer is refunded for these hours, the dispute ends and the order goes on. This cannot be undone.',
  ),
  acceptText: say(
    '验收后争议结束，款项付给专家，不能撤回。',
    'Accepting ends the dispute, and the expert is paid. This cannot be undone.',
  ),
  agreed: say('已同意，款项原路返回', 'Agreed. The money is on its way back'),
  states: {
    open: say('等待裁决', 'Waiting for a ruling'),
    ruled: say('已裁决', 'Ruled'),
    agreed: say('专家已同意退回', 'The expert agreed'),
    accepted: say('买家已验收', 'The buyer accepted'),
    withdrawn: say('已撤回', 'Withdrawn'),
    lapsed: say('订单已结束', 'The order was over'),
  },
  ruling: say(
    '平台裁决：{{of}} 小时中退回 {{hours}} 小时，其余付给专家。',
    'Ruling: {{hours}} of {{of}} h are refunded, and the expert is paid for the rest.',
  ),
  desk: {
    lead: say(
      '裁决多少小时退给买家，其余付给专家。超过 5,000 元需要两位运营人员，双方当事人不能参与。',
      'Decide how many hours the buyer gets back; the expert is paid for the rest. Above 5,000 yuan it takes two staff members, neither of them a party.',
    ),
    views: { waiting: say('待裁决', 'Waiting'), decided: say('已结束', 'Ended') },
    none: say('没有待裁决的争议', 'No disputes waiting'),
    noneText: say('买家或专家交来的争议会出现在这里。', 'Disputes that buyers or experts hand over appear here.'),
    noneEnded: say('还没有结束的争议', 'No disputes have ended yet'),
    parties: say('{{buyer}} 与 {{expert}}', '{{buyer}} and {{expert}}'),
    wants: say(
      '买家希望退回 {{hours}} 小时，剩余 {{left}} 小时',
      'The buyer wants {{hours}} of the remaining {{left}} h back',
    ),
    hoursWanted: say('希望退回', 'Wanted back'),
    hoursOf: say('{{hours}} / {{left}} 小时', '{{hours}} of {{left}} h'),
    buyer: say('买家', 'Buyer'),
    expert: say('专家', 'Expert'),
    price: say('{{hours}} 小时，每小时 {{price}}', '{{hours}} h at {{price}} an hour'),
    returned: say('已退回 {{hours}} 小时', '{{hours}} h refunded so far'),
    requirement: say('需求', 'Requirement'),
    statements: say('双方的说明', 'What both said'),
    delivery: say('交付说明', 'Delivery note'),
    notDelivered: say('尚未交付', 'Not delivered yet'),
    asks: say('退回申请', 'Refund requests'),
    askLine: say('{{hours}} 小时（{{state}}）：{{reason}}', '{{hours}} h ({{state}}): {{reason}}'),
    rule: say('裁决', 'Rule'),
    ruleTitle: say('裁决争议', 'Rule on the dispute'),
    ruleText: say(
      '裁决后订单结束，不能撤回。双方都会看到理由。',
      'The ruling ends the order and cannot be undone. Both sides see the reason.',
    ),
    proposeText: say(
      '金额超过 5,000 元：另一位运营人员确认后生效。双方都会看到理由。',
      'The amount is above 5,000 yuan: it takes effect once a second person confirms it. Both sides see the reason.',
    ),
    hours: say('退给买家的小时数（共 {{left}} 小时）', 'Hours refunded to the buyer (of {{left}})'),
    split: say('退给买家 {{back}}，付给专家 {{rest}}', '{{back}} to the buyer, {{rest}} to the expert'),
    ask: say(
      '退给买家 {{back}}，付给专家 {{rest}}。裁决后订单结束，不能撤回。',
      '{{back}} goes back to the buyer and {{rest}} to the expert. The ruling ends the order and cannot be undone.',
    ),
    askTwo: say(
      '退给买家 {{back}}，付给专家 {{rest}}。另一位运营人员确认后生效。',
      '{{back}} goes back to the buyer and {{rest}} to the expert, once a second person confirms it.',
    ),
    reason: say('理由', 'Reason'),
    ruled: say('已裁决，双方已收到通知', 'Ruled. Both sides were notified'),
    proposed: say('已提出，等待另一位运营人员确认', 'Proposed. A second person must confirm it'),
    declined: say('已放弃这个裁决', 'The proposed ruling was dropped'),
    confirm: say('确认裁决', 'Confirm ruling'),
    confirmText: say(
      '{{of}} 小时中退回 {{hours}} 小时：退给买家 {{back}}，付给专家 {{rest}}。确认后立即生效，不能撤回。',
      '{{hours}} of {{of}} h are refunded: {{back}} to the buyer, {{rest}} to the expert. This takes effect at once and cannot be undone.',
    ),
    decline: say('放弃', 'Drop'),
    declineText: say('放弃后可以重新裁决。', 'You or someone else can rule again.'),
    own: say('你是当事人，请由其他运营人员裁决。', 'You are a party to this. Others must rule on it.'),
    ended: {
      ruled: say('已裁决', 'Ruled'),
      agreed: say(
        '专家 {{expert}} 同意退回，争议结束',
        'Expert {{expert}} agreed to the refund, which ended the dispute',
      ),
      accepted: say('买家 {{buyer}} 已验收，争议结束', 'Buyer {{buyer}} accepted the work, which ended the dispute'),
      lapsed: say('订单已结束，争议随之结束', 'The order ended, and the dispute with it'),
    },
    withdrawnBy: {
      buyer: say('买家 {{name}} 撤回了争议', 'Withdrawn by the buyer {{name}}'),
      expert: say('专家 {{name}} 撤回了争议', 'Withdrawn by the expert {{name}}'),
    },
    trail: {
      proposed: say(
        '{{name}} 提出：{{of}} 小时中退回 {{hours}} 小时',
        '{{name}} proposed: {{hours}} of {{of}} h refunded',
      ),
      final: say('{{name}} 裁决：{{of}} 小时中退回 {{hours}} 小时', '{{name}} ruled: {{hours}} of {{of}} h refunded'),
      declined: say(
        '{{name}} 提出的裁决已放弃：{{of}} 小时中退回 {{hours}} 小时',
        'Proposed by {{name}} and dropped: {{hours}} of {{of}} h refunded',
      ),
    },
  },
} as const
