import type { codeErrors as codes } from '@trove/contract/errors/code'
import { type Say, say } from '../kit/say.ts'

/** Texts of what the code market refuses. */
export const codeErrors = {
  'code.archive-kind': say(
    '请上传 .zip、.tar、.tar.gz 压缩包或 Git bundle 文件',
    'Upload a .zip, .tar or .tar.gz archive, or a git bundle',
  ),
  'code.import-address': say(
    '请填写公开仓库的 https 地址，不能是内部地址',
    'Enter the https address of a public repository, not an internal one',
  ),
  'code.import-missing': say('找不到这个仓库，或它不是公开的', 'There is no such repository, or it is not public'),
  'code.import-unreachable': say(
    '仓库无法访问，或没有及时传完，请改用推送',
    'The repository cannot be reached, or took too long. Push it instead',
  ),
  'code.import-unreadable': say('无法读取这个仓库，请改用推送', 'This repository cannot be read. Push it instead'),
  'code.bundle-unreadable': say('无法读取这个 Git bundle 文件', 'This git bundle cannot be read'),
  'code.bundle-branch': say(
    'bundle 中有多个分支，请用 git bundle create 文件名 HEAD main 指定一个',
    'The bundle has several branches. Name one with git bundle create FILE HEAD main',
  ),
  'code.bundle-incomplete': say(
    'bundle 缺少它所基于的提交，请用 --all 重新生成',
    'The bundle lacks commits it builds on. Make it again with --all',
  ),
  'code.bundle-rewrites': say(
    '已发布的历史不能改写，请在其后添加提交',
    'History that was published cannot be rewritten. Add commits after it',
  ),
  'code.taken-down': say(
    '作品已被下架，不能上线。你可以在作品页申诉',
    'This work was taken down, so it cannot go online. You can appeal on its page',
  ),
  'code.reported': say(
    '你已举报过这个作品，我们正在处理',
    'You have already reported this work. We are looking into it',
  ),
  'code.takedown-answered': say('你已申诉过一次', 'You have already appealed once'),
  'code.settled-meanwhile': say('已有人处理过', 'Someone has already dealt with this'),
  'code.archive-unreadable': say(
    '压缩包打不开：它可能已损坏、被截断或设有密码',
    'The archive cannot be read: it may be damaged, cut short or protected by a password',
  ),
  'code.archive-empty': say('压缩包里没有文件', 'The archive has no files'),
  'code.video-type': say('请上传 MP4 或 WebM 视频', 'Upload an MP4 or WebM video'),
  'code.zone-unknown': say('时区名称无法识别', 'This time zone is not known'),
  'code.archive-too-large': say(
    '压缩包或解压后的内容太大、文件太多，请改用 git 推送',
    'The archive or its contents are too large, or it has too many files. Push with git instead',
  ),
  'code.archive-unsafe': say(
    '压缩包里有不能收录的内容：{{what}}。请去掉后再上传',
    'The archive contains something we cannot accept: {{what}}. Remove it and upload again',
  ),
  'code.archive-unchanged': say('文件与上一个版本完全相同', 'The files are the same as in the previous version'),
  'code.version-too-large': say(
    '这个版本太大，网站打不开它，请用 git 克隆',
    'This version is too large to open here. Clone it with git instead',
  ),
  'code.changed-meanwhile': say(
    '作品刚刚有了新版本，请查看后再试',
    'A new version of this work has just come in. Look at it and try again',
  ),
  'code.no-version': say('请先上传或推送源代码', 'Upload or push the source code first'),
  'code.incomplete': say('还有必填项没有完成', 'Something required is still missing'),
  'code.needs-account': say('请先绑定收款账户，再发布付费作品', 'Link a payout account before you sell a work'),
  'code.file-hidden': say('作者没有公开这个文件', 'The author has not made this file public'),
  'code.own-work': say('这是你自己的作品', 'This is your own work'),
  'code.own-purchase': say(
    '你买过这件作品，请由其他人员处理',
    'You bought this work: somebody else of the staff decides about it',
  ),
  'code.already-yours': say('你已经拥有此许可', 'You already have this licence'),
  'code.licence-free': say('此许可免费，无需下单', 'This licence is free. You do not need to order it'),
  'code.licence-needed': say('请选择一种许可', 'Choose a licence'),
  'code.licence-unavailable': say('该作品不提供此许可', 'This work is not sold under that licence'),
  'code.refund-over': say(
    '已过退款期限，或订单还未交付',
    'The return period is over, or the order has not been delivered yet',
  ),
  'code.refund-words': say('请说明遇到的问题', 'Describe the problem'),
  'code.was-fetched': say(
    '你已克隆或下载过该作品。如果有问题，请选择相应的原因',
    'You have already cloned or downloaded this work. Choose what is wrong with it as the reason',
  ),
  'code.licence-twice': say('每种许可只能有一个价格', 'Each licence can have only one price'),
  'code.not-purchased': say('你没有购买该作品，不能评价', 'You have not bought this work, so you cannot review it'),
  'code.not-free': say('该作品没有免费许可，请购买', 'This work has no free licence. Buy one'),
  'code.no-room': say(
    '每个作品最多 {{count}} 个版本，你的全部作品合计最多 {{gigabytes}} GB',
    'A work can have at most {{count}} versions, and all your works together at most {{gigabytes}} GB',
  ),
  'code.too-many-works': say('每人最多 {{count}} 个作品', 'You can have at most {{count}} works'),
  'code.too-many-tokens': say(
    '每个作品最多 {{count}} 个令牌，请先撤销不用的',
    'You can have at most {{count}} tokens for a work. Revoke one you no longer use',
  ),
} satisfies Record<keyof typeof codes, Say>
