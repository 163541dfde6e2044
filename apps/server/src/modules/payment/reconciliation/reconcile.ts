import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Ledger } from '../../ledger/module.ts'
import type { BillAnswer, BillProvider, PayoutBook, SentPayout } from './bill-provider.ts'
import { ABSENT_MS, onAbsent, onFailure, PARKED_MS, windowOf } from './rules.ts'
import {
  addDays,
  claimDay,
  type DueDay,
  endDay,
  type Found,
  findBillSide,
  findOurSide,
  findUnclaimed,
  insertDifferences,
  insertLines,
  listPayoutNumbers,
  planTry,
  settleLater,
} from './store.ts'

type Deps = { db: Db; log: Log; ledger: Pick<Ledger, 'post'>; provider: BillProvider; payouts: PayoutBook }
type Bill = Extract<BillAnswer, { outcome: 'bill' }>

/**
 * Compares the provider's bill with our books, day by day in order (money.md R1). What a day found is written in
 * one transaction with its end, so a day counts once however often it is tried.
 */
export function createReconcile({ db, log, ledger, provider, payouts }: Deps) {
  return { runDue }

  /** Takes up every day that is due. */
  async function runDue(): Promise<void> {
    await addDays(db)
    // Whatever was claimed is due again only later, so this comes to an end.
    for (let day = await claimDay(db); day; day = await claimDay(db)) {
      const { day: name, tries } = day
      await runDay(day).catch((error: unknown) => failed(name, tries, `${(error as Error).message}`.slice(0, 500)))
    }
  }

  async function runDay(day: DueDay): Promise<void> {
    crashPoint('payment.reconcile.before-fetch')
    const answer = await provider.fetchBill(day.day)
    crashPoint('payment.reconcile.after-fetch')
    if (answer.outcome === 'unknown') await failed(day.day, day.tries, answer.reason)
    else if (answer.outcome === 'absent') await runAbsent(day)
    else if (!(await waitsForHalf(day, answer))) await runBill(day, answer)
  }

  /** The day is tried again; after some tries it is parked, and later days go on without it. */
  async function failed(day: string, tries: number, reason: string): Promise<void> {
    const next = onFailure(tries)
    const message = next.isParked ? 'a bill cannot be read and is parked' : 'a bill cannot be read'
    log.error({ day, tries, reason, alarm: 'reconciliation' }, message)
    await planTry(db, day, { ...next, reason, hasFailed: true })
  }

  async function runBill(day: DueDay, bill: Bill): Promise<void> {
    const { from, until } = windowOf(day)
    const sent = await payouts.listSent(from, until)
    const found = await inTransaction(db, async (tx) => {
      const feeFen = bill.lines.reduce((sum, line) => sum + line.feeFen, 0n)
      if (!(await endDay(tx, day.day, { state: 'done', lineCount: bill.lines.length, feeFen }))) return undefined
      await postProviderFee(tx, day.day, feeFen)
      await insertLines(tx, day.day, bill.lines)
      const known = await knownPayouts(tx, day.day)
      const differences = [
        ...(await findBillSide(tx, day.day, known)),
        ...(await findOurSide(tx, { day: day.day, from, until, sent })),
        ...(await findUnclaimed(tx, [...known, ...sent])),
        ...bill.unreadable.map(unreadable),
      ]
      await insertDifferences(tx, day.day, differences)
      await settleLater(tx, known)
      crashPoint('payment.reconcile.before-commit')
      return differences
    })
    crashPoint('payment.reconcile.after-commit')
    if (found) tell(day.day, bill.lines.length, found)
  }

  /** What moved on our side that no line of a bill speaks of, and the payouts that were sent. */
  async function readOurs(day: DueDay) {
    const { from, until } = windowOf(day)
    const sent = await payouts.listSent(from, until)
    return { sent, ours: await inTransaction(db, (tx) => findOurSide(tx, { day: day.day, from, until, sent })) }
  }

  /**
   * Whether a part of the bill is waited for: one of its two halves may come later than the other. One with movements of ours is
   * waited for as a whole bill is; without them there is nothing to compare.
   */
  async function waitsForHalf(day: DueDay, { absent }: Bill): Promise<boolean> {
    if (absent.length === 0) return false
    const { ours } = await readOurs(day)
    if (!ours.some(({ movement }) => movement && absent.includes(movement))) return false
    const next = onAbsent(day, true)
    if (next !== 'ends') await waitOn(day, next)
    return next !== 'ends'
  }

  async function waitOn({ day }: DueDay, next: 'wait' | 'late'): Promise<void> {
    if (next === 'late') log.error({ day, alarm: 'reconciliation' }, 'a bill is overdue')
    else log.info({ day }, 'a bill is not there yet')
    const isParked = next === 'late'
    const afterMs = isParked ? PARKED_MS : ABSENT_MS
    await planTry(db, day, { afterMs, reason: 'absent', isParked, hasFailed: false })
  }

  async function runAbsent(day: DueDay): Promise<void> {
    const { sent, ours } = await readOurs(day)
    const next = onAbsent(day, ours.length > 0)
    if (next !== 'ends') return await waitOn(day, next)
    const found = ours.length > 0 ? [billAbsent(day.day)] : []
    await inTransaction(db, async (tx) => {
      if (!(await endDay(tx, day.day, { state: 'absent', lineCount: 0, feeFen: 0n }))) return
      await insertDifferences(tx, day.day, [...found, ...(await findUnclaimed(tx, sent))])
    })
    tell(day.day, 0, found)
  }

  /** What the provider keeps of a day's payments it does not hold for us any more. */
  async function postProviderFee(tx: Tx, day: string, feeFen: bigint): Promise<void> {
    if (feeFen === 0n) return
    await ledger.post(tx, {
      kind: 'fee',
      key: `provider-fee:${day}`,
      entries: [
        { account: 'fee', amountFen: feeFen },
        { account: 'alipay', amountFen: -feeFen },
      ],
    })
  }

  async function knownPayouts(tx: Tx, day: string): Promise<SentPayout[]> {
    const numbers = await listPayoutNumbers(tx, day)
    return numbers.length === 0 ? [] : payouts.findSent(numbers)
  }

  function tell(day: string, lines: number, found: readonly Found[]): void {
    if (found.length === 0) {
      log.info({ day, lines }, 'the bill and our books agree')
      return
    }
    const kinds = Object.groupBy(found, (each) => each.kind)
    const counts = Object.fromEntries(Object.entries(kinds).map(([kind, each]) => [kind, each!.length]))
    log.error({ day, lines, ...counts, alarm: 'reconciliation' }, 'the bill and our books differ')
  }
}

const NONE = { movement: null, reference: '', ourFen: null, billFen: null }

function unreadable(number: string): Found {
  return { ...NONE, kind: 'unreadable', number }
}

function billAbsent(day: string): Found {
  return { ...NONE, kind: 'bill-absent', number: day }
}
