import { storageRoutes } from '../../features/storage/entry/routes.ts'
import { paths } from '../../lib/addresses/paths.ts'
import { type RouteEntry, saidEarly } from '../../lib/addresses/route-entry.ts'
import { markets } from '../entries/markets.ts'
import { landing } from './landing-routes.ts'
import { later } from './later.ts'
import { loadMarket } from './load-market.ts'
import { staff } from './staff-routes.ts'

/** THE route table: path, name, title, who may enter, and the screen. Menu, guard, titles and tests read this one list. */

const market: RouteEntry[] = [
  {
    path: paths.marketRoot.pattern,
    name: 'computingPowerMarket',
    title: 'computingPowerMarket',
    access: 'signed-in',
    redirectTo: paths.market(),
  },
  {
    path: paths.hub.pattern,
    name: 'computingHub',
    title: 'computingHub',
    access: 'signed-in',
    screen: saidEarly(() => import('../pages/computing-hub.tsx')),
  },
  {
    path: paths.market.pattern,
    name: 'storageResources',
    title: 'storageResources',
    access: 'signed-in',
    screen: saidEarly(loadMarket),
  },
  {
    path: paths.computeList.pattern,
    name: 'computingList',
    title: 'computingList',
    access: 'signed-in',
    hasBack: true,
    screen: saidEarly(() => import('../../features/compute/list/compute-list.tsx')),
  },
  {
    path: paths.computeOffer.pattern,
    name: 'computingOffer',
    title: 'computingOffer',
    access: 'open',
    hasBack: true,
    isNamed: true,
    screen: saidEarly(() => import('../../features/compute/offer/compute-detail.tsx')),
  },
  {
    path: paths.compareCompute.pattern,
    name: 'computingCompare',
    title: 'computingCompare',
    access: 'open',
    hasBack: true,
    screen: saidEarly(() => import('../../features/compute/list/compare-compute.tsx')),
  },
  {
    path: paths.checkoutCode.pattern,
    name: 'codeCheck',
    title: 'computingCheck',
    access: 'signed-in',
    hasBack: true,
    screen: later('checkoutCode'),
  },
  {
    path: paths.faucet.pattern,
    name: 'faucet',
    title: 'faucet',
    access: 'signed-in',
    screen: later('faucet'),
  },
  {
    path: paths.bindAlipay.pattern,
    name: 'bindAlipay',
    title: 'bindAlipay',
    access: 'signed-in',
    hasBack: true,
    screen: later('bindAlipay'),
  },
  {
    path: paths.payResult.pattern,
    name: 'payResult',
    title: 'payResult',
    access: 'signed-in',
    screen: later('payResult'),
  },
]

const personal: RouteEntry[] = [
  {
    path: paths.personalCenter.pattern,
    name: 'personalCenterPage',
    title: 'personalCenter',
    access: 'signed-in',
    screen: later('personalCenter'),
  },
  {
    path: paths.personalRoot.pattern,
    name: 'personalCenter',
    title: 'personalCenter',
    access: 'signed-in',
    redirectTo: paths.personalCenter(),
  },
  {
    path: paths.purse.pattern,
    name: 'my-purse',
    title: 'myPurse',
    access: 'signed-in',
    screen: later('purse'),
  },
  {
    path: paths.ttcBill.pattern,
    name: 'ttcBill',
    title: 'ttcBill',
    access: 'signed-in',
    hasBack: true,
    screen: later('ttcBill'),
  },
  {
    path: paths.alipayBill.pattern,
    name: 'alipayBill',
    title: 'alipayBill',
    access: 'signed-in',
    hasBack: true,
    screen: later('alipayBill'),
  },
  {
    path: paths.income.pattern,
    name: 'income',
    title: 'income',
    access: 'signed-in',
    screen: later('income'),
  },
  {
    path: paths.orders.pattern,
    name: 'my-order',
    title: 'myOrder',
    access: 'signed-in',
    screen: later('myOrders'),
  },
  {
    path: paths.consumeOrders.pattern,
    name: 'my-consume-order',
    title: 'myConsumeOrder',
    access: 'signed-in',
    screen: later('consumeOrders'),
  },
  {
    path: paths.profitOrders.pattern,
    name: 'my-profit-order',
    title: 'myProfitOrder',
    access: 'signed-in',
    screen: later('profitOrders'),
  },
  {
    path: paths.order.pattern,
    name: 'orderDetail',
    title: 'orderDetail',
    access: 'signed-in',
    hasBack: true,
    screen: later('order'),
  },
  {
    path: paths.profile.pattern,
    name: 'profile',
    title: 'profile',
    access: 'signed-in',
    hasBack: true,
    screen: later('profile'),
  },
  {
    path: paths.sessions.pattern,
    name: 'sessions',
    title: 'sessions',
    access: 'signed-in',
    hasBack: true,
    screen: later('sessionList'),
  },
  {
    path: paths.account.pattern,
    name: 'account',
    title: 'account',
    access: 'signed-in',
    hasBack: true,
    screen: later('account'),
  },
  {
    path: paths.setUserinfo.pattern,
    name: 'setUserinfo',
    title: 'setUserinfo',
    access: 'signed-in',
    redirectTo: paths.profile(),
  },
  {
    path: paths.noticeChoices.pattern,
    name: 'notice-choices',
    title: 'noticeChoices',
    access: 'signed-in',
    hasBack: true,
    screen: later('noticeChoices'),
  },
  {
    path: paths.notices.pattern,
    name: 'notices',
    title: 'notices',
    access: 'signed-in',
    screen: later('noticeList'),
  },
  {
    path: paths.conversations.pattern,
    name: 'conversations',
    title: 'conversations',
    access: 'signed-in',
    screen: later('conversations'),
  },
  {
    path: paths.favourites.pattern,
    name: 'favourites',
    title: 'favourites',
    access: 'signed-in',
    hasBack: true,
    screen: later('favourites'),
  },
  {
    path: paths.savedSearches.pattern,
    name: 'savedSearches',
    title: 'savedSearches',
    access: 'signed-in',
    hasBack: true,
    screen: later('savedSearches'),
  },
  {
    path: paths.askAbout.pattern,
    name: 'askAbout',
    title: 'conversations',
    access: 'signed-in',
    screen: later('askAbout'),
  },
  {
    path: paths.interestTags.pattern,
    name: 'interestTag',
    title: 'interestTag',
    access: 'signed-in',
    screen: later('interestTags'),
  },
]

/** Every address of the site; anything else goes to /404. */
export const routeTable: readonly RouteEntry[] = [
  ...landing,
  ...market,
  ...markets.flatMap(({ routes }) => routes),
  ...storageRoutes,
  ...personal,
  ...staff,
]
