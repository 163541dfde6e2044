import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, pageOf, paging } from '../kit/shapes.ts'

/** In-app notices: what happened to a person's goods, orders and money. Texts are made by the client from kind and params. */

export const NOTICE_KINDS = [
  'compute.access-read',
  'compute.address-claimed',
  'compute.check-differs',
  'compute.check-unreachable',
  'compute.lease-begun',
  'compute.lease-begun-buyer',
  'compute.lease-ended',
  'compute.lease-ended-buyer',
  'compute.lease-renewed',
  'compute.lease-renewed-buyer',
  'compute.renewal-asked',
  'compute.renewal-above',
  'compute.renewal-refused',
  'compute.lease-stopped',
  'compute.lease-silent',
  'compute.downtime-returned',
  'compute.fault-opened',
  'compute.fault-answered',
  'compute.fault-handed',
  'compute.fault-unanswered',
  'compute.fault-closed',
  'compute.fault-ruled',
  'compute.fault-ruling-waits',
  'compute.lease-cleaned',
  'compute.lease-cleaned-in-part',
  'compute.relisted',
  'compute.lease-clean-failed',
  'compute.lease-expires-soon',
  'code.given-back',
  'code.given-back-unfetched',
  'code.new-version',
  'code.malware-found',
  'code.keys-found',
  'code.taken-down',
  'code.frozen',
  'code.takedown-upheld',
  'code.restored',
  'code.report-taken-down',
  'code.report-dismissed',
  'orders.paid',
  'orders.started',
  'orders.not-started',
  'orders.not-started-seller',
  'orders.delivered',
  'orders.delivery-overdue',
  'orders.delivery-overdue-seller',
  'orders.deliver-soon',
  'orders.not-delivered',
  'orders.not-delivered-seller',
  'orders.accept-soon',
  'orders.accepted',
  'orders.refunded',
  'storage.ends-soon',
  'storage.node-paused',
  'storage.node-resumed',
  'orders.refunded-outside',
  'talent.week-limited',
  'talent.week-unlimited',
  'talent.hours-asked',
  'talent.hours-declined',
  'talent.hours-answer-soon',
  'talent.hours-unanswered',
  'talent.dispute-opened',
  'talent.dispute-words',
  'talent.dispute-withdrawn',
  'talent.dispute-agreed',
  'talent.dispute-ruled',
  'talent.ruling-waits',
  'wallet.account-bound',
  'wallet.account-bound-held',
  'wallet.account-unbound',
  'wallet.payout-awaiting',
  'wallet.payout-declined',
  'wallet.payout-done',
  'wallet.payout-failed',
  'certification.approved',
  'certification.refused',
  'conversations.message',
  'conversations.message-untitled',
  'reviews.waiting',
  'reviews.shown',
  'searches.found',
  'identity.signed-in-elsewhere',
  'identity.mobile-changed',
  'identity.copy-taken',
  'identity.app-added',
  'identity.app-removed',
  'identity.passkey-added',
  'identity.passkey-removed',
  'identity.recovery-used',
  'identity.recovery-renewed',
  'identity.factors-reset',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** Places of the site a notice can lead to: those about one thing, and pages. */
export const NOTICE_SUBJECTS = ['order', 'work', 'conversation', 'stored-file', 'storage-node'] as const
export const NOTICE_PAGES = [
  'rented-machines',
  'shared-machines',
  'purse',
  'bill',
  'sessions',
  'account',
  'certification',
  'saved-searches',
  'dispute-desk',
  'fault-desk',
] as const

/** Where a notice leads, by name: a client knows which address that is, the server does not (web `lib/notice-path.ts`). */
export const NoticeLink = z.union([
  z.object({ to: z.enum(NOTICE_SUBJECTS), id: Id }),
  z.object({ to: z.enum(NOTICE_PAGES) }),
])
export type NoticeLink = z.output<typeof NoticeLink>

export const NoticeItem = z.object({
  id: Id,
  kind: z.enum(NOTICE_KINDS),
  params: z.record(z.string(), z.string()),
  link: NoticeLink.nullable(),
  createdAt: Moment,
  isRead: z.boolean(),
})

export const listNotices = route({
  id: 'notices.list',
  method: 'GET',
  path: '/api/consumer/notice/page',
  summary: 'One’s notices, newest first',
  auth: 'user',
  query: z.object({ ...paging(20) }),
  ok: pageOf(NoticeItem).extend({ unread: z.number().int() }),
})

export const readNotices = route({
  id: 'notices.read',
  method: 'POST',
  path: '/api/consumer/notice/read',
  summary: 'Mark notices as read (all without ids)',
  auth: 'user',
  body: z.strictObject({ ids: z.array(Id).max(100).optional() }),
  ok: z.object({ unread: z.number().int() }),
})

export const noticesRoutes = [listNotices, readNotices] as const
