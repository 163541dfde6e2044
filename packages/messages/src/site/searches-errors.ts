import { say } from '../kit/say.ts'

/** Refusals of favourites and saved searches. */
export const searchesErrors = {
  'favourites.limit': say(
    '最多收藏 {{count}} 件，请先取消一些',
    'You can keep at most {{count}} favourites. Remove some first',
  ),
  'searches.limit': say(
    '最多保存 {{count}} 个搜索，请先删除一些',
    'You can save at most {{count}} searches. Delete some first',
  ),
  'searches.filter-unknown': say(
    '这些筛选条件无法保存，请清除筛选后重新选择',
    'This filter cannot be saved. Clear it and choose again',
  ),
} as const
