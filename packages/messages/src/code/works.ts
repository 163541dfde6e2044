import { say, sayCount } from '../kit/say.ts'

/** The list of works, its filter and its cards: what is said before all other words are there. */
export const works = {
  market: say('代码作品', 'Code'),
  lead: say(
    '找到可以直接用的源代码，先看里面，再决定要不要。',
    'Find source code you can use, and look inside before you get it.',
  ),
  found: sayCount('共 {{shown}} 个作品', '{{shown}} work', '{{shown}} works'),
  foundMany: say('超过 {{shown}} 个作品', '{{shown}} or more works'),
  free: say('免费', 'Free'),
  open: say('查看', 'View'),
  otherLanguage: say('其他', 'Other'),
  noRating: say('暂无评分', 'No ratings yet'),
  stars: say('{{stars}} 星', '{{stars}} stars'),
  counts: {
    gets: say('获取', 'Downloads'),
    browses: say('浏览', 'Views'),
    comments: say('评价', 'Reviews'),
    rating: say('评分', 'Rating'),
  },
  facts: {
    title: say('作品', 'Work'),
    language: say('开发语言', 'Language'),
    environment: say('运行环境', 'Runs on'),
    price: say('价格', 'Price'),
    updated: say('更新于', 'Updated'),
    published: say('发布于', 'Published'),
  },
  sort: {
    newest: say('最新发布', 'Newest'),
    updated: say('最近更新', 'Recently updated'),
    popular: say('最多人获取', 'Most popular'),
    rating: say('评分最高', 'Highest rated'),
    'price-asc': say('价格从低到高', 'Price, low to high'),
    'price-desc': say('价格从高到低', 'Price, high to low'),
  },
  filter: {
    keyword: say('搜索', 'Search'),
    keywordHelp: say('标题、标签或描述', 'Title, tags or description'),
    label: say('技术标签', 'Tag'),
    rating: say('评分', 'Rating'),
    atLeast: sayCount('{{count}} 星及以上', '{{count}} star or more', '{{count}} stars or more'),
    show: sayCount('查看 {{shown}} 个作品', 'Show {{shown}} work', 'Show {{shown}} works'),
    nothing: say('没有符合条件的作品', 'No works match'),
    any: say('不限', 'Any'),
  },
  empty: {
    title: say('还没有作品', 'No works yet'),
    text: say('你可以发布第一个。', 'Be the first to publish one.'),
    filteredTitle: say('没有符合条件的作品', 'No works match'),
    filteredText: say('换个词，或放宽筛选条件。', 'Try another word or fewer filters.'),
  },
} as const
