import { say } from '../kit/say.ts'

/** How much of a week a buyer lets an expert write down. */
export const weekLimit = {
  change: say('设置每周上限', 'Set a weekly limit'),
  label: say('每周最多', 'Weekly limit'),
  help: say('超过的工时不能记录。留空表示不限。', 'Time beyond it cannot be logged. Leave it empty for no limit.'),
  unit: say('小时/周', 'hours/week'),
  save: say('保存上限', 'Save limit'),
  saved: say('已保存，并通知了专家', 'Saved. The expert has been told'),
  now: say('本周已记录 {{worked}}，每周最多 {{hours}} 小时', '{{worked}} logged this week, at most {{hours}} h a week'),
} as const
