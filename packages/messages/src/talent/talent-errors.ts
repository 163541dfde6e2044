import { say } from '../kit/say.ts'

/** Refusals about experts and hires. */
export const talentErrors = {
  'talent.not-certified': say(
    '认证完成后可修改时薪和主页',
    'You can set your hourly rate and homepage once you are certified',
  ),
  'talent.not-found': say('没有找到这位专家', 'This expert was not found'),
  'talent.salary-too-high': say('时薪不能超过 {{yuan}} 元', 'The hourly rate can be at most {{yuan}} yuan'),
  'talent.too-many-cases': say('最多展示 {{count}} 个案例', 'You can show at most {{count}} pieces of past work'),
  'talent.cases-changed': say(
    '案例刚刚有变化，请查看后重新排序',
    'Your past work has just changed. Look at it and sort it again',
  ),
  'talent.picture-gone': say('图片已失效，请重新上传', 'This picture is no longer available. Upload it again'),
  'talent.zone-unknown': say('请从列表中选择时区', 'Choose a time zone from the list'),
  'talent.requirement-missing': say('请填写需求', 'Describe what you need done'),
  'talent.hours-unknown': say('请选择工时包', 'Choose how many hours'),
  'talent.agreement-changed': say(
    '请先阅读并同意最新的服务协议',
    'Read and accept the current service agreement first',
  ),
  'talent.step-not-now': say(
    '订单现在不能进行这一步，请查看最新状态',
    'This step is not possible now. Check where the order stands',
  ),
  'talent.hours-exceeded': say(
    '工时表合计不能超过 {{hours}} 小时',
    'The time-sheet can have at most {{hours}} h in total',
  ),
  'talent.link-inside': say(
    '链接须指向公开的网站，不能是内部地址',
    'The link must lead to a public website, not to an internal address',
  ),
  'talent.week-exceeded': say(
    '这一周超过买家设定的 {{hours}} 小时',
    'This goes over the {{hours}} h a week set by the buyer',
  ),
  'talent.sheet-full': say('工时表最多 {{count}} 条', 'A time-sheet can have at most {{count}} entries'),
  'talent.day-ahead': say('不能填写还没到的日期', 'This date is in the future'),
  'talent.day-before': say('不能填写下单之前的日期', 'This date is before the order was placed'),
  'talent.hours-changed': say(
    '剩余工时刚刚变了，请查看后再试',
    'The remaining hours have just changed. Check them and try again',
  ),
  'talent.ask-open': say('已有一个退款申请在等待专家回复', 'A refund request is already waiting for the expert'),
  'talent.ask-answered': say('这个申请已经回复过', 'This request has already been answered'),
  'talent.no-disagreement': say(
    '退回工时的申请被拒绝，或交付后没有验收，才能申请平台裁决',
    'You can ask for a ruling once a refund of hours was declined, or work was delivered and not accepted',
  ),
  'talent.in-dispute': say(
    '订单正在等待平台裁决，暂时不能进行这一步',
    'This order is waiting for a ruling, so this step is not possible now',
  ),
  'talent.dispute-over': say('这个争议已经结束', 'This dispute is over'),
  'talent.words-full': say('最多补充 {{count}} 次说明', 'You can add at most {{count}} statements'),
  'talent.own-dispute': say('这是你自己的订单，请由其他运营人员裁决', 'This is your own order. Others must rule on it'),
  'talent.ruling-waits': say('已有一个裁决在等待确认', 'A proposed ruling is already waiting to be confirmed'),
  'talent.ruling-gone': say(
    '这个裁决提议已失效，请查看最新情况',
    'This proposed ruling no longer stands. See where the case stands now',
  ),
  'talent.second-person-needed': say(
    '裁决是你提出的，需要另一位运营人员确认',
    'You proposed this ruling. A second person must confirm it',
  ),
} as const
