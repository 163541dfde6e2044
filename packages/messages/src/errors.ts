import type { ErrorCode } from '@trove/contract/errors/codes'
import { commonErrors } from '@trove/contract/errors/general'
import type { FieldCode } from '@trove/contract/kit/field-code'
import { staffErrors } from './desk/staff-errors.ts'
import { type Say, say } from './kit/say.ts'
import { errorsOfMarkets } from './markets.ts'
import { certificationErrors } from './people/certification-errors.ts'
import { reviewsErrors } from './site/reviews-errors.ts'
import { searchesErrors } from './site/searches-errors.ts'

/** The error catalogue: every code in both languages. A code without a text does not compile. */
export const errors = {
  ...certificationErrors,
  ...errorsOfMarkets,
  ...reviewsErrors,
  ...searchesErrors,
  ...staffErrors,
  'request.too-frequent': say('操作太频繁，请稍后再试', 'Too many requests. Try again later'),
  'request.invalid': say(
    '填写的内容有误，请检查后再试',
    'Some of what you entered is not valid. Check it and try again',
  ),
  'request.too-large': say('内容太大，请减小后再试', 'That is too large. Make it smaller and try again'),
  'request.headers-too-large': say('请求头太大', 'The headers of the request are too large'),
  'request.unsupported-media': say('不支持这种内容格式', 'This content type is not supported'),
  'request.method-not-allowed': say('不支持这种请求方式', 'This method is not allowed here'),
  'request.idempotency-mismatch': say(
    '同一请求编号的内容前后不一致',
    'The same request key came with different content',
  ),
  'request.in-progress': say(
    '同样的请求正在处理，请稍候',
    'The same request is already being processed. Wait a moment',
  ),
  'session.expired': say('登录已过期，请重新登录', 'Your session has expired. Please sign in again'),
  'session.forbidden': say('没有权限', 'You do not have permission to do this'),
  'session.client-unknown': say('客户端未授权', 'This client is not authorised'),
  'session.credentials-wrong': say('用户名或密码错误', 'Wrong username or password'),
  'resource.not-found': say('没有找到要访问的内容', 'We could not find what you asked for'),
  'account.not-bound': say(
    '未绑定登录账号，请先用手机号登录',
    'No account is linked to this login. Sign in with your phone number first',
  ),
  'demo.not-allowed': say('演示环境，没有权限操作', 'You cannot do this in a demo environment'),
  'demo.not-permitted': say('演示环境，没有权限操作', 'You cannot do this in a demo environment'),
  'service.unavailable': say('服务暂时不可用，请稍后再试', 'The service is unavailable right now. Try again shortly'),
  'service.storage-full': say('存储空间已满，请稍后再试', 'Storage is full. Try again later'),
  'chain.unavailable': say(
    '区块链节点暂时连接不上，请稍后再试',
    'The chain node cannot be reached right now. Try again shortly',
  ),
  'chain.address-invalid': say('钱包地址不正确', 'This is not a valid wallet address'),
  'chain.price-too-large': say('文件太大，无法计算价格', 'This file is too large to price'),
  'conversations.own-subject': say('这是你自己发布的', 'This is your own listing'),
  'conversations.empty': say('请输入内容或选择文件', 'Write something or choose a file'),
  'conversations.file-type': say(
    '只能发送图片、PDF、ZIP、GZIP 和纯文本文件',
    'You can send pictures, PDF, ZIP, GZIP and plain text files',
  ),
  'conversations.file-too-large': say('文件不能超过 {{megabytes}} MB', 'The file can be at most {{megabytes}} MB'),
  'conversations.file-limit': say(
    '每个会话最多发送 {{count}} 个文件',
    'You can send at most {{count}} files in one conversation',
  ),
  'faucet.address-empty': say('地址不能为空', 'The address cannot be blank'),
  'faucet.limit': say(
    '每人每天最多为 {{count}} 个地址领取，请明天再来',
    'You can claim for up to {{count}} addresses a day. Come back tomorrow',
  ),
  'faucet.network-limit': say(
    '同一网络每天最多领取 {{count}} 次，今天已满；请换一个网络或明天再来',
    'Your network has reached its limit of {{count}} claims today. Use another network or come back tomorrow',
  ),
  'faucet.on-its-way': say(
    '已经发出，正在等待区块确认，请稍后查看余额',
    'It has been sent and is waiting for a block. Check your balance in a moment',
  ),
  'faucet.not-sent': say(
    '链上没有完成这笔转账，地址没有问题，今天的次数也没有用掉；请稍后再领一次',
    'The chain did not carry out the transfer. Your address is fine and today’s claim is not used up. Try again shortly',
  ),
  'service.unknown': say('系统未知错误，请反馈给管理员', 'Unknown system error. Please tell the administrator'),
  'identity.phone-invalid': say('请输入正确的手机号码', 'Enter a valid phone number'),
  'identity.sms-too-soon': say(
    '验证码刚刚发过，请查看短信；没收到可稍后重发',
    'A code was just sent. Check your text messages, or ask for another one shortly',
  ),
  'identity.sms-limit': say('验证码请求太多，请稍后再试', 'Too many codes requested. Try again later'),
  'identity.sms-failed': say('验证码发送失败，请稍后再试', 'The code could not be sent. Try again later'),
  'identity.slider-required': say('请先完成滑块验证', 'Complete the slider check first'),
  'identity.code-wrong': say('验证码错误', 'Wrong verification code'),
  'identity.code-attempts': say(
    '验证码错误次数太多，请 {{minutes}} 分钟后再试',
    'Too many wrong codes. Try again in {{minutes}} minutes',
  ),
  'identity.grant-unsupported': say('不支持这种登录方式', 'This way of signing in is not supported'),
  'identity.refresh-invalid': say('登录已失效，请重新登录', 'Your session is no longer valid. Please sign in again'),
  'identity.session-not-found': say('没有找到这个登录设备', 'This device was not found'),
  'identity.phone-taken': say('这个手机号已有账户', 'This number already has an account'),
  'identity.account-closing': say(
    '这个账户正在注销，请一分钟后再试',
    'This account is being deleted. Try again in a minute',
  ),
  'identity.delete-orders': say(
    '还有未结束的订单，结束后才能注销',
    'Some orders have not ended. You can delete the account once they have',
  ),
  'identity.delete-leases': say(
    '还有机器在出租或租用中，到期后才能注销',
    'Some machines are still being rented. You can delete the account once the leases end',
  ),
  'identity.delete-income': say(
    '还有未结算或未提现的收益，请先结算并提现',
    'Some earnings have not been collected or paid out. Collect them and have them paid out first',
  ),
  'identity.delete-payout': say(
    '有一笔提现正在处理，完成后才能注销',
    'A payout is in progress. You can delete the account once it is done',
  ),
  'identity.delete-staff': say(
    '你是平台运营人员，卸任后才能注销',
    'You are one of the staff. You can delete the account once your roles have been taken back',
  ),
  'identity.mobile-staff': say(
    '你是平台运营人员，卸任后才能更换手机号',
    'You are one of the staff. You can change the number once your roles have been taken back',
  ),
  'identity.consent-in-use': say(
    '请先解绑收款账户，再撤回同意',
    'Unlink your payout account before you withdraw this consent',
  ),
  'identity.tags-empty': say('请至少选择一个兴趣标签', 'Choose at least one interest'),
  'files.picture-slow': say(
    '处理这张图片花的时间太长，请稍后再试，或换一张小一些的图片',
    'This picture took too long to process. Try again shortly, or use a smaller one',
  ),
  'files.not-an-image': say('请上传 JPG、PNG 或 WebP 图片', 'Upload a JPG, PNG or WebP image'),
  'files.too-large': say('图片不能超过 {{megabytes}} MB', 'The image may be at most {{megabytes}} MB'),
  'files.dimensions': say('图片尺寸过大或过小', 'The image has too many or too few pixels'),
  'files.missing': say('请选择要上传的文件', 'Choose a file to upload'),
  'files.type': say('不支持这种文件', 'Files of this type are not taken here'),
  'files.picture-in-parts': say(
    '图片请整张发送，以便去除拍摄地点等信息',
    'Send a picture in one piece, so that where it was taken can be removed',
  ),
  'files.over-limit': say('文件不能超过 {{megabytes}} MB', 'The file can be at most {{megabytes}} MB'),
  'files.too-many': say('这里最多上传 {{count}} 个文件', 'You can upload at most {{count}} files here'),
  'files.quota': say('你的文件总量已达上限 {{megabytes}} MB', 'Your files have reached the limit of {{megabytes}} MB'),
  'files.range': say('请求的文件范围不存在', 'The file has no such range of bytes'),
  'files.part-size': say('这一部分应为 {{bytes}} 字节', 'This part should have {{bytes}} bytes'),
  'files.hash-differs': say(
    '文件内容与校验值不一致，请重新上传',
    'The content does not match its checksum. Upload it again',
  ),
  'files.part-differs': say(
    '这一部分已上传过不同的内容，请重新开始上传',
    'This part was uploaded before with different content. Start the upload again',
  ),
  'files.incomplete': say('文件还没有上传完整', 'Some parts of the file are still missing'),
  'wallet.not-bound': say('请先绑定收款账户', 'Link a payout account first'),
  'wallet.already-bound': say('已绑定支付宝，请先解绑', 'An Alipay account is already linked. Unlink it first'),
  'wallet.account-taken': say('这个支付宝账户已被其他用户绑定', 'This Alipay account is linked to another user'),
  'wallet.real-name-empty': say('真实姓名不能为空', 'Real name cannot be empty'),
  'wallet.authorization-invalid': say(
    '支付宝授权无效或已过期，请重新授权',
    'The Alipay authorisation is invalid or has expired. Please authorise again',
  ),
  'wallet.pending-not-found': say('绑定已超时，请重新授权', 'Linking has timed out. Please authorise again'),
  'wallet.amount-range': say('最大金额必须大于最小金额', 'The maximum amount must be greater than the minimum'),
  'wallet.payout-in-flight': say(
    '有一笔提现正在处理，完成后才能解绑',
    'A payout is in progress. You can unlink once it is done',
  ),
  'wallet.payout-not-found': say('没有这笔提现', 'This payout does not exist'),
  'wallet.payout-not-waiting': say('这笔提现已经处理过', 'This payout has already been decided'),
  'wallet.own-payout': say('不能处理自己的提现', 'You cannot decide on your own payout'),
  'wallet.second-person-needed': say(
    '你已经同意过，还需要另一位运营人员同意',
    'You have already approved it. A second person must approve it too',
  ),
  'wallet.payout-held': say(
    '收款账户绑定时没有验证手机，24 小时后才能提现',
    'The payout account was linked without a code: payouts start 24 hours after that',
  ),
  'wallet.nothing-to-pay-out': say(
    '没有可以提现的收益（至少 0.10 元）',
    'There is nothing to pay out (at least 0.10 yuan)',
  ),
  'payment.wechat-unsupported': say('暂不支持微信支付', 'WeChat Pay is not supported yet'),
  'payment.failed': say('支付失败', 'Payment failed'),
  'payment.difference-not-found': say('没有这条差异', 'This difference does not exist'),
  'payment.difference-settled': say('这条差异已经处理过', 'This difference has already been resolved'),
  'payment.adjustment-accounts': say('借方和贷方不能是同一个账户', 'Debit and credit must be different accounts'),
  'payment.adjustment-not-found': say('没有这笔调账', 'This adjustment does not exist'),
  'payment.adjustment-decided': say('这笔调账已经处理过', 'This adjustment has already been decided'),
  'payment.proposer-left': say(
    '提出的人已不再负责资金，请重新提出',
    'Whoever proposed this no longer handles money here. Propose it anew',
  ),
  'payment.own-adjustment': say(
    '不能同意自己提出的调账，需要另一位运营人员',
    'You cannot approve your own adjustment. A second person must do it',
  ),
  'payment.parked-not-found': say('这笔支付已不在搁置中', 'This payment is no longer set aside'),
  'payment.refund-not-parked': say('这笔退款没有受阻', 'This refund is not held up'),
  'payment.refund-held': say(
    '已有人提出线下退回，需先同意、拒绝或撤回',
    'Someone proposed settling this refund by hand. Approve, decline or withdraw that first',
  ),
  'payment.refund-under-way': say(
    '正在向支付宝发送或查询这笔退款，请半分钟后再试',
    'This refund is being sent to Alipay or looked up there. Try again in half a minute',
  ),
  'payment.refund-amount': say(
    '金额必须与退款金额 {{amount}} 一致',
    'The amount has to be that of the refund, {{amount}}',
  ),
  'payment.refund-done': say('这笔退款已经完成，不再处理', 'This refund is already done. Nothing more is needed'),
  'payment.refund-unclear': say(
    '支付宝没有明确答复这笔退款的结果，暂时不能确认线下退回',
    'Alipay gave no clear answer about this refund, so a return by hand cannot be confirmed now',
  ),
  'payment.outside-not-found': say('没有这条线下退回', 'This return by hand does not exist'),
  'payment.outside-decided': say('这条线下退回已经处理过', 'This return by hand has already been decided'),
  'payment.own-outside': say(
    '不能确认自己提出的线下退回，需要另一位运营人员',
    'You cannot confirm your own proposal. A second person must do it',
  ),
  'payment.own-refund': say('不能处理自己的退款', 'You cannot decide on your own refund'),
  'payment.unavailable': say(
    '支付服务暂时不可用，请稍后再试',
    'The payment service is unavailable right now. Try again shortly',
  ),
  'orders.not-found': say('没有找到这个订单', 'This order was not found'),
  'orders.choice-unsupported': say('这类商品没有“{{field}}”这个选项', 'This kind of product has no choice “{{field}}”'),
  'orders.own-product': say('不能购买自己发布的商品', 'You cannot buy something you are selling'),
  'orders.product-changed': say(
    '商品信息刚有变更，请看过新的内容再付款',
    'What is offered has just changed. Look at it as it is now before you pay',
  ),
  'orders.price-changed': say(
    '价格刚刚变了，请看过新价格再付款',
    'The price has just changed. Look at the new price before you pay',
  ),
  'orders.product-taken': say('手慢了，已被其他人下单', 'Someone else has just ordered this'),
  'orders.product-unavailable': say('该商品当前不可购买', 'This product cannot be bought right now'),
  'orders.product-type-unsupported': say('暂不支持购买这类商品', 'This kind of product cannot be bought yet'),
  'orders.too-many-unpaid': say(
    '你有 {{most}} 个订单还未支付，请先支付或取消后再下单',
    'You have {{most}} unpaid orders. Pay or cancel one before ordering more',
  ),
  'orders.not-payable': say('订单已不能支付', 'This order can no longer be paid'),
  'orders.not-cancelable': say('订单当前不能取消', 'This order cannot be cancelled now'),
  'orders.order-id-needed': say(
    '你有多笔该商品的订单，请在要验收的那笔订单中操作',
    'You have several orders of this product. Accept the one you mean from the order itself',
  ),
  'orders.not-renewable': say('这个订单不能续租', 'This order cannot be renewed'),
  'orders.already-renewed': say(
    '已经续租过，新租期开始后可再续',
    'Already renewed. You can renew again once the new period has begun',
  ),
  'orders.renewal-late': say('离到期太近，来不及续租', 'It ends too soon to be renewed'),
  'orders.nothing-to-clear': say('目前没有可结算的收益', 'There is nothing to collect yet'),
  'orders.not-refundable': say('这笔金额不能退款', 'This amount cannot be refunded'),
  'orders.held': say(
    '有待处理的故障或离线异议，暂不能结算',
    'A reported fault or a contested downtime is open. Nothing can be collected until it is settled',
  ),
  'orders.not-clearable': say('订单当前不能结算', 'Earnings of this order cannot be collected now'),
} satisfies Record<ErrorCode, Say>

