import { z } from 'zod'
import { CODE_ERRORS, slider, smsCode } from '../identity/account.ts'
import { RealName } from '../identity/shapes.ts'
import { route } from '../kit/route.ts'
import { billFilter, Id, Moment, Nothing, pageOf, paging, queryText, YuanText } from '../kit/shapes.ts'
import { PRODUCT_TYPES } from '../order-lists/kinds.ts'

/** The receiving account (Alipay): binding by Alipay's authorisation, cleared income, payouts, bills. */

const AuthorizeUrl = z.object({ url: z.string() })

export const pcAuthorizeUrl = route({
  id: 'wallet.pc-authorize-url',
  method: 'GET',
  path: '/api/consumer/wallet/get/pc/authorize/url',
  summary: 'Where to authorise an Alipay account, desktop',
  auth: 'user',
  ok: AuthorizeUrl,
  errors: ['wallet.already-bound', 'payment.unavailable'],
})

export const mobileAuthorizeUrl = route({
  id: 'wallet.mobile-authorize-url',
  method: 'GET',
  path: '/api/consumer/wallet/get/mobile/authorize/url',
  summary: 'Where to authorise an Alipay account, phone',
  auth: 'user',
  ok: AuthorizeUrl,
  errors: ['wallet.already-bound', 'payment.unavailable'],
})

/** The provider account waiting to be bound; `id` is our pending binding's id (wallerId on the wire), never Alipay's. */
export const ProviderAccount = z.object({ id: Id, avatar: z.string().nullable(), nickname: z.string().nullable() })

export const alipayUserInfo = route({
  id: 'wallet.alipay-user-info',
  method: 'GET',
  path: '/api/consumer/wallet/get/alipay/user/info',
  summary: 'Exchange auth_code and state for the provider account to bind (valid 10 minutes)',
  auth: 'user',
  isUnsafeGet: true,
  query: z.object({ auth_code: z.string().min(1).max(200), state: queryText(200) }),
  ok: ProviderAccount,
  errors: ['wallet.authorization-invalid', 'payment.unavailable'],
})

/** The same as a POST, for clients of today: neither the code nor the state ends up in an address. */
export const alipayUserInfoByPost = route({
  ...alipayUserInfo,
  id: 'wallet.alipay-user-info-post',
  method: 'POST',
  isUnsafeGet: false,
  query: undefined,
  body: z.strictObject(alipayUserInfo.query.shape),
})

const BindQuery = z.object({ wallerId: Id, wallerRealName: RealName })

/** With a code sent to one's own phone (purpose `receiving-account`) payouts go on at once; without, after 24 hours. */
export const BindForm = z.strictObject({ ...BindQuery.shape, smsCode: smsCode.optional(), slider })

export const bindAlipayGet = route({
  id: 'wallet.bind-alipay-get',
  method: 'GET',
  path: '/api/consumer/wallet/bind/alipay',
  summary: 'Bind the pending provider account under a real name (old clients); payouts wait 24 hours',
  auth: 'user',
  needsFactor: 'if-any',
  isUnsafeGet: true,
  query: BindQuery,
  ok: Nothing,
  errors: ['wallet.pending-not-found', 'wallet.already-bound', 'wallet.account-taken', 'wallet.real-name-empty'],
})

export const bindAlipay = route({
  id: 'wallet.bind-alipay',
  method: 'POST',
  path: '/api/consumer/wallet/bind/alipay',
  summary: 'Bind the pending provider account under a real name; without a code payouts wait 24 hours',
  auth: 'user',
  needsFactor: 'if-any',
  body: BindForm,
  ok: Nothing,
  errors: [
    'wallet.pending-not-found',
    'wallet.already-bound',
    'wallet.account-taken',
    'wallet.real-name-empty',
    ...CODE_ERRORS,
  ],
})

export const unbindAlipay = route({
  id: 'wallet.unbind-alipay',
  method: 'POST',
  path: '/api/consumer/wallet/unbind/alipay',
  summary: 'Unbind the receiving account (refused while a payout is under way)',
  auth: 'user',
  needsFactor: 'if-any',
  ok: Nothing,
  errors: ['wallet.not-bound', 'wallet.payout-in-flight'],
})

