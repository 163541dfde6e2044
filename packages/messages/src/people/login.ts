import { say } from '../kit/say.ts'

/** Signing in by phone and code (specification part A: login texts). */
export const login = {
  title: say('登录众享', 'Sign in to Trove'),
  lead: say('新手机号登录即注册。', 'New here? Signing in creates your account.'),
  goOn: say('登录后回到你要去的页面。', 'Sign in, and you go on to the page you asked for.'),
  expired: say(
    '登录已过期。重新登录后回到刚才的页面。',
    'Your session has expired. Sign in again to return to your page.',
  ),
  phone: say('手机号', 'Phone number'),
  phonePlaceholder: say('请输入手机号', 'Enter your phone number'),
  phoneRequired: say('请输入手机号', 'Enter your phone number'),
  phoneInvalid: say('请输入正确的手机号码', 'Enter a valid phone number'),
  code: say('验证码', 'Verification code'),
  codePlaceholder: say('请输入验证码', 'Enter the code'),
  codeRequired: say('请输入验证码', 'Enter the code'),
  getCode: say('获取验证码', 'Get code'),
  resendIn: say('{{seconds}} 秒后重发', 'Resend in {{seconds}} s'),
  codeSent: say('短信发送成功', 'Code sent by text message'),
  agree: say('我已阅读并同意', 'I have read and agree to the'),
  agreement: say('《用户协议与隐私说明》', 'user agreement and privacy notice'),
  agreeFirst: say('请先阅读并同意用户协议', 'Please agree to the user agreement first'),
  submit: say('登录', 'Sign in'),
  success: say('登录成功', 'Signed in'),
  outbox: say('演示环境：在短信发件箱查看验证码', 'Demo environment: find the code in the text message outbox'),
  slider: {
    title: say('滑块验证', 'Security check'),
    text: say(
      '拖动滑块，把拼图移到缺口处。也可以用方向键。',
      'Drag the slider until the piece fits the gap. Arrow keys work too.',
    ),
    label: say('滑块位置', 'Slider position'),
    done: say('完成', 'Done'),
    toQuestion: say('看不到图片，改为回答问题', 'Answer a question instead'),
    toPicture: say('改为拼图', 'Use the picture instead'),
    answer: say('答案（数字）', 'Answer (a number)'),
    another: say('换一张', 'New picture'),
  },
} as const

/** The agreement notice: what is kept and why, in plain words. */
export const agreement = {
  title: say('用户协议与隐私说明', 'User agreement and privacy notice'),
  version: say('版本 {{version}}', 'Version {{version}}'),
  use: say(
    '众享是一个共享市场：你可以租用或出租机器、买卖代码、聘请专家或以专家身份接单，也可以存放文件或提供存储。你发布的机器和作品须由你合法拥有，或有权发布；在这里租用、购买和存放的一切只能用于合法用途。',
    'Trove is a sharing market: you can rent machines or rent out yours, buy and sell code, hire experts or work as one, and store files or offer storage. You must own what you list, or have the right to list it. Use what you rent, buy or store for lawful purposes only.',
  ),
  money: say(
    '买家支付的人民币由平台托管。机器的收益随租用时间线性累计，可随时结算；专家的报酬在买家验收后结算；代码的收益在退款期结束后结算。存储用链上的 TTC 支付，节点按已证明的存储时间获得收益。卖家无法提供机器、代码或服务时，款项自动退回。虚拟商品购买后不支持无理由退款；故障、停机和未交付另行处理，提前结束租用时退回尚未开始的整天。',
    'Trove holds what buyers pay in yuan. A machine earns evenly over the time it is rented, and its owner can collect at any time. An expert is paid once the buyer accepts the work, and the author of code once the refund period is over. Storage is paid in TTC on the chain, and a node earns for the time it has proven. If a machine, code or service cannot be provided, the buyer is refunded automatically. Virtual goods cannot be returned without cause; faults, downtime and missing work are handled separately, and a lease that ends early gives back the whole days that have not begun.',
  ),
  data: say(
    '我们保存你的手机号、昵称、头像、订单与收款账户，用于登录、交易与法律要求的记录。手机号、真实姓名与机器密码加密保存。',
    'We keep your phone number, nickname, avatar, orders and payout account to sign you in, to carry out trades, and to keep the records the law requires. Your phone number, real name and machine passwords are stored encrypted.',
  ),
  rights: say(
    '你可以随时在“账户与隐私”查看、更正、下载数据，撤回同意或注销账户；同意记录包含时间与版本。',
    'Under “Account and privacy” you can see, correct and download your data, withdraw consent or delete your account at any time. Your consent is recorded with its time and version.',
  ),
} as const