const isFirst = (code: string) => code in commonErrors
const said = Object.entries<Say>(errors)
/** What any route may refuse: said from the first page on. */
export const firstErrors = Object.fromEntries(said.filter(([code]) => isFirst(code)))
/** What only the route of one domain refuses. */
export const laterErrors = Object.fromEntries(said.filter(([code]) => !isFirst(code)))

/** Short texts for refused fields; the key is the field error's code. */
export const fieldErrors = {
  required: say('必填', 'Required'),
  invalid: say('格式不正确', 'Not in the right format'),
  'too-small': say('不能小于 {{minimum}}', 'Must be at least {{minimum}}'),
  'too-big': say('不能大于 {{maximum}}', 'Must be at most {{maximum}}'),
  'too-short': say('至少 {{minimum}} 个字符', 'At least {{minimum}} characters'),
  'too-long': say('最多 {{maximum}} 个字符', 'At most {{maximum}} characters'),
  'too-few': say('至少添加 {{minimum}} 个', 'Add at least {{minimum}}'),
  'too-many': say('最多 {{maximum}} 个，请去掉多余的', 'At most {{maximum}}. Remove the rest'),
  'not-whole': say('请输入整数', 'Enter a whole number'),
  amount: say('请输入金额，最多两位小数', 'Enter an amount with at most two decimal places'),
  unknown: say('不支持的字段', 'This field is not known'),
  option: say('请选择列表中的选项', 'Choose one of the listed options'),
} satisfies Record<FieldCode, Say>
