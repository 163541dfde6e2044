/**
 * Every text that part A names in its sections 5 (validation) and 8 (errors), as it has to stand on a page. `spec` is what
 * the specification has, word for word: the text itself in Chinese, or in English what the text says. The words are written
 * out here and not taken from `packages/messages`: a word that is changed there has to be right here too.
 */
type Text = { spec: string; zh: string; en: string }
const text = (spec: string, zh: string, en: string): Text => ({ spec, zh, en })
/** A text the specification has in Chinese. */
const quoted = (zh: string, en: string): Text => ({ spec: zh, zh, en })

const signingIn = {
  'phone-required': text('enter phone', '请输入手机号', 'Enter your phone number'),
  'phone-invalid': quoted('请输入正确的手机号码', 'Enter a valid phone number'),
  'code-required': text('enter code', '请输入验证码', 'Enter the code'),
  'code-sent': text('code sent', '短信发送成功', 'Code sent by text message'),
  'code-failed': text('failed', '验证码发送失败，请稍后再试', 'The code could not be sent. Try again later'),
  'login-success': text('login success', '登录成功', 'Signed in'),
  'tags-empty': text('at least one', '请至少选择一个兴趣标签', 'Choose at least one interest'),
  'logout-title': text('confirm dialog', '提示', 'Please note'),
  'logout-confirm': text('Logout', '确定要退出登录吗？', 'Do you want to sign out?'),
}

const certifying = {
  'types-empty': text('at least one technology type', '请选择技能标签', 'Please choose skill tags'),
  'skill-missing': text(
    'a warning names the type',
    '请为“data-zh”至少选择一项技能',
    'Choose at least one skill for data-en',
  ),
  'fields-limit': quoted('专业领域标签最多选3项', 'Choose at most 3 professional fields'),
  'skills-limit': quoted('标签最多选3项', 'Choose at most 3 tags'),
  'real-name-empty': quoted('真实姓名不能为空', 'Real name cannot be empty'),
  'identity-empty': quoted('身份不能为空', 'Identity cannot be empty'),
  'work-exp-empty': quoted('工作经验不能为空', 'Work experience cannot be empty'),
  'papers-empty': quoted('请上传截图', 'Please upload a screenshot'),
  'skills-empty': quoted('请选择技能标签', 'Please choose skill tags'),
  'head-empty': quoted('请上传头像', 'Please upload a photo'),
  'required-missing': text('required value not filled', '必填项未填写', 'A required value is not filled in'),
  'head-failed': text(
    '认证头像上传失败',
    '认证头像上传失败：请上传 JPG、PNG 或 WebP 图片',
    'The photo could not be uploaded. Upload a JPG, PNG or WebP image',
  ),
  'upload-failed': text(
    'upload failed',
    '上传失败：连不上服务器，请检查网络',
    'Upload failed. Cannot reach the server. Check your connection',
  ),
  'certification-sent': text('Certification success', '提交成功，请等待审核', 'Submitted. Please wait for the review'),
  'certification-failed': text(
    'failure messages',
    '提交失败：连不上服务器，请检查网络',
    'Could not submit. Cannot reach the server. Check your connection',
  ),
  'salary-empty': quoted('请填写时薪', 'Enter your hourly rate'),
  'salary-tip': text('salaryTip', '请填写时薪', 'Enter your hourly rate'),
  'salary-saved': text('setting succeeded', '时薪设置成功', 'Hourly rate saved'),
  'salary-failed': text(
    'setting failed',
    '时薪设置失败：连不上服务器，请检查网络',
    'The hourly rate could not be saved. Cannot reach the server. Check your connection',
  ),
}

