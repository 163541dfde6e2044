import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allErrors } from '@trove/contract/errors/all'
import type { ErrorSpec } from '@trove/contract/errors/define'
import { describe, expect, it } from 'vitest'
import { errors } from './errors.ts'
import { isSay, type Say, type SayTree } from './kit/say.ts'
import { noticeKinds } from './people/notices.ts'
import { sms } from './people/sms.ts'
import { texts } from './texts.ts'

/** Every text of the site: natural, in both languages, used, and worded as the specification quotes it. */

function flatten(tree: SayTree, path = ''): [string, Say][] {
  return Object.entries(tree).flatMap(([key, node]): [string, Say][] =>
    isSay(node) ? [[path + key, node]] : flatten(node, `${path}${key}.`),
  )
}
const onPages = flatten(texts)
const everywhere = [...onPages, ...flatten({ errors, noticeKinds, sms } as unknown as SayTree)]
const parametersOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

describe('every text', () => {
  it('is there in both languages, with the same parameters', () => {
    for (const [key, { zh, en, enOne }] of everywhere) {
      expect([key, zh.trim().length > 0, en.trim().length > 0]).toEqual([key, true, true])
      for (const english of [en, enOne ?? en]) expect([key, parametersOf(english)]).toEqual([key, parametersOf(zh)])
    }
  })
  it('writes parameters in double braces, and no other brace', () => {
    const restOf = (text = '') => text.replace(/\{\{\w+\}\}|polkadot\{\.js\}/g, '')
    const isStray = ({ zh, en, enOne }: Say) => [zh, en, enOne].some((text) => /[{}]/.test(restOf(text)))
    expect(everywhere.filter(([, text]) => isStray(text)).map(([key]) => key)).toEqual([])
  })
  it('of a refusal names only what its code is thrown with', () => {
    for (const [code, { zh }] of Object.entries(errors)) {
      const { params = [] } = allErrors[code as keyof typeof allErrors] as ErrorSpec
      expect([code, parametersOf(zh).filter((name) => !params.includes(name!))]).toEqual([code, []])
    }
  })
  it('of a refusal asks nobody to reload: a page asks anew itself when it is refused', () => {
    const asks = ({ zh, en }: Say) => /刷新|\b(refresh|reload)/i.test(zh + en)
    expect(Object.entries(errors).filter(([, text]) => asks(text))).toEqual([])
  })
  it('speaks to a person as 你, calmly, and keeps the languages apart', () => {
    const bothWays = ['shell.otherLanguage', 'shell.logoName']
    for (const [key, { zh, en }] of everywhere) {
      expect([key, /您|！|!/.test(zh + en)]).toEqual([key, false])
      if (!bothWays.includes(key)) expect([key, /[一-鿿]/.test(en)]).toEqual([key, false])
    }
  })
})

/** The site writes the sign of a currency with an amount, so no unit follows; and days of a notice may be one. */
it('a notice names no unit twice, and counts one day as well as several', () => {
  const faults = Object.entries(noticeKinds).flatMap(([kind, { zh, en }]) =>
    [/\{\{amount\}\} ?(元|yuan)/, /\{\{days\}\} days/].filter((fault) => fault.test(zh + en)).map(() => kind),
  )
  expect(faults).toEqual([])
})

/** The glossary's word for an idea, and those that stood beside it on one page or another. */
it.each([
  ['运营人员', /工作人员/],
  ['买家', /租用者|租户|租客/],
  ['卖家', /分享者/],
  ['buyer', /\b(renter|customer)s?\b/i],
  ['link an Alipay account', /\b(dis)?connect\w* (your |an |the )?Alipay|Alipay (account )?is connected/i],
])('says %s everywhere', (_, others) => {
  expect(everywhere.filter(([, { zh, en }]) => others.test(zh) || others.test(en)).map(([key]) => key)).toEqual([])
})

