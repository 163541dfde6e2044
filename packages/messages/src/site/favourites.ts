import { say } from '../kit/say.ts'

/** Favourites of all markets: the mark on an offer, and the page with all of them. */
export const favourites = {
  add: say('收藏', 'Add to favourites'),
  mark: say('收藏 {{name}}', 'Favourite {{name}}'),
  remove: say('取消收藏', 'Remove from favourites'),
  added: say('已收藏', 'Added to favourites'),
  removed: say('已取消收藏', 'Removed from favourites'),
  lead: say('你收藏的商品，只有你能看到。', 'Offers you want to find again. Only you can see them.'),
  none: say('还没有收藏', 'No favourites yet'),
  noneText: say('点亮商品上的心形即可收藏。', 'Press the heart on an offer to keep it here.'),
  gone: say('商品已下架', 'This listing is gone'),
  addedAt: say('{{when}} 收藏', 'Added {{when}}'),
} as const
