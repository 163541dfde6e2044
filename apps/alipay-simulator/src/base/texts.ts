export type Language = 'zh' | 'en'

interface Text {
  zh: string
  en: string
}

const say = (zh: string, en: string): Text => ({ zh, en })

/** Every word the simulator's pages show, both languages side by side. `{name}` is filled in. */
export const TEXTS = {
  cashierTitle: say('模拟收银台', 'Simulated cashier'),
  authorizeTitle: say('模拟授权', 'Simulated authorisation'),
  simulatorName: say('支付网关模拟器', 'Payment gateway simulator'),
  notReal: say('这里不是支付宝，不会动用真钱', 'This is not Alipay, and no real money moves'),
  otherLanguage: say('English', '中文'),
  skip: say('跳到正文', 'Skip to content'),

  stepChoose: say('选择账户', 'Choose account'),
  stepConfirm: say('确认付款', 'Confirm'),
  stepDone: say('完成', 'Done'),
  stepsLabel: say('付款步骤', 'Payment steps'),

  amountToPay: say('应付金额', 'Amount due'),
  payee: say('收款方', 'Payee'),
  orderNumber: say('商户订单号', 'Order no.'),
  tradeNumber: say('交易号', 'Trade no.'),
  subject: say('商品', 'Item'),
  payBefore: say('付款截止', 'Pay before'),
  timeLeft: say('剩余', 'Left'),
  demoMerchant: say('演示商户', 'Demo merchant'),
  shanghaiTime: say('北京时间', 'Beijing time'),

  chooseHeading: say('用哪个测试账户付款？', 'Which test account pays?'),
  chooseHelp: say(
    '选定后才会创建交易，相当于买家扫码。',
    'The trade is created once you choose, as when a buyer scans the code.',
  ),
  chooseAction: say('用此账户继续', 'Continue with this account'),
  leave: say('不付款，返回商户', 'Leave without paying'),
  balance: say('余额', 'Balance'),
  balanceShort: say('余额不足', 'Balance too low'),
  demoBuyer: say('演示买家', 'Demo buyer'),
  realName: say('实名', 'Real name'),

  confirmHeading: say('确认付款', 'Confirm the payment'),
  confirmHelp: say('确认后立即从此账户余额扣款。', 'The amount leaves this account’s balance at once.'),
  payWith: say('付款账户', 'Paying account'),
  balanceAfter: say('付款后余额', 'Balance after'),
  payAction: say('确认付款', 'Pay'),
  refuseAction: say('拒绝付款', 'Refuse to pay'),
  refuseHelp: say(
    '拒绝会关闭这笔交易，同一订单号不能再付。',
    'Refusing closes this trade; its number cannot be paid again.',
  ),
  changeAccount: say('换一个', 'Change'),

  paidHeading: say('付款成功', 'Payment complete'),
  paidHelp: say(
    '商户会另外收到异步通知，结果以通知和查询为准。',
    'The merchant also gets a notification; that and the query decide.',
  ),
  closedHeading: say('交易已关闭', 'Trade closed'),
  closedHelp: say('这笔交易没有扣款，也不能再付款。', 'Nothing was taken, and it can no longer be paid.'),
  refundedHelp: say('这笔交易已全额退款。', 'This trade has been refunded in full.'),
  expiredHeading: say('订单已过期', 'Order expired'),
  expiredHelp: say(
    '付款截止时间已过，请回到商户重新下单。',
    'The time to pay is over. Go back to the merchant and order again.',
  ),
  backToMerchant: say('返回商户', 'Back to the merchant'),

  errorHeading: say('无法打开这个页面', 'This page cannot be opened'),
  errorHelp: say('请回到商户，重新发起一次。', 'Go back to the merchant and start again.'),
  errorCode: say('错误码', 'Error code'),
  notFound: say('收银台地址无效', 'Unknown cashier address'),
  failedPay: say('付款没有完成：{reason}', 'The payment did not go through: {reason}'),

  authorizeHeading: say('允许商户应用识别你？', 'Let the merchant app recognise you?'),
  authorizeHelp: say('应用将获得所选测试账户的以下信息：', 'The app will receive this about the chosen test account:'),
  grantId: say('用户编号（2088 开头）', 'User id (starts with 2088)'),
  grantNick: say('昵称', 'Nickname'),
  grantAvatar: say('头像', 'Avatar'),
  grantNever: say('不会获得：密码、余额、实名信息', 'Never shared: password, balance, real name'),
  authorizeChoose: say('以谁的身份授权', 'Authorise as'),
  agree: say('同意授权', 'Agree'),
  decline: say('拒绝', 'Decline'),
  returnsTo: say('完成后返回', 'Returns to'),
  app: say('应用', 'App'),
  merchantApp: say('商户应用', 'Merchant app'),
} satisfies Record<string, Text>

export type TextName = keyof typeof TEXTS

/** What the gateway's refusals mean to the person at the cashier; unknown codes fall back to the code itself. */
export const REFUSALS: Record<string, Text> = {
  'ACQ.TRADE_HAS_SUCCESS': say('这笔交易已经付过了', 'This trade has already been paid'),
  'ACQ.TRADE_HAS_CLOSE': say('这笔交易已经关闭或过期', 'This trade is closed or expired'),
  'ACQ.CONTEXT_INCONSISTENT': say(
    '同一订单号的金额或商品不一致',
    'The same order number came with another amount or item',
  ),
  'ACQ.BUYER_BALANCE_NOT_ENOUGH': say(
    '所选账户余额不足，请换一个账户',
    'The chosen account has too little; use another one',
  ),
  'ACQ.BUYER_NOT_EXIST': say('请选择一个测试账户', 'Choose a test account'),
  'ACQ.INVALID_PARAMETER': say('商户给出的参数无效', 'The merchant sent an invalid parameter'),
  'isv.invalid-signature': say('商户的签名不正确', 'The merchant’s signature is wrong'),
  'isv.invalid-app-id': say('商户应用编号无效', 'Unknown merchant app'),
  'isv.invalid-timestamp': say('商户请求的时间无效', 'The merchant’s request has an invalid time'),
  'isv.redirect-uri-invalid': say('商户的返回地址无效', 'The merchant’s return address is invalid'),
}

/** One text in one language with its parameters filled in. */
export function textIn(language: Language, name: TextName, values: Record<string, string> = {}): string {
  return TEXTS[name][language].replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
}

/** The language a page is shown in: ?lang= first, then the cookie, then Accept-Language, then Chinese. */
export function chooseLanguage(query: unknown, cookie: string | undefined, header: string | undefined): Language {
  for (const wish of [query, /(?:^|;\s*)sim_lang=(\w+)/.exec(cookie ?? '')?.[1]]) {
    if (wish === 'en' || wish === 'zh') return wish
  }
  const first = (header ?? '').split(',')[0]?.trim().toLowerCase() ?? ''
  return first.startsWith('en') ? 'en' : 'zh'
}
