import { downtimeFen } from '@trove/contract/compute/downtime'
import type { Fault, FaultHead } from '@trove/contract/compute/faults'
import type { ComputeOrder } from '@trove/contract/compute/orders'
import { MOVED_ALONE_FEN } from '@trove/contract/kit/staff-roles'
import { formatYuan } from '@trove/units/money'
import type { z } from 'zod'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { Identity } from '../../identity/module.ts'
import type { Orders } from '../../orders/module.ts'
import {
  type FaultRow,
  listFaultRulings,
  listFaultWords,
  type RulingRow,
  type TurnRow,
  type WordsRow,
} from './store.ts'

/** Cases as the two and the desk see them. */

type Two = Pick<FaultRow, 'buyerId' | 'sellerId'>
export const isOf = ({ buyerId, sellerId }: Two, userId: string) => buyerId === userId || sellerId === userId

export const viewWords = (two: Two, words: WordsRow[]) =>
  words.map(({ userId, words: said, saidAt }) => ({
    by: userId === two.sellerId ? ('seller' as const) : ('buyer' as const),
    words: said,
    saidAt: saidAt.toISOString(),
  }))

/** What was neither cleared nor given back. */
export const restOf = (order: { amountFen: bigint; clearedFen: bigint; refundedFen: bigint }) =>
  order.amountFen - order.clearedFen - order.refundedFen

/** What can still be decided about: the service began, and something of its price is left. */
export const isOpenOrder = (order: Awaited<ReturnType<Orders['find']>>) =>
  (order?.state === 'serving' || order?.state === 'ended') && restOf(order) > 0n

type OpenFault = NonNullable<z.input<typeof ComputeOrder>['openFault']>

/** Who acts next while a case is in this state; a contest is with the staff from the first. */
const AWAITED: Partial<Record<FaultRow['state'], OpenFault['awaits']>> = {
  open: 'seller',
  fixed: 'buyer',
  disputed: 'buyer',
}

/** Whose turn an open case is, as its order tells of it. */
export function viewTurn({ state, dueAt, isContest, isHeard }: TurnRow): OpenFault {
  return {
    awaits: AWAITED[state] ?? 'staff',
    until: dueAt?.toISOString() ?? null,
    contest: isContest ? (isHeard ? 'answered' : 'unanswered') : null,
  }
}

/** The silence a case is about; null where its buyer reported something. */
const silenceOf = ({ silenceAt, silentMinutes }: FaultRow) =>
  silenceAt ? { from: silenceAt.toISOString(), minutes: silentMinutes ?? 0 } : null

export async function viewFaults(db: Db | Tx, rows: FaultRow[]): Promise<z.input<typeof Fault>[]> {
  const ids = rows.map(({ id }) => id)
  const [words, rulings] = await Promise.all([listFaultWords(db, ids), listFaultRulings(db, ids)])
  return rows.map((row) => {
    const ruling = rulings.find(({ faultId, state }) => faultId === row.id && state === 'final')
    const { id, reason, state } = row
    return {
      ...{ id, reason, state, openedAt: row.openedAt.toISOString() },
      dueAt: row.dueAt?.toISOString() ?? null,
      endedAt: row.endedAt?.toISOString() ?? null,
      silence: silenceOf(row),
      words: viewWords(
        row,
        words.filter(({ faultId }) => faultId === id),
      ),
      ruling: ruling
        ? {
            refundAmount: formatYuan(ruling.refundFen),
            goesBack: ruling.goesBack,
            reason: ruling.reason,
            at: (ruling.decidedAt ?? ruling.ruledAt).toISOString(),
          }
        : null,
    }
  })
}

type Head = z.input<typeof FaultHead>
type Needs = { db: Db; orders: Pick<Orders, 'findAll'>; identity: Pick<Identity, 'findPeople'> }

export async function viewHeads(
  { db, orders, identity }: Needs,
  faults: FaultRow[],
  operatorId: string,
): Promise<Head[]> {
  const rulings = await listFaultRulings(
    db,
    faults.map(({ id }) => id),
  )
  const found = await orders.findAll(faults.map(({ orderId }) => orderId))
  const ids = faults.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId])
  const staff = rulings.flatMap(({ ruledBy, decidedBy }) => (decidedBy ? [ruledBy, decidedBy] : [ruledBy]))
  const people = await identity.findPeople([...new Set([...ids, ...staff])])
  const cardOf = (id: string) => people.get(id) ?? { id, nickName: '', headImgUrl: null, isDemo: false }
  return faults.map((fault) => {
    const order = found.get(fault.orderId)
    if (!order) throw new Error(`the case ${fault.id} has no order`)
    const isParty = isOf(fault, operatorId)
    // One of the two may be of the staff as well: a proposal they could forestall is not for them.
    const own = rulings.filter(({ faultId, state }) => faultId === fault.id && (!isParty || state === 'final'))
    const restFen = own.find(({ state }) => state === 'final')?.restFen ?? restOf(order)
    const { id, orderId, reason, state } = fault
    const silence = silenceOf(fault)
    return {
      ...{ id, orderId, productId: order.productId, orderNumber: order.outTradeNo, reason, state },
      openedAt: fault.openedAt.toISOString(),
      endedAt: fault.endedAt?.toISOString() ?? null,
      ...{ buyer: cardOf(fault.buyerId), seller: cardOf(fault.sellerId) },
      silence: silence && { ...silence, amount: formatYuan(downtimeFen(order.amountFen, order, silence.minutes)) },
      ...{ price: formatYuan(order.amountFen), restAmount: formatYuan(restFen), needsTwo: restFen > MOVED_ALONE_FEN },
      rulings: own.map((ruling) => viewRuling(ruling, cardOf)),
      ...mayOf(state === 'handed' && !isParty, own, operatorId),
    }
  })
}

function viewRuling(ruling: RulingRow, cardOf: (id: string) => Head['buyer']): Head['rulings'][number] {
  const { id, refundFen, restFen, goesBack, reason, state, ruledBy, ruledAt, decidedBy } = ruling
  return {
    ...{ id, refundAmount: formatYuan(refundFen), restAmount: formatYuan(restFen), goesBack, reason, state },
    ...{ by: cardOf(ruledBy), at: ruledAt.toISOString(), decidedBy: decidedBy === null ? null : cardOf(decidedBy) },
  }
}

/** What this person may do; the steps decide again under the lock. */
function mayOf(isOpen: boolean, rulings: RulingRow[], operatorId: string) {
  const proposed = rulings.find(({ state }) => state === 'proposed')
  return { mayRule: isOpen && !proposed, mayConfirm: isOpen && !!proposed && proposed.ruledBy !== operatorId }
}
