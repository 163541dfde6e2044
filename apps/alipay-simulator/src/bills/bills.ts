import { findShanghaiTime } from '../base/clock.ts'
import { randomToken } from '../base/random.ts'
import type { World } from '../world/world.ts'

export type BillType = 'trade' | 'signcustomer'
/** Of trades, of refunds (in the trade bill) and of transfers (in the account bill). */
export const DISCREPANCY_KINDS = [
  'missing',
  'extra',
  'wrong-amount',
  'missing-refund',
  'extra-refund',
  'wrong-refund-amount',
  'duplicate-refund',
  'missing-transfer',
  'extra-transfer',
  'wrong-transfer-amount',
  'duplicate-transfer',
] as const
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number]

/** `number`: the trade's out_trade_no, the refund's out_request_no or the transfer's out_biz_no. */
export interface Discrepancy {
  billDate: string
  kind: DiscrepancyKind
  number: string
  amountFen: bigint
}

export interface BillLink {
  linkId: string
  billType: BillType
  billDate: string
  expiresAt: number
}

const LINK_LIFE_MS = 30_000
const DAY_MS = 86_400_000
const READY_AFTER_MS = 10 * 3_600_000

/** From, until and ready times of a bill day "yyyy-MM-dd"; undefined when it is not a day. */
export function billTimes(date: string): { fromMs: number; untilMs: number; readyMs: number } | undefined {
  const fromMs = /^\d{4}-\d{2}-\d{2}$/.test(date) ? findShanghaiTime(`${date} 00:00:00`) : undefined
  if (fromMs === undefined) return undefined
  return { fromMs, untilMs: fromMs + DAY_MS, readyMs: fromMs + DAY_MS + READY_AFTER_MS }
}

/** Makes a download address that lives 30 seconds of business time. */
export function makeBillLink(world: World, billType: BillType, billDate: string): string {
  const linkId = randomToken(16)
  world.store.run('INSERT INTO billLinks VALUES ($linkId, $billType, $billDate, $expiresAt)', {
    linkId,
    billType,
    billDate,
    expiresAt: world.clock.nowMs() + LINK_LIFE_MS,
  })
  return linkId
}

/** The link while it lives. */
export function findBillLink(world: World, linkId: string): BillLink | undefined {
  return world.store.find<BillLink>('SELECT * FROM billLinks WHERE linkId = $linkId AND expiresAt > $now', {
    linkId,
    now: world.clock.nowMs(),
  })
}

/** Plants a difference between the bill of a day and the book, for tests of reconciliation. */
export function plantDiscrepancy(world: World, discrepancy: Discrepancy): void {
  world.store.run(
    `INSERT INTO billDiscrepancies (billDate, kind, outTradeNo, amountFen)
     VALUES ($billDate, $kind, $number, $amountFen)`,
    { ...discrepancy },
  )
}

export function listDiscrepancies(world: World, billDate: string): Discrepancy[] {
  return world.store.list<Discrepancy>(
    'SELECT billDate, kind, outTradeNo AS number, amountFen FROM billDiscrepancies WHERE billDate = $billDate ORDER BY seq',
    { billDate },
  )
}