export const BoundAccount = z.object({
  id: Id,
  avatar: z.string().nullable(),
  nickname: z.string().nullable(),
  realNameMasked: z.string(),
  boundAt: Moment,
  /** Until when nothing is paid out, because it was bound without a code; null when payouts go on. */
  heldUntil: Moment.nullable(),
})

export const listBoundAccounts = route({
  id: 'wallet.list-bound-accounts',
  method: 'GET',
  path: '/api/consumer/wallet/user/list',
  summary: 'One’s bound receiving accounts (none or one)',
  auth: 'user',
  ok: z.array(BoundAccount),
})

export const Purse = z.object({
  /** Cleared income not yet paid out. */
  payableAmount: YuanText,
  /** Above 5,000 yuan: nothing is sent before two people of the staff agreed. */
  awaitingApprovalAmount: YuanText,
  /** On its way to the bound account. */
  inFlightAmount: YuanText,
  paidOutAmount: YuanText,
  /** Of served orders: accrued and not yet cleared. */
  unclearedAmount: YuanText,
  /** Why nothing is paid out by itself any more: the last payout did not arrive, and its owner has to look at it. */
  haltedBy: z.enum(['returned', 'failed', 'declined']).nullable(),
  boundAccount: BoundAccount.nullable(),
})

export const getPurse = route({
  id: 'wallet.get-purse',
  method: 'GET',
  path: '/api/consumer/wallet/purse',
  summary: 'The receiving account and the amounts around it',
  auth: 'user',
  ok: Purse,
})

export const payOut = route({
  id: 'wallet.pay-out',
  method: 'POST',
  path: '/api/consumer/wallet/payout',
  summary: 'Pay the cleared income out to the bound account now',
  auth: 'wallet-bound',
  ok: z.object({ payoutId: Id, state: z.enum(['in-flight', 'awaiting-approval']) }),
  errors: ['wallet.nothing-to-pay-out', 'wallet.payout-held'],
})

export const BILL_TYPES = ['clearing', 'payout', 'payment', 'refund'] as const

export const AlipayBillItem = z.object({
  id: Id,
  type: z.enum(BILL_TYPES),
  /** Signed: income positive, payments and payouts negative. */
  amount: YuanText,
  /** What Trove kept of it (decision 50: nothing for now); already taken off the amount. */
  feeAmount: YuanText,
  /** Of a payout; `returned`, `failed`, `declined`: the money is back in the purse. Everything else is `done`. */
  state: z.enum(['done', 'awaiting-approval', 'in-flight', 'returned', 'failed', 'declined']),
  /** Order or payout number a person can quote. */
  reference: z.string(),
  /** The order it belongs to, with a page of its own, and its kind; both null for a payout. */
  orderId: Id.nullable(),
  orderKind: z.enum(PRODUCT_TYPES).nullable(),
  /** What was ordered: the title of a work, the id of a machine, the name of an expert; null where that is not known. */
  orderName: z.string().nullable(),
  createdAt: Moment,
})

export const alipayBill = route({
  id: 'wallet.alipay-bill',
  method: 'GET',
  path: '/api/consumer/wallet/bill/alipay/page',
  summary: 'Bill of yuan movements, newest first, with what came in and went out; days in Asia/Shanghai',
  auth: 'user',
  query: z.object({
    ...paging(20),
    ...billFilter(BILL_TYPES, { wholeDigits: 11, decimals: 2 }),
  }),
  /** Of all that the filter finds, both without a sign; a payout that came back is in neither. */
  ok: pageOf(AlipayBillItem).extend({ inAmount: YuanText, outAmount: YuanText }),
  errors: ['wallet.amount-range', 'request.invalid'],
})

export const walletRoutes = [
  pcAuthorizeUrl,
  mobileAuthorizeUrl,
  alipayUserInfo,
  alipayUserInfoByPost,
  bindAlipayGet,
  bindAlipay,
  unbindAlipay,
  listBoundAccounts,
  getPurse,
  payOut,
  alipayBill,
] as const
