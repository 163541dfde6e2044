import { z } from 'zod'
import { route } from '../kit/route.ts'
import type { NoticeKind } from './routes.ts'

/** What a person can also be told by text message, besides the notices in the app. */

export const NOTICE_TOPICS = [
  'payment',
  'start',
  'delivery',
  'acceptance',
  'certification',
  'expiry',
  'dispute',
] as const
export type NoticeTopic = (typeof NOTICE_TOPICS)[number]

/** Most text messages of notices to one person in a day of Shanghai. */
export const TEXTS_A_DAY = 10

/** The topic of a notice; those without one are told in the app alone. */
export const TOPIC_OF: { readonly [Kind in NoticeKind]?: NoticeTopic } = {
  'orders.paid': 'payment',
  'orders.refunded': 'payment',
  'orders.refunded-renewal': 'payment',
  'orders.refunded-outside': 'payment',
  'wallet.payout-done': 'payment',
  'wallet.payout-failed': 'payment',
  'orders.started': 'start',
  'orders.not-started': 'start',
  'orders.not-started-seller': 'start',
  'compute.lease-begun-buyer': 'start',
  'orders.delivered': 'delivery',
  'orders.deliver-soon': 'delivery',
  'orders.delivery-overdue': 'delivery',
  'orders.delivery-overdue-seller': 'delivery',
  'orders.not-delivered': 'delivery',
  'orders.not-delivered-seller': 'delivery',
  'orders.accept-soon': 'acceptance',
  'orders.accepted': 'acceptance',
  'certification.approved': 'certification',
  'certification.refused': 'certification',
  'compute.lease-expires-soon': 'expiry',
  'compute.renewal-asked': 'expiry',
  'compute.renewal-above': 'expiry',
  'compute.renewal-refused': 'expiry',
  'compute.lease-ended-buyer': 'expiry',
  'storage.ends-soon': 'expiry',
  'talent.week-limited': 'start',
  'talent.week-unlimited': 'start',
  'compute.fault-opened': 'dispute',
  'compute.fault-answered': 'dispute',
  'compute.fault-handed': 'dispute',
  'compute.fault-unanswered': 'dispute',
  'compute.fault-closed': 'dispute',
  'compute.fault-ruled': 'dispute',
  'compute.contest-opened': 'dispute',
  'compute.contest-answered': 'dispute',
  'compute.contest-returned': 'dispute',
  'compute.contest-kept': 'dispute',
  'talent.hours-asked': 'dispute',
  'talent.hours-declined': 'dispute',
  'talent.hours-answer-soon': 'dispute',
  'talent.hours-unanswered': 'dispute',
  'talent.dispute-opened': 'dispute',
  'talent.dispute-words': 'dispute',
  'talent.dispute-withdrawn': 'dispute',
  'talent.dispute-agreed': 'dispute',
  'talent.dispute-ruled': 'dispute',
}

const Choices = z.strictObject({ byText: z.array(z.enum(NOTICE_TOPICS)).max(NOTICE_TOPICS.length) })

export const getNoticeChoices = route({
  id: 'notices.get-choices',
  method: 'GET',
  path: '/api/consumer/notice/choices',
  summary: 'What one chose to be told by text message, besides the notices in the app',
  auth: 'user',
  ok: Choices,
})

export const keepNoticeChoices = route({
  id: 'notices.keep-choices',
  method: 'PUT',
  path: '/api/consumer/notice/choices',
  summary: 'Choose what to be told by text message; in the language of this call, and at most ten a day',
  auth: 'user',
  body: Choices,
  ok: Choices,
})

export const noticeChoiceRoutes = [getNoticeChoices, keepNoticeChoices] as const
