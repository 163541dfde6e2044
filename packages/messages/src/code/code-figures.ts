import { say } from '../kit/say.ts'

/** What an author's works brought by day. */
export const codeFigures = {
  title: say('作品数据', 'Figures'),
  all: say('全部作品', 'All works'),
  which: say('作品', 'Work'),
  period: say('时间范围', 'Period'),
  days: say('近 {{days}} 天', 'Last {{days}} days'),
  none: say('这段时间还没有浏览和获取。', 'Nobody viewed or got anything in these days yet.'),
  views: say('浏览', 'Views'),
  got: say('获取', 'Obtained'),
  sales: say('售出', 'Sold'),
  free: say('免费获取', 'Free'),
  conversion: say('转化率', 'Conversion'),
  sold: say('成交额', 'Sales amount'),
  returned: say('退款', 'Refunds'),
  returnedOf: say('{{amount}}（{{count}} 笔）', '{{amount}} ({{count}})'),
  viewsByDay: say('每日浏览', 'Views by day'),
  gotByDay: say('每日获取（售出和免费）', 'Obtained by day, sold or free'),
  conversionByDay: say('每日转化率', 'Conversion by day'),
  how: say(
    '每人每天最多算一次浏览，你自己的不算；不记录访客是谁。转化率是获取次数除以浏览次数，获取比浏览多时不显示。日期为北京时间。',
    'Each person counts once a day, you never do, and visitors are not recorded. Conversion is what was obtained per view; none is shown where more was obtained than viewed. Days are Beijing time.',
  ),
} as const
