import { say, sayCount } from './say.ts'

/** What every market says alike: filter, order, view, comparison. */
export const market = {
  filter: {
    title: say('筛选', 'Filter'),
    reset: say('重置', 'Reset'),
    counting: say('正在统计', 'Counting …'),
    showAny: say('查看结果', 'Show results'),
    now: say('当前筛选：{{summary}}', 'Current filter: {{summary}}'),
    active: say('当前筛选', 'Active filters'),
    remove: say('移除{{name}}', 'Remove {{name}}'),
    clearAll: say('清除全部', 'Clear all'),
    from: say('最低', 'From'),
    to: say('最高', 'To'),
    range: say('{{from}} – {{to}}', '{{from}} – {{to}}'),
    spread: say('市场上的分布', 'How offers are spread'),
  },
  sort: say('排序', 'Sort'),
  view: {
    label: say('显示方式', 'View'),
    cards: say('卡片', 'Cards'),
    table: say('表格', 'Table'),
  },
  compare: {
    title: say('对比', 'Compare'),
    lead: say('每一行最好的已标出。', 'The best of each line is marked.'),
    pick: say('对比 {{name}}', 'Compare {{name}}'),
    chosen: sayCount('已选 {{count}} 项，最多 4 项', '{{count}} chosen, up to four', '{{count}} chosen, up to four'),
    open: say('对比', 'Compare'),
    share: say('分享对比', 'Share'),
    copied: say('链接已复制', 'Link copied'),
    best: say('最佳', 'Best'),
    details: say('查看详情', 'See details'),
    none: say('没有可以对比的商品', 'Nothing to compare here'),
    gone: sayCount('有 {{count}} 项已不在市场上', '{{count}} of them is gone', '{{count}} of them are gone'),
  },
} as const