const answers = {
  'too-frequent': text('000 too frequent', '操作太频繁，请稍后再试', 'Too many requests. Try again later'),
  expired: text(
    '401 authorization expired',
    '登录已过期，请重新登录',
    'Your session has expired. Please sign in again',
  ),
  forbidden: text('403 no permission', '没有权限', 'You do not have permission to do this'),
  'not-found': text('404 not found', '没有找到要访问的内容', 'We could not find what you asked for'),
  'not-bound': text(
    '417 no bound login account',
    '未绑定登录账号，请先用手机号登录',
    'No account is linked to this login. Sign in with your phone number first',
  ),
  'demo-423': text(
    '423 and 479 demo environment',
    '演示环境，没有权限操作',
    'You cannot do this in a demo environment',
  ),
  'demo-479': text(
    '423 and 479 demo environment',
    '演示环境，没有权限操作',
    'You cannot do this in a demo environment',
  ),
  'name-or-password': text('426 wrong username or password', '用户名或密码错误', 'Wrong username or password'),
  'wrong-code': text('428 wrong code', '验证码错误', 'Wrong verification code'),
  'too-many': text('429 too many requests', '操作太频繁，请稍后再试', 'Too many requests. Try again later'),
  unknown: text(
    'default unknown error',
    '系统未知错误，请反馈给管理员',
    'Unknown system error. Please tell the administrator',
  ),
  description: text('400 shows error_description if present', '授权无效', '授权无效'),
  'error-500': text('500 and 409 show an error toast', '系统内部错误', '系统内部错误'),
  'error-409': text('500 and 409 show an error toast', '已经处理过', '已经处理过'),
  'body-1': text('200 with body code 1 or nonzero code shows message', '库存不足', '库存不足'),
  connection: text('backend connection', '连不上服务器，请检查网络', 'Cannot reach the server. Check your connection'),
  timeout: text('timeout', '服务器没有及时回应，请稍后重试', 'The server took too long. Try again later'),
  status: text(
    'interface error with status',
    '服务器出错（502），请稍后重试',
    'The server failed (502). Try again later',
  ),
}

const money = {
  'bind-real-name': quoted('真实姓名不能为空', 'Real name cannot be empty'),
  'bind-done': quoted('绑定支付宝成功', 'Alipay account linked'),
  'bind-failed': quoted('绑定支付宝失败', 'Could not link the Alipay account'),
  'bind-lookup': text(
    'provider lookup code not 200 shows server message',
    '支付宝授权无效或已过期，请重新授权',
    'The Alipay authorisation is invalid or has expired. Please authorise again',
  ),
  'alipay-range': quoted('最大金额必须大于最小金额', 'The maximum amount must be greater than the minimum'),
  'ttc-range': quoted('最大金额必须大于最小金额', 'The maximum amount must be greater than the minimum'),
}

const chain = {
  'faucet-empty': text('address cannot be blank', '地址不能为空', 'The address cannot be blank'),
  'faucet-failed': text('collection failed, check address', '领取失败，请检查地址', 'Claim failed. Check the address'),
  'faucet-already': text('already received today', '今天已经领取过了', 'Already claimed today'),
  'faucet-received': text('received successfully', '领取成功', 'TTC received'),
  'faucet-low': text(
    'collection failed, contact administrator',
    '领取失败，请联系管理员',
    'Claim failed. Contact the administrator',
  ),
  'key-format': text('file format is wrong', '文件格式错误', 'The file format is wrong'),
  'key-content': text(
    'please import correct format',
    '请导入正确格式的文件',
    'Please import a file in the correct format',
  ),
  'key-first': text('import first', '请先导入文件', 'Import a file first'),
  'key-blank': text('password not blank', '密码不能为空', 'The password cannot be blank'),
  'key-length': text(
    'password length',
    '密码错误，密码长度通常不少于 6 位',
    'Wrong password. Passwords usually have at least 6 characters',
  ),
  'key-wrong': text('wrong password message', '密码错误', 'Wrong password'),
  'no-extension': text('no extension', '没有找到钱包扩展', 'No wallet extension found'),
  'no-accounts': text(
    'noUserIdWarring',
    '钱包里还没有账户，请先在扩展中创建或导入账户',
    'This wallet has no accounts yet. Create or import one in the extension first',
  ),
  'connect-first': text('connPolkadotWarring', '请先连接 Polkadot 钱包', 'Connect your Polkadot wallet first'),
  'no-unclaimed': text('no unclaimed earnings', '当前没有未领取的收益', 'There are currently no unclaimed earnings'),
  insufficient: text('insufficient balance', '余额不足，不够支付手续费', 'Insufficient balance to pay the fee'),
  abandoned: text('abandon the signature', '已放弃签名', 'Signing was cancelled'),
  received: text('receive income success', '领取收益成功', 'Earnings claimed'),
  copied: text('copy success', '复制成功', 'Copied'),
}

export const texts = { ...signingIn, ...certifying, ...answers, ...money, ...chain }
export type TextName = keyof typeof texts