it('a machine that its seller does not offer is 下架, off sale, to everybody', () => {
  const said = [texts.machines.share.offlineDone, texts.compute.unavailable.offline, errors['compute.already-offline']]
  for (const { zh, en } of said)
    expect([zh.includes('下架'), en.toLowerCase().includes('off sale')]).toEqual([true, true])
})

/** Names such as CPU or GPU stand behind these words. */
it('what is removed or deleted stands apart from the word that says so', () => {
  expect(everywhere.filter(([, { zh }]) => /(移除|删除)\{\{/.test(zh)).map(([key]) => key)).toEqual([])
})

/** Words no English reader would expect: translated one by one, told in two sentences at once, or spelt two ways. */
const STILTED = [
  /\bI want to\b|\bMy (purchase|share|computing)\b|\bServicing\b|\bSettlement desk\b|\bPay immediately\b|\bGive up\b/,
  /\bNo more data\b|\bStart to experience\b|\bEnter now\b|\bnot supported temporarily\b|\bGo certify\b|\bpurse\b/i,
  /\b(un)?(bind|bound)\b|\bby itself\b|\bis being built\b|\bmore codes\b|\bUse time\b|\bAccess IP\b|\bany more\b/i,
  /[a-z], (try|check|wait|look|enter|choose|come|ask|close|authorise|connect) /,
  /\bGot by\b|\bRecord of acts\b|\btime ?sheets?\b|\btechnical labels?\b|\bPackage of hours\b|\bthis once\b|\bso many stars\b/i,
  /\bMake a clone\b|\bunfolds to\b|\bto be served\b|\bwhose silence\b|\bgiv(e|en) back\b|\bis on record\b|\bwrote no\b/i,
  /\bcancel(ed|ing)\b|\bauthoriz|\bdecentraliz|\bfinaliz|\bResource id\b|\buser name\b/,
]

describe('English', () => {
  it('is what English people write', () => {
    const isStilted = ({ en, enOne }: Say) => STILTED.some((words) => words.test(en) || words.test(enOne ?? ''))
    expect(everywhere.filter(([, text]) => isStilted(text)).map(([key, { en }]) => [key, en])).toEqual([])
  })
})

/**
 * Keys a screen puts together from a part it knows and a value, where the source alone does not say which: beginnings
 * of one word, and of a beginning with few values the keys themselves.
 */
const PUT_TOGETHER = [
  'faults.desk.rule',
  'storageNode.total',
  'storageNode.used',
  'storageNode.available',
  'code.detail.offline',
  'code.detail.draft',
  'code.detail.removed',
  'codeReports.desk.takeDown',
  'codeReports.desk.dismiss',
  'codeReports.desk.restore',
  'codeReports.desk.uphold',
  'codeOrders.consumeEmpty',
  'codeOrders.profitEmpty',
  'chainRefusals.',
  'titles.',
  'fieldErrors.',
  'machines.purchases',
  'machines.shares',
  'machines.toMarket',
  'machines.publish',
  'orders.consumeEmpty',
  'orders.profitEmpty',
  'orders.nothingFound',
  'orders.Alipay',
  'orders.WeChat',
]

describe('no text is left over', () => {
  const root = join(import.meta.dirname, '../../..')
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps/web/src', 'apps/server/src'], {
    cwd: root,
    encoding: 'utf8',
  })
  const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.test\./.test(file)
  const sources = files.split('\n').filter(isSource)
  const source = sources.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')

  it('on any page', () => {
    const quoted = new Set([...source.matchAll(/['"`]([\w.-]+)['"`]/g)].map(([, word]) => word))
    // Beginnings of two words or more, such as `talent.sort.${value}`, are found as they are written.
    const written = [...source.matchAll(/`((?:[A-Za-z][\w-]*\.){2,})\$\{/g)].map(([, start]) => start!)
    const starts = written.filter((start) => !PUT_TOGETHER.some((key) => key.startsWith(start)))
    const isUsed = (key: string) =>
      quoted.has(key) || [...PUT_TOGETHER, ...starts].some((start) => key.startsWith(start))
    expect(onPages.map(([key]) => key).filter((key) => !isUsed(key))).toEqual([])
  })
  it('behind a part of a key that no screen puts together any more', () => {
    for (const start of PUT_TOGETHER.filter((part) => part.endsWith('.')))
      expect([start, source.includes(`\`${start}\${`)]).toEqual([start, true])
  })
})

it('a heading of prices in the dense table fits the three signs that it keeps for a word', () => {
  const { price, perDay, perHour } = texts.compute.facts
  for (const { zh } of [price, perDay, perHour]) expect(zh.length).toBeLessThanOrEqual(3)
})

describe('the words the specification quotes', () => {
  it.each<[Say, string, string]>([
    [texts.login.phoneRequired, '请输入手机号', 'Enter your phone number'],
    [texts.login.codeRequired, '请输入验证码', 'Enter the code'],
    [errors['identity.code-wrong'], '验证码错误', 'Wrong verification code'],
    [errors['certification.identity-empty'], '身份不能为空', 'Identity cannot be empty'],
    [errors['certification.work-exp-empty'], '工作经验不能为空', 'Work experience cannot be empty'],
    [errors['certification.head-empty'], '请上传头像', 'Please upload a photo'],
    [errors['certification.skills-empty'], '请选择技能标签', 'Please choose skill tags'],
    [errors['certification.skill-missing'], '请为“{{type}}”至少选择一项技能', 'Choose at least one skill for {{type}}'],
    [texts.certification.form.missing, '必填项未填写', 'A required value is not filled in'],
    [texts.certification.form.uploadFailed, '上传失败：{{reason}}', 'Upload failed. {{reason}}'],
    [texts.certification.form.sent, '提交成功，请等待审核', 'Submitted. Please wait for the review'],
    [texts.certification.form.failed, '提交失败：{{reason}}', 'Could not submit. {{reason}}'],
    [texts.talent.salary.empty, '请填写时薪', 'Enter your hourly rate'],
    [texts.talent.salary.saved, '时薪设置成功', 'Hourly rate saved'],
    [texts.talent.salary.failed, '时薪设置失败：{{reason}}', 'The hourly rate could not be saved. {{reason}}'],
    [
      texts.talent.salary.notCertified,
      '认证完成后可修改时薪',
      'You can change your hourly rate once you are certified',
    ],
    [texts.faucet.addressEmpty, '地址不能为空', 'The address cannot be blank'],
    [texts.faucet.already, '今天已经领取过了', 'Already claimed today'],
    [texts.faucet.failed, '领取失败，请检查地址', 'Claim failed. Check the address'],
    [texts.faucet.empty, '领取失败，请联系管理员', 'Claim failed. Contact the administrator'],
    [texts.faucet.received, '领取成功', 'TTC received'],
    [
      texts.certification.form.headFailed,
      '认证头像上传失败：{{reason}}',
      'The photo could not be uploaded. {{reason}}',
    ],
    [errors['certification.papers-empty'], '请上传截图', 'Please upload a screenshot'],
    [errors['certification.fields-limit'], '专业领域标签最多选3项', 'Choose at most 3 professional fields'],
    [errors['certification.skills-limit'], '标签最多选3项', 'Choose at most 3 tags'],
    [texts.common.signInFirst, '请先登录', 'Please sign in first'],
    [errors['wallet.amount-range'], '最大金额必须大于最小金额', 'The maximum amount must be greater than the minimum'],
    [texts.wallet.billFilter.range, '最大金额必须大于最小金额', 'The maximum amount must be greater than the minimum'],
    [texts.wallet.binding.realNameEmpty, '真实姓名不能为空', 'Real name cannot be empty'],
    [errors['wallet.real-name-empty'], '真实姓名不能为空', 'Real name cannot be empty'],
    [texts.wallet.binding.done, '绑定支付宝成功', 'Alipay account linked'],
    [texts.wallet.binding.failed, '绑定支付宝失败', 'Could not link the Alipay account'],
    [texts.login.phoneInvalid, '请输入正确的手机号码', 'Enter a valid phone number'],
    [errors['identity.phone-invalid'], '请输入正确的手机号码', 'Enter a valid phone number'],
    [errors['payment.wechat-unsupported'], '暂不支持微信支付', 'WeChat Pay is not supported yet'],
    [texts.market.checkout.wechatUnsupported, '暂不支持微信支付', 'WeChat Pay is not supported yet'],
    [texts.compute.filter.bandwidthHelp, '最大 50Mbps', 'Max 50Mbps'],
    [texts.common.noMore, '没有更多了', 'No more results'],
    [texts.common.none, '无', 'None'],
    [texts.common.tips, '提示', 'Please note'],
    [texts.shell.logOutConfirm, '确定要退出登录吗？', 'Do you want to sign out?'],
    [texts.common.failedToLoad, '获取数据失败', 'Failed to get data'],
    // «you have not purchase qualify»
    [
      errors['code.not-purchased'],
      '你没有购买该作品，不能评价',
      'You have not bought this work, so you cannot review it',
    ],
    [texts.market.checkout.failed, '支付失败：{{reason}}', 'Payment failed. {{reason}}'],
    [texts.orders.result.paid, '支付成功', 'Payment successful'],
    [texts.machines.access.failed, '查看失败', 'Could not show the login'],
    [texts.market.checkout.pay, '立即支付', 'Pay now'],
    [texts.market.checkout.title, '结算台', 'Checkout'],
    [texts.machines.form.uploading, '上传中', 'Uploading'],
    [texts.login.success, '登录成功', 'Signed in'],
    [texts.login.codeSent, '短信发送成功', 'Code sent by text message'],
    [texts.interests.start, '开始体验', 'Get started'],
    [texts.wallet.nicknameNotSet, '未设置', 'Not set'],
    [errors['identity.tags-empty'], '请至少选择一个兴趣标签', 'Choose at least one interest'],
    [texts.chainWallet.keystore.wrongFormat, '文件格式错误', 'The file format is wrong'],
    [texts.chainWallet.keystore.wrongContent, '请导入正确格式的文件', 'Please import a file in the correct format'],
    [texts.chainWallet.keystore.fileFirst, '请先导入文件', 'Import a file first'],
    [texts.chainWallet.keystore.passwordEmpty, '密码不能为空', 'The password cannot be blank'],
    [texts.chainWallet.keystore.passwordWrong, '密码错误', 'Wrong password'],
    [texts.chainWallet.connectFirst, '请先连接 Polkadot 钱包', 'Connect your Polkadot wallet first'],
    [texts.chainWallet.noUnclaimed, '当前没有未领取的收益', 'There are currently no unclaimed earnings'],
    [texts.chainWallet.received, '领取收益成功', 'Earnings claimed'],
    [texts.chainWallet.signing.abandoned, '已放弃签名', 'Signing was cancelled'],
    [texts.chainWallet.signing.short.fee, '余额不足，不够支付手续费', 'Insufficient balance to pay the fee'],
    [texts.common.copied, '复制成功', 'Copied'],
    [texts.common.network, '连不上服务器，请检查网络', 'Cannot reach the server. Check your connection'],
    [texts.common.timeout, '服务器没有及时回应，请稍后重试', 'The server took too long. Try again later'],
    [texts.common.status, '服务器出错（{{status}}），请稍后重试', 'The server failed ({{status}}). Try again later'],
    [errors['session.expired'], '登录已过期，请重新登录', 'Your session has expired. Please sign in again'],
    [errors['session.credentials-wrong'], '用户名或密码错误', 'Wrong username or password'],
    [errors['service.unknown'], '系统未知错误，请反馈给管理员', 'Unknown system error. Please tell the administrator'],
  ])('%o', (text, zh, en) => {
    expect([text.zh, text.en]).toEqual([zh, en])
  })
})
