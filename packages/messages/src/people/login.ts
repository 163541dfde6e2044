import { say } from '../kit/say.ts'

/** Signing in by phone and code (specification part A: login texts). */
export const login = {
  title: say('登录众享', 'Sign in to Trove'),
  lead: say('新手机号登录即注册。', 'New here? Signing in creates your account.'),
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
    '众享让你出租、租用算力，并在之后买卖代码与聘请专家。发布的机器须由你合法拥有；购买的机器只能用于合法用途。',
    'Trove lets you rent and rent out machines and, later, trade code and hire experts. You must lawfully own the machines you list, and use the machines you rent for lawful purposes only.',
  ),
  money: say(
    '买家付款由平台托管，按服务时间逐秒计入卖家收益；无法提供服务时自动退款。虚拟商品在服务开始后不支持无理由退款，故障与停机另行处理。',
    'Trove holds a buyer’s payment and credits it to the seller by the second while the service runs. If the service cannot be provided, the buyer is refunded automatically. Virtual goods cannot be returned without cause once service has begun; faults and downtime are handled separately.',
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
