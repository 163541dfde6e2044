import { say } from '../kit/say.ts'

/** Refusals about certification; the first texts are the specification's (part A 5). */
export const certificationErrors = {
  'certification.identity-empty': say('身份不能为空', 'Identity cannot be empty'),
  'certification.work-exp-empty': say('工作经验不能为空', 'Work experience cannot be empty'),
  'certification.head-empty': say('请上传头像', 'Please upload a photo'),
  'certification.head-unknown': say(
    '头像已更换或不存在，请重新上传',
    'This photo was replaced or is gone. Upload it again',
  ),
  'certification.skills-empty': say('请选择技能标签', 'Please choose skill tags'),
  'certification.skill-missing': say('请为“{{type}}”至少选择一项技能', 'Choose at least one skill for {{type}}'),
  'certification.fields-limit': say('专业领域标签最多选3项', 'Choose at most 3 professional fields'),
  'certification.skills-limit': say('标签最多选3项', 'Choose at most 3 tags'),
  'certification.papers-empty': say('请上传截图', 'Please upload a screenshot'),
  'certification.papers-limit': say('每类材料最多 {{count}} 张', 'At most {{count}} pictures of each kind'),
  'certification.paper-unknown': say('有材料已失效，请重新上传', 'One of the pictures has expired. Upload it again'),
  'certification.option-unknown': say('请选择列表中的选项', 'Choose one of the listed options'),
  'certification.consent-needed': say('请先阅读并同意材料使用说明', 'Please read and accept how your papers are used'),
  'certification.not-open': say(
    '你的认证正在审核或已通过',
    'You are certified already, or your application is under review',
  ),
  'certification.decided': say('这份申请已有结果', 'This application has been decided already'),
  'certification.code-address': say(
    '请填写公开仓库的 https 地址，不能是内部地址',
    'Enter the https address of a public repository, not an internal one',
  ),
  'certification.code-limit': say('最多添加 {{count}} 个仓库', 'You can add at most {{count}} repositories'),
  'certification.code-known': say('这个仓库已经添加过', 'You have added this repository already'),
  'certification.code-branch-missing': say(
    '仓库中还没有分支或标签 {{branch}}',
    'The repository has no branch or tag named {{branch}} yet',
  ),
  'certification.code-missing': say(
    '找不到这个仓库，或它不是公开的',
    'There is no such repository, or it is not public',
  ),
  'certification.code-unreachable': say(
    '仓库暂时无法访问，请稍后再试',
    'The repository cannot be reached. Try again later',
  ),
  'certification.code-unreadable': say(
    '无法读取这个仓库，它的历史可能太大',
    'This repository cannot be read. Its history may be too large',
  ),
  'certification.own': say('不能审核自己的申请', 'You cannot decide on your own application'),
  'certification.second-needed': say(
    '你已同意这份申请，需要另一位审核员同意',
    'You approved this application already. Another reviewer must approve it too',
  ),
} as const
