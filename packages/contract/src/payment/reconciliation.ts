import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Day, Id, Moment, pageOf, paging, personText, YuanText } from '../kit/shapes.ts'

/** The daily comparison of Alipay's bill with our own books, for the staff. Days are those of Asia/Shanghai. */

export const DIFFERENCE_KINDS = [
  'missing-here',
  'missing-there',
  'amount',
  'duplicate-refund',
  'unknown-payout',
  /** Came back after its payee had deleted the account: no difference of the books, but a case for the staff. */
  'unclaimed-return',
  'unreadable',
  'bill-absent',
] as const

export const ReconciliationDay = z.object({
  day: Day,
  /** `parked`: cannot be read and is tried now and then, while later days go on; `absent`: no bill came. */
  state: z.enum(['waiting', 'parked', 'done', 'absent']),
  lineCount: z.number().int().nullable(),
  /** Why a day still waits. */
  reason: z.string().nullable(),
  openCount: z.number().int(),
  differenceCount: z.number().int(),
})

export const ListedDifference = z.object({
  id: Id,
  day: Day,
  kind: z.enum(DIFFERENCE_KINDS),
  movement: z.enum(['payment', 'refund', 'payout', 'payout-return']).nullable(),
  /** Our number of the movement, as the bill names it. */
  number: z.string(),
  /** Of a refund: the payment's number. */
  reference: z.string(),
  ourAmount: YuanText.nullable(),
  billAmount: YuanText.nullable(),
  foundAt: Moment,
  settledAt: Moment.nullable(),
  /** Who of the staff settled it; null when both sides agreed later by themselves. */
  settledBy: z.string().nullable(),
  note: z.string().nullable(),
})

export const listReconciliationDays = route({
  id: 'payment.list-reconciliation-days',
  method: 'GET',
  path: '/api/admin/reconciliation/day/page',
  summary: 'Days compared with Alipay’s bill, newest first',
  auth: 'operator',
  staff: ['cashier'],
  query: z.object({ ...paging(20) }),
  ok: pageOf(ReconciliationDay),
  errors: ['request.invalid'],
})

export const listDifferences = route({
  id: 'payment.list-differences',
  method: 'GET',
  path: '/api/admin/reconciliation/difference/page',
  summary: 'Differences between Alipay’s bill and our books, newest first',
  auth: 'operator',
  staff: ['cashier'],
  query: z.object({
    ...paging(20),
    day: z.preprocess((v) => (v === '' ? undefined : v), Day.optional()),
    view: z.preprocess((v) => (v === '' ? undefined : v), z.enum(['open', 'all']).default('open')),
  }),
  ok: pageOf(ListedDifference),
  errors: ['request.invalid'],
})

export const openDifference = route({
  id: 'payment.open-difference',
  method: 'GET',
  path: '/api/admin/reconciliation/difference/open/{id}',
  summary: 'A difference between Alipay’s bill and our books, wherever it stands in the list',
  auth: 'operator',
  staff: ['cashier'],
  params: z.object({ id: Id }),
  ok: ListedDifference,
  errors: ['payment.difference-not-found'],
})

export const settleDifference = route({
  id: 'payment.settle-difference',
  method: 'POST',
  path: '/api/admin/reconciliation/difference/settle/{id}',
  summary: 'Note what was found out about a difference; it stays in the list of all',
  auth: 'operator',
  staff: ['cashier'],
  needsFactor: true,
  params: z.object({ id: Id }),
  body: z.strictObject({ note: personText(1, 500) }),
  ok: ListedDifference,
  errors: ['payment.difference-not-found', 'payment.difference-settled'],
})

export const reconciliationRoutes = [listReconciliationDays, listDifferences, openDifference, settleDifference] as const
