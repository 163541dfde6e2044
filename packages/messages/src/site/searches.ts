import { say, sayCount } from '../kit/say.ts'

/** Saved searches of all markets: the button over a list, and the page with all of them. */
export const searches = {
  save: say('保存搜索', 'Save search'),
  saveTitle: say('保存这次搜索', 'Save this search'),
  name: say('名称', 'Name'),
  nameHelp: say(
    '有新商品符合条件时通知你，每天最多一次。',
    'You get a notice when something new matches, once a day at most.',
  ),
  nameEmpty: say('请填写名称', 'Give it a name'),
  saved: say('搜索已保存，可在个人中心找到', 'Search saved. You find it in your dashboard'),
  lead: say(
    '有新商品符合条件时通知你，每个搜索每天最多一次。',
    'You get a notice when something new matches: for each search once a day at most.',
  ),
  none: say('还没有保存的搜索', 'No saved searches yet'),
  noneText: say(
    '在市场列表中选好条件，然后点“保存搜索”。',
    'Choose a filter on a market’s list, then press Save search.',
  ),
  fresh: sayCount('{{count}} 个新结果', '{{count}} new', '{{count}} new'),
  run: say('查看结果', 'Show results'),
  rename: say('重命名', 'Rename'),
  renamed: say('已重命名', 'Renamed'),
  remove: say('删除', 'Delete'),
  removed: say('已删除', 'Deleted'),
  notice: say('有新商品时通知我', 'Notify me of new offers'),
  over: say('所选时间已过，不再通知', 'The hour it asks for has passed: no more notices'),
  noticeOf: say('有新商品时通知我：{{name}}', 'Notify me of new offers: {{name}}'),
} as const
