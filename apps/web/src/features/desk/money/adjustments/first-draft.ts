import { formatYuan } from '@trove/units/money'
import { fenOf } from '../../../../lib/shown/money.ts'
import type { Difference, Proposal } from '../../queries.ts'

/** An adjustment as it is being written down. */
export type Draft = Pick<Proposal, 'debit' | 'credit'> & { amount: string; reference: string; reason: string }

const OUTGOING: readonly Difference['movement'][] = ['refund', 'payout']
const fen = (amount: string | null) => (amount === null ? 0n : fenOf(amount))

/**
 * By how much what Alipay holds has to move in our books, in fen, so that they say what its bill does. A side that knows
 * nothing of a movement says that nothing moved.
 */
function gapOf({ movement, ourAmount, billAmount }: Difference): bigint {
  const more = fen(billAmount) - fen(ourAmount)
  return OUTGOING.includes(movement) ? -more : more
}

/** A draft that puts right by how much both sides of a difference disagree; without one it is empty. */
export function firstDraft(difference: Difference | undefined): Draft {
  const rest = { reference: difference?.number ?? '', reason: '' }
  const gap = difference && gapOf(difference)
  if (!gap) return { debit: 'alipay', credit: 'adjustment', amount: '', ...rest }
  const amount = formatYuan(gap < 0n ? -gap : gap)
  // What came back for nobody is in the books of both sides, and waits in suspense.
  if (difference.kind === 'unclaimed-return') return { debit: 'suspense', credit: 'adjustment', amount, ...rest }
  const [debit, credit] = gap > 0n ? (['alipay', 'adjustment'] as const) : (['adjustment', 'alipay'] as const)
  return { debit, credit, amount, ...rest }
}
