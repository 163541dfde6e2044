import { say } from '../kit/say.ts'

/** The palette: pages, listings and orders found from anywhere. */
export const palette = {
  title: say('搜索全站', 'Search Trove'),
  placeholder: say('页面、商品或订单号', 'A page, a listing or an order number'),
  pages: say('页面', 'Pages'),
  orders: say('我的订单', 'My orders'),
  found: say('搜索结果', 'Results'),
  none: say('没有找到', 'Nothing found'),
  missing: say('部分结果暂时无法获取', 'Some results could not be loaded'),
} as const
