import type { OrderLifeState } from '@trove/contract/orders/states'
import type { Dispute, OpenDispute } from '@trove/contract/talent/hours'
import type { z } from 'zod'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { listDisputesOf, listRulings, listWords, type RulingRow, type WordsRow } from './dispute-store.ts'
import type { AskRow, HireRow } from './store.ts'

/** Whose turn it is to hand a dispute over, and how one looks to the two of a hire. */

/** States of a hire in which there can be a dispute: worked on, or delivered. */
export const DISPUTABLE = ['serving', 'delivered'] as const satisfies readonly OrderLifeState[]

type Disagreement = { hire: HireRow; state: OrderLifeState; asks: readonly AskRow[]; userId: string }

/**
 * The hours a dispute can be about: the buyer's to choose up to `most`, the expert's fixed by what they declined. Undefined
 * where the two do not disagree: no hours were declined last, and nothing is delivered.
 */
export function claimOf({ hire, state, asks, userId }: Disagreement): { hours: number; most: number } | undefined {
  const left = hire.hours - hire.returnedHours
  const last = asks.at(-1)
  if (hire.openDispute || left === 0 || last?.state === 'open') return undefined
  if (!(DISPUTABLE as readonly OrderLifeState[]).includes(state)) return undefined
  const declined = last?.state === 'declined' ? Math.min(last.hours, left) : undefined
  if (userId === hire.expertUserId) return declined === undefined ? undefined : { hours: declined, most: declined }
  if (declined === undefined && state !== 'delivered') return undefined
  return { hours: declined ?? left, most: left }
}

type Two = Pick<HireRow, 'orderId' | 'expertUserId'>

/** Every dispute of a hire as the two see it, oldest first. */
export async function viewDisputes(db: Db | Tx, hire: Two): Promise<z.input<typeof Dispute>[]> {
  const rows = await listDisputesOf(db, hire.orderId)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [words, rulings] = await Promise.all([listWords(db, ids), listRulings(db, ids)])
  return rows.map(({ id, hours, state, openedBy, openedAt, endedAt }) => {
    const ruling = rulings.find((one) => one.disputeId === id && one.state === 'final')
    return {
      ...{ id, hours, state, openedBy: sideOf(hire, openedBy), openedAt: openedAt.toISOString() },
      endedAt: endedAt?.toISOString() ?? null,
      words: viewWords(
        hire,
        words.filter(({ disputeId }) => disputeId === id),
      ),
      ruling: ruling ? viewFinal(ruling) : null,
    }
  })
}

/** The open dispute as the order of its hire says it, with the side in place of the person. */
export function viewOpen(hire: Pick<HireRow, 'expertUserId' | 'openDispute'>): z.input<typeof OpenDispute> | null {
  if (!hire.openDispute) return null
  const { userId, isAnswered } = hire.openDispute
  return { openedBy: sideOf(hire, userId), isAnswered }
}

export const sideOf = ({ expertUserId }: Pick<Two, 'expertUserId'>, userId: string): 'buyer' | 'expert' =>
  userId === expertUserId ? 'expert' : 'buyer'

export function viewWords(hire: Two, words: WordsRow[]) {
  return words.map((one) => ({ by: sideOf(hire, one.userId), words: one.words, saidAt: one.saidAt.toISOString() }))
}

function viewFinal({ hours, ofHours, reason, ruledAt, decidedAt }: RulingRow) {
  return { hours, ofHours, reason, at: (decidedAt ?? ruledAt).toISOString() }
}
