import { landing } from './landing-routes.ts'
import { laterRoutes } from './later-routes.ts'
import { type RouteEntry, saidEarly } from './route-entry.ts'

/** THE route table: path, name, title, who may enter, and the screen. Menu, guard, titles and tests read this one list. */

const market: RouteEntry[] = [
  {
    path: '/computingPowerMarket',
    name: 'computingPowerMarket',
    title: 'computingPowerMarket',
    access: 'signed-in',
    redirectTo: '/computingPowerMarket/storage-resources',
  },
  {
    path: '/computingPowerMarket/hub',
    name: 'computingHub',
    title: 'computingHub',
    access: 'signed-in',
    screen: saidEarly(() => import('./pages/computing-hub.tsx')),
  },
  {
    path: '/computingPowerMarket/storage-resources',
    name: 'storageResources',
    title: 'storageResources',
    access: 'signed-in',
    screen: saidEarly(() => import('./pages/resource-market.tsx')),
  },
  {
    path: '/computingPowerMarket/shared-computing',
    name: 'SharedComputing',
    title: 'sharedComputing',
    access: 'signed-in',
    screen: () => import('../features/compute/publish-compute.tsx'),
  },
  {
    path: '/computingPowerMarket/computing-list',
    name: 'computingList',
    title: 'computingList',
    access: 'signed-in',
    screen: saidEarly(() => import('../features/compute/compute-list.tsx')),
  },
  {
    path: '/computingPowerMarket/offer/:id',
    name: 'computingOffer',
    title: 'computingOffer',
    access: 'open',
    screen: saidEarly(() => import('../features/compute/compute-detail.tsx')),
  },
  {
    path: '/computingPowerMarket/computing-check/:id',
    name: 'ComputingCheck',
    title: 'computingCheck',
    access: 'signed-in',
    screen: () => import('../features/compute/checkout-compute.tsx'),
  },
  {
    path: '/computingPowerMarket/faucet',
    name: 'faucet',
    title: 'faucet',
    access: 'signed-in',
    screen: () => import('../features/faucet/faucet.tsx'),
  },
  {
    path: '/bind/alipay',
    name: 'bindAlipay',
    title: 'bindAlipay',
    access: 'signed-in',
    screen: () => import('./pages/bind-alipay.tsx'),
  },
  {
    path: '/pay/result/:orderId',
    name: 'payResult',
    title: 'payResult',
    access: 'signed-in',
    screen: () => import('../features/orders/pay-result.tsx'),
  },
]

const personal: RouteEntry[] = [
  {
    path: '/personalCenter',
    name: 'personalCenterPage',
    title: 'personalCenter',
    access: 'signed-in',
    screen: () => import('./pages/personal-center.tsx'),
  },
  {
    path: '/personal-center',
    name: 'personalCenter',
    title: 'personalCenter',
    access: 'signed-in',
    redirectTo: '/personalCenter',
  },
  {
    path: '/personal-center/my-purse',
    name: 'my-purse',
    title: 'myPurse',
    access: 'signed-in',
    screen: () => import('../features/wallet/purse.tsx'),
  },
  {
    path: '/personal-center/my-purse/ttcBill',
    name: 'ttcBill',
    title: 'ttcBill',
    access: 'signed-in',
    screen: () => import('../features/wallet/chain/ttc-bill.tsx'),
  },
  {
    path: '/personal-center/my-purse/alipayBill',
    name: 'alipayBill',
    title: 'alipayBill',
    access: 'signed-in',
    screen: () => import('../features/wallet/alipay-bill.tsx'),
  },
  {
    path: '/personal-center/my-order',
    name: 'my-order',
    title: 'myOrder',
    access: 'signed-in',
    screen: () => import('./pages/my-orders.tsx'),
  },
  {
    path: '/personal-center/my-order/consume/:key?',
    name: 'my-consume-order',
    title: 'myConsumeOrder',
    access: 'signed-in',
    screen: () => import('./pages/consume-orders.tsx'),
  },
  {
    path: '/personal-center/my-order/profit/:key?',
    name: 'my-profit-order',
    title: 'myProfitOrder',
    access: 'signed-in',
    screen: () => import('./pages/profit-orders.tsx'),
  },
  {
    path: '/personal-center/my-order/detail/:id',
    name: 'orderDetail',
    title: 'orderDetail',
    access: 'signed-in',
    screen: () => import('../features/orders/order-detail.tsx'),
  },
  {
    path: '/personal-center/my-calculate',
    name: 'my-calculate',
    title: 'myCalculate',
    access: 'signed-in',
    screen: () => import('../features/compute/my-compute.tsx'),
  },
  {
    path: '/personal-center/my-calculate/terminal/:productId',
    name: 'terminal',
    title: 'terminal',
    access: 'signed-in',
    isBare: true,
    screen: () => import('../features/compute/terminal.tsx'),
  },
  {
    path: '/personal-center/profile',
    name: 'profile',
    title: 'profile',
    access: 'signed-in',
    screen: () => import('../features/identity/profile.tsx'),
  },
  {
    path: '/personal-center/profile/sessions',
    name: 'sessions',
    title: 'sessions',
    access: 'signed-in',
    screen: () => import('../features/identity/session-list.tsx'),
  },
  {
    path: '/personal-center/profile/account',
    name: 'account',
    title: 'account',
    access: 'signed-in',
    screen: () => import('../features/identity/account.tsx'),
  },
  {
    path: '/personal-center/setUserinfo',
    name: 'setUserinfo',
    title: 'setUserinfo',
    access: 'signed-in',
    redirectTo: '/personal-center/profile',
  },
  {
    path: '/personal-center/notices',
    name: 'notices',
    title: 'notices',
    access: 'signed-in',
    screen: () => import('../features/notices/notice-list.tsx'),
  },
  {
    path: '/personal-center/conversations/:id?',
    name: 'conversations',
    title: 'conversations',
    access: 'signed-in',
    screen: () => import('../features/conversations/conversations.tsx'),
  },
  {
    path: '/personal-center/conversations/about/:kind/:subjectId',
    name: 'askAbout',
    title: 'conversations',
    access: 'signed-in',
    screen: () => import('../features/conversations/ask-about.tsx'),
  },
  {
    path: '/interest/tag/:from',
    name: 'interestTag',
    title: 'interestTag',
    access: 'signed-in',
    screen: () => import('../features/identity/interest-tags.tsx'),
  },
]

/** The desk of the staff; its screens turn others away, and so does the server. */
const staff: RouteEntry[] = [
  {
    path: '/operator/payouts',
    name: 'payoutDesk',
    title: 'payoutDesk',
    access: 'signed-in',
    screen: () => import('../features/desk/payout-desk.tsx'),
  },
  {
    path: '/operator/bills',
    name: 'billDesk',
    title: 'billDesk',
    access: 'signed-in',
    screen: () => import('../features/desk/bill-desk.tsx'),
  },
]

/** Every address of the site; anything else goes to /404. */
export const routeTable: readonly RouteEntry[] = [...landing, ...market, ...laterRoutes, ...personal, ...staff]
