import { say } from './say.ts'

/** Refusals about experts and hires. */
export const talentErrors = {
  'talent.not-certified': say(
    '认证完成后可修改时薪和主页',
    'You can set your hourly salary and homepage once you are certified',
  ),
  'talent.not-found': say('没有找到这位专家', 'This expert cannot be found'),
  'talent.salary-too-high': say('时薪不能超过 {{yuan}} 元', 'An hour can cost at most {{yuan}} yuan'),
  'talent.too-many-cases': say('最多展示 {{count}} 个案例', 'You can show at most {{count}} cases'),
  'talent.cases-changed': say('案例刚刚有变化，请刷新后再排序', 'Your cases have changed. Refresh and sort them again'),
  'talent.picture-gone': say('图片已失效，请重新上传', 'This picture is no longer there. Upload it again'),
  'talent.requirement-missing': say('请填写需求', 'Describe what is to be done'),
  'talent.hours-unknown': say('请选择工时包', 'Choose a package of hours'),
  'talent.agreement-changed': say('请先阅读并同意最新的服务协议', 'Read and accept the current agreement first'),
  'talent.step-not-now': say(
    '订单现在不能进行这一步，请刷新后再看',
    'This step is not possible now. Refresh to see where the order stands',
  ),
  'talent.hours-exceeded': say(
    '工时表合计不能超过 {{hours}} 小时',
    'The time-sheet can have at most {{hours}} hours in all',
  ),
  'talent.sheet-full': say('工时表最多 {{count}} 条', 'A time-sheet can have at most {{count}} entries'),
  'talent.day-ahead': say('不能填写还没到的日期', 'This day has not come yet'),
  'talent.hours-changed': say('剩余工时已有变化，请刷新后再试', 'The hours left have changed. Refresh and try again'),
  'talent.ask-open': say('已有一个退款申请在等待专家回复', 'A request is already waiting for the expert'),
  'talent.ask-answered': say('这个申请已经回复过', 'This request was answered already'),
} as const
