import { useComputingPower } from './pages/use-computing-power.ts'
import { useHome } from './pages/use-home.ts'
import { useWorkCodeForce } from './pages/use-work-code-force.ts'
import { byDevice, type RouteEntry } from './route-entry.ts'

/** THE route table: path, name, title, who may enter, and the screen. Menu, guard, titles and tests read this one list. */

const pages = {
  home: byDevice(
    useHome,
    () => import('./pages/home.desktop.tsx'),
    () => import('./pages/home.mobile.tsx'),
  ),
  computingPower: byDevice(
    useComputingPower,
    () => import('./pages/computing-power.desktop.tsx'),
    () => import('./pages/computing-power.mobile.tsx'),
  ),
  workCodeForce: byDevice(
    useWorkCodeForce,
    () => import('./pages/work-code-force.desktop.tsx'),
    () => import('./pages/work-code-force.mobile.tsx'),
  ),
}

const landing: RouteEntry[] = [
  { path: '/', name: 'root', title: 'home', access: 'open', redirectTo: '/home' },
  { path: '/home', name: 'home', title: 'home', access: 'open', byDevice: pages.home },
  {
    path: '/computingPower',
    name: 'computingPower',
    title: 'computingPower',
    access: 'open',
    byDevice: pages.computingPower,
  },
  {
    path: '/workCodeForce',
    name: 'workCodeForce',
    title: 'workCodeForce',
    access: 'open',
    byDevice: pages.workCodeForce,
  },
  {
    path: '/login',
    name: 'login',
    title: 'login',
    access: 'open',
    isBare: true,
    screen: () => import('../features/identity/login.tsx'),
  },
  { path: '/test', name: 'test', title: 'home', access: 'open', redirectTo: '/home' },
  { path: '/404', name: 'notFound', title: 'notFound', access: 'open', screen: () => import('./pages/not-found.tsx') },
]

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
    screen: () => import('./pages/computing-hub.tsx'),
  },
  {
    path: '/computingPowerMarket/storage-resources',
    name: 'storageResources',
    title: 'storageResources',
    access: 'signed-in',
    screen: () => import('./pages/resource-market.tsx'),
  },
  {
    path: '/computingPowerMarket/information-statistics',
    name: 'informationStatistics',
    title: 'informationStatistics',
    access: 'signed-in',
    later: 'storage',
  },
  { path: '/computingPowerMarket/share', name: 'share', title: 'share', access: 'signed-in', later: 'storage' },
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
    screen: () => import('../features/compute/compute-list.tsx'),
  },
  {
    path: '/computingPowerMarket/offer/:id',
    name: 'computingOffer',
    title: 'computingOffer',
    access: 'signed-in',
    screen: () => import('../features/compute/compute-detail.tsx'),
  },
  {
    path: '/computingPowerMarket/computing-check/:id',
    name: 'ComputingCheck',
    title: 'computingCheck',
    access: 'signed-in',
    screen: () => import('../features/compute/checkout-compute.tsx'),
  },
  { path: '/computingPowerMarket/faucet', name: 'faucet', title: 'faucet', access: 'signed-in', later: 'chain' },
  {
    path: '/bind/alipay',
    name: 'bindAlipay',
    title: 'bindAlipay',
    access: 'signed-in',
    screen: () => import('../features/wallet/bind-alipay.tsx'),
  },
  {
    path: '/pay/result/:orderId',
    name: 'payResult',
    title: 'payResult',
    access: 'signed-in',
    screen: () => import('../features/orders/pay-result.tsx'),
  },
]

const laterMarkets: RouteEntry[] = [
  {
    path: '/codeForce/codeForceList',
    name: 'codeForceList',
    title: 'codeForceList',
    access: 'signed-in',
    later: 'code',
  },
  {
    path: '/codeForce/publishProduct',
    name: 'publishProduct',
    title: 'publishProduct',
    access: 'signed-in',
    later: 'code',
  },
  { path: '/codeForce/codeDetails/:id', name: 'codeDetails', title: 'codeDetails', access: 'open', later: 'code' },
  { path: '/codeForce/shareCode/:id', name: 'shareCode', title: 'codeDetails', access: 'open', later: 'code' },
  { path: '/manpower', name: 'manpower', title: 'manpower', access: 'signed-in', later: 'talent' },
  { path: '/manpower/addCase/:id', name: 'addCase', title: 'addCase', access: 'signed-in', later: 'talent' },
  { path: '/manpower/orderNow/:id', name: 'orderNow', title: 'orderNow', access: 'signed-in', later: 'talent' },
  {
    path: '/manpower/contactConsultant',
    name: 'contactConsultant',
    title: 'contactConsultant',
    access: 'signed-in',
    later: 'talent',
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
  { path: '/personal-center/my-purse/ttcBill', name: 'ttcBill', title: 'ttcBill', access: 'signed-in', later: 'chain' },
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
    redirectTo: '/personal-center/my-order/consume',
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
    path: '/personal-center/my-storage',
    name: 'my-storage',
    title: 'myStorage',
    access: 'signed-in',
    later: 'storage',
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
  { path: '/personal-center/my-code', name: 'my-code', title: 'myCode', access: 'signed-in', later: 'code' },
  {
    path: '/personal-center/authentication',
    name: 'authentication',
    title: 'authentication',
    access: 'signed-in',
    later: 'talent',
  },
  {
    path: '/personal-center/authentication/label',
    name: 'selectLabel',
    title: 'selectLabel',
    access: 'signed-in',
    later: 'talent',
  },
  {
    path: '/personal-center/authentication/info',
    name: 'authenticationInfo',
    title: 'authenticationInfo',
    access: 'signed-in',
    later: 'talent',
  },
  {
    path: '/personal-center/hour-salary',
    name: 'myHourSalary',
    title: 'myHourSalary',
    access: 'signed-in',
    later: 'talent',
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
    path: '/interest/tag/:from',
    name: 'interestTag',
    title: 'interestTag',
    access: 'signed-in',
    screen: () => import('../features/identity/interest-tags.tsx'),
  },
]

/** Every address of the site; anything else goes to /404. */
export const routeTable: readonly RouteEntry[] = [...landing, ...market, ...laterMarkets, ...personal]
