import { say } from '../kit/say.ts'

/** Account and privacy: number, copy of one's data, consents, leaving. */
export const account = {
  lead: say(
    '管理手机号、你的数据与同意，或注销账户。',
    'Change your phone number, manage your data and consents, or delete your account.',
  ),
  phone: say('手机号', 'Phone number'),
  id: say('用户编号', 'User ID'),
  changePhone: say('更换手机号', 'Change number'),
  confirmChange: say('确认更换', 'Confirm change'),
  changePhoneText: say(
    '为了安全，原手机号和新手机号都要验证。更换后其他设备会退出登录。',
    'To keep your account safe, we verify both your current and your new number. Your other devices are signed out afterwards.',
  ),
  ownCode: say('原手机号 {{mobile}} 的验证码', 'Code sent to {{mobile}}'),
  newPhone: say('新手机号', 'New phone number'),
  newCode: say('新手机号的验证码', 'Code sent to the new number'),
  phoneChanged: say('手机号已更换', 'Phone number changed'),
  copy: say('下载我的数据', 'Download my data'),
  copyText: say(
    '一份 JSON 文件，包含我们保存的与你有关的全部内容：资料、订单、账单、机器、登录记录与同意记录。',
    'A JSON file with everything we hold about you: profile, orders, transactions, machines, sign-in history and consents.',
  ),
  download: say('下载', 'Download'),
  downloaded: say('已下载，请妥善保管', 'Downloaded. Keep the file safe'),
  consents: say('同意记录', 'Consents'),
  consentsText: say(
    '撤回与同意一样容易。撤回不影响此前已完成的处理。',
    'Withdrawing consent is as easy as giving it. Anything done before then is not affected.',
  ),
  purposes: {
    'sign-in': say('用户协议与隐私说明', 'User agreement and privacy notice'),
    'real-name': say('处理真实姓名（敏感信息）', 'Use of your real name (sensitive)'),
    'receiving-account': say('处理收款账户（敏感信息）', 'Use of your payout account (sensitive)'),
    certification: say(
      '处理认证材料，公开认证信息（敏感信息）',
      'Use of your certification papers, and what they make public (sensitive)',
    ),
  },
  given: say('{{when}} 同意，版本 {{version}}', 'Agreed {{when}}, version {{version}}'),
  withdrawn: say('{{when}} 撤回', 'Withdrawn {{when}}'),
  noConsents: say('还没有同意记录', 'No consents on record yet'),
  withdraw: say('撤回', 'Withdraw'),
  withdrawTitle: say('撤回同意', 'Withdraw consent'),
  withdrawTexts: {
    'sign-in': say(
      '撤回后你会在所有设备退出登录；再次登录时需要重新同意。',
      'You will be signed out on all devices and asked to agree again when you next sign in.',
    ),
    'real-name': say('撤回后我们会删除保存的真实姓名。', 'We will erase the real name we hold.'),
    'receiving-account': say(
      '撤回后我们会解绑并删除保存的收款账户，收益将无法提现。',
      'We will unlink and erase your payout account. Your earnings cannot be paid out without one.',
    ),
    certification: say(
      '撤回后我们会删除你的认证申请和全部材料，你将不再是认证专家。',
      'We will erase your application and all its papers, and you will no longer be a certified expert.',
    ),
  },
  withdrew: say('已撤回', 'Withdrawn'),
  leave: say('注销账户', 'Delete account'),
  leaveText: say(
    '手机号、姓名、头像、收款账户、机器登录信息与消息会被删除，无法恢复。你的作品会下架：有人持有的为其保留，无人持有的连同源码一并删除。订单与账目依法以匿名编号保留；领过存储节点赠币的，留下一个查不出号码的标记，以免重复领取。同一手机号之后可以重新注册。',
    'Your phone number, names, avatar, payout account, machine logins and messages are erased for good. Your works leave the market: those that somebody has stay theirs, all others are erased with their source. Orders and ledger entries are kept under an anonymous number, as the law requires. If you had the grant for a storage node, a mark from which the phone number cannot be read stays, so that it is given once. You can register again with the same phone number.',
  ),
  hindered: say('现在还不能注销：', 'You cannot delete it yet:'),
  hindrances: {
    orders: say('有未结束的订单', 'Some orders have not ended'),
    leases: say('有机器在出租或租用中', 'Some machines are still being rented'),
    income: say('有未结算或未提现的收益', 'Some earnings have not been collected or paid out'),
    payout: say('有一笔提现正在处理', 'A payout is in progress'),
    staff: say('你是平台运营人员，需先卸任', 'You are one of the staff. Your roles have to be taken back first'),
  },
  confirmCode: say('发送到 {{mobile}} 的验证码', 'Code sent to {{mobile}}'),
  understood: say('我知道注销后无法恢复', 'I understand that this cannot be undone'),
  left: say('账户已注销，数据将在一分钟内删除', 'Your account is closed. Your data will be erased within a minute'),
} as const
