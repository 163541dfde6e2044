import { at } from './at.ts'

/**
 * Every address of the site, once. `paths.offer({ id })` writes an address, `paths.offer.pattern` is what the route table
 * matches. No other file of the site writes a path of its own but the `addresses.ts` of a market, for those that nothing
 * else leads to (tools/house-rules.ts).
 */
export const paths = {
  root: at('/'),
  home: at('/home'),
  computingPower: at('/computingPower'),
  workCodeForce: at('/workCodeForce'),
  login: at('/login'),
  test: at('/test'),
  notFound: at('/404'),

  marketRoot: at('/computingPowerMarket'),
  hub: at('/computingPowerMarket/hub'),
  /** The resource market; `tab` is computing or storage. */
  market: at('/computingPowerMarket/storage-resources'),
  /** Publishes a machine; `edit` is the resource id of one to change. */
  publishCompute: at('/computingPowerMarket/shared-computing'),
  computeList: at('/computingPowerMarket/computing-list'),
  computeOffer: at('/computingPowerMarket/offer/:id'),
  /** Prices, supply and use by the day; `kind` is a GPU model. */
  computeFigures: at('/computingPowerMarket/figures'),
  /** Who shares machines. */
  computeSeller: at('/computingPowerMarket/seller/:id'),
  /** What the checks of a machine found, signed. */
  computeCertificate: at('/computingPowerMarket/certificate/:id'),
  /** Offers side by side; `ids` are up to four, separated by commas. */
  compareCompute: at('/computingPowerMarket/compare/:ids'),
  /** Buys a machine; `renews` is the order of a running lease of it that is to go on. */
  checkoutCompute: at('/computingPowerMarket/computing-check/:id'),
  faucet: at('/computingPowerMarket/faucet'),
  storageFigures: at('/computingPowerMarket/information-statistics'),
  shareStorage: at('/computingPowerMarket/share'),
  /** How to run a storage node on windows or linux. */
  nodeManual: at('/computingPowerMarket/share/:system'),
  /** What samples and proofs say of a storage node. */
  storageNode: at('/computingPowerMarket/node/:account'),
  bindAlipay: at('/bind/alipay'),
  payResult: at('/pay/result/:orderId'),

  codeList: at('/codeForce/codeForceList'),
  /** Publishes a work; `id` is a draft to go on with, or a work to change. */
  publishCode: at('/codeForce/publishProduct'),
  /** The settlement desk of a work; `licence` is the one chosen. */
  checkoutCode: at('/codeForce/checkout/:id'),
  codeDetail: at('/codeForce/codeDetails/:id'),
  sharedCode: at('/codeForce/shareCode/:id'),
  talent: at('/manpower'),

  personalCenter: at('/personalCenter'),
  personalRoot: at('/personal-center'),
  purse: at('/personal-center/my-purse'),
  ttcBill: at('/personal-center/my-purse/ttcBill'),
  /** What one earns as a seller. */
  income: at('/personal-center/income'),
  alipayBill: at('/personal-center/my-purse/alipayBill'),
  orders: at('/personal-center/my-order'),
  /** Orders one placed; `key` is the tab, such as calculateOrder. */
  consumeOrders: at('/personal-center/my-order/consume/:key?'),
  /** Orders of what one sells. */
  profitOrders: at('/personal-center/my-order/profit/:key?'),
  /** One order; `kind` is what was ordered, such as superPoints, where the link knows it: its page waits in the shape of it. */
  order: at('/personal-center/my-order/detail/:id'),
  /** One's machines; `tab` is purchase or share, `key` opens the SSH key. */
  myCompute: at('/personal-center/my-calculate'),
  /** Everything about a running lease. */
  cockpit: at('/personal-center/my-calculate/lease/:orderId'),
  myStorage: at('/personal-center/my-storage'),
  /** One stored file; `order` is the number of its order on the chain. */
  storedFile: at('/personal-center/my-storage/:order'),
  /** A stored file somebody shared; its key stands in the fragment. */
  sharedFile: at('/shared/:token'),
  myCode: at('/personal-center/my-code'),
  certification: at('/personal-center/authentication'),
  certificationLabel: at('/personal-center/authentication/label'),
  certificationInfo: at('/personal-center/authentication/info'),
  hourSalary: at('/personal-center/hour-salary'),
  profile: at('/personal-center/profile'),
  sessions: at('/personal-center/profile/sessions'),
  account: at('/personal-center/profile/account'),
  setUserinfo: at('/personal-center/setUserinfo'),
  notices: at('/personal-center/notices'),
  /** What one is also told by text message. */
  noticeChoices: at('/personal-center/notices/choices'),
  conversations: at('/personal-center/conversations/:id?'),
  askAbout: at('/personal-center/conversations/about/:kind/:subjectId'),
  favourites: at('/personal-center/favourites'),
  savedSearches: at('/personal-center/saved-searches'),
  interestTags: at('/interest/tag/:from'),

  certificationDesk: at('/operator/certification'),
  disputeDesk: at('/operator/disputes'),
  faultDesk: at('/operator/faults'),
  payoutDesk: at('/operator/payouts'),
  billDesk: at('/operator/bills'),
  /** Reported works, and those that are down. */
  reportDesk: at('/operator/reports'),
  /** Reported reviews, and those that are hidden. */
  reviewDesk: at('/operator/reviews'),
  /** The featured row of the code home. */
  slotDesk: at('/operator/featured'),
  staffDesk: at('/operator/staff'),
  /** What the staff did; `operator` and `subject` are ids. */
  actDesk: at('/operator/acts'),
} as const

/** Areas of the site by how their addresses begin: for the bottom bar, the menu and the way back. */
export const areas = {
  pay: ['/pay'],
  orders: ['/personal-center/my-order', '/pay'],
  personal: ['/personal-center', '/personalCenter', '/bind', '/operator', '/interest'],
  landing: ['/home', '/computingPower', '/workCodeForce'],
} as const

/** Whether an address is one of these, or lies below one. */
export function isUnder(path: string, starts: readonly string[]): boolean {
  return starts.some((start) => path === start || path.startsWith(`${start}/`))
}

/** The first part of an address, which those of one market share. */
export function rootOf(address: string): string {
  return address.replace(/^(\/[^/?]*).*$/, '$1')
}

/** What all addresses of a pattern begin with. */
export function areaOf({ pattern }: { pattern: string }): string {
  return pattern.replace(/\/:.*$/, '')
}

/** Orders of one side, what one bought or what one sold, on one tab where it is named. */
export function ordersPath(side: 'consume' | 'profit', key?: string): string {
  return (side === 'consume' ? paths.consumeOrders : paths.profitOrders)({ key })
}
