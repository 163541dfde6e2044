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
} as const
