import type { MinerOrder, StorageOrder } from '@trove/chain-client/reading/views'
import { KEPT, type OrderRow } from '../journal/orders.ts'
import { apart } from './apart.ts'
import type { NodeNeeds } from './needs.ts'

/** What an order has earned and not yet settled, in units of the chain. */
export type Unsettled = Map<number, bigint>

/** Brings the journal in line with what the chain says this node keeps. */
export async function keepBooks(needs: NodeNeeds, block: number): Promise<Unsettled> {
  const { chain, account, journal } = needs
  const listed = new Map<number, MinerOrder>()
  for (let cursor: number | undefined, isMore = true; isMore; ) {
    const page = await chain.listMinerOrders(account.address, { cursor, limit: 50 })
    for (const item of page.items) listed.set(item.order.id, item)
    cursor = page.next
    isMore = cursor !== undefined
  }
  for (const { order } of listed.values()) await apart(needs, 'adopt', order.id, () => adopt(needs, order, block))
  await place(needs)
  const unsettled: Unsettled = new Map()
  for (const row of journal.orders.list(KEPT)) {
    const order = listed.get(row.id)?.order
    const openPlanck = await apart(needs, 'books', row.id, () => compare(needs, row, order, block))
    if (openPlanck) unsettled.set(row.id, openPlanck)
  }
  return unsettled
}

const replicaOf = ({ account }: NodeNeeds, order: StorageOrder | undefined) =>
  order?.replicas.find(({ miner }) => miner === account.address)

const isLive = ({ status }: StorageOrder) => status === 'Pending' || status === 'Finished'

/**
 * The chain counts on this node for an order that the journal has lost: its bytes are fetched again. The same goes for one
 * whose bytes are only being fetched or checked: its acceptance was taken after the chain was last asked.
 */
async function adopt(needs: NodeNeeds, order: StorageOrder, block: number): Promise<void> {
  const { journal, log } = needs
  const replica = replicaOf(needs, order)
  if (!isLive(order) || !replica) return
  const known = journal.orders.find(order.id)
  if (known?.step === 'fetching' || known?.step === 'checked') {
    const isDamaged = known.isDamaged || known.step === 'fetching'
    journal.orders.move(order.id, ['fetching', 'checked'], 'serving', { tries: 0, isDamaged })
    return
  }
  if (known && !['seen', 'dropped', 'gone'].includes(known.step)) return
  const sizeBytes = Number(order.sizeBytes)
  const { id, cid, rootHex, deadlineBlock } = order
  journal.orders.begin({ id, cid, rootHex, sizeBytes, seenBlock: block, deadlineBlock }, 'serving')
  // What it earned before is no income of today.
  journal.orders.note(id, { isDamaged: true, earnedPlanck: replica.calculateIncomePlanck })
  log('warn', 'order.adopted', { order: id })
}

/** Orders without a volume go where their bytes lie already, else where there is room. They are checked before they count. */
async function place({ journal, volumes, log }: NodeNeeds): Promise<void> {
  for (const row of journal.orders.list(KEPT)) {
    if (row.volume) continue
    const { id, sizeBytes } = row
    const find = async () => (await volumes.findCopy(row)) ?? (await volumes.findRoom(sizeBytes))
    const volume = await apart({ log }, 'place', id, find)
    if (volume) journal.orders.note(id, { volume, isDamaged: true })
  }
}

/** A chain that is not yet where the journal was with an order knows nothing of its end. */
const isOfLater = ({ seenBlock, provenBlock = 0 }: OrderRow, block: number) => Math.max(seenBlock, provenBlock) >= block

/** Brings one row in line; answers what it has earned and not yet settled. */
async function compare(
  needs: NodeNeeds,
  row: OrderRow,
  order: StorageOrder | undefined,
  block: number,
): Promise<bigint> {
  const { journal, log } = needs
  const replica = replicaOf(needs, order)
  if (replica) journal.income.book(row, replica.calculateIncomePlanck, block)
  if (!order || !replica || !isLive(order)) {
    // Its acceptance may be on the way; joining asks about it.
    if (row.step !== 'accepting' && !isOfLater(row, block)) await endOrBegin(needs, row, order)
    return 0n
  }
  // A node that resigns asks for no acceptance any more; the chain's word is enough.
  journal.orders.move(row.id, ['accepting'], 'serving', { tries: 0 })
  if (replica.misses > row.misses) log('error', 'proof.missed', { order: row.id, misses: replica.misses })
  journal.orders.note(row.id, {
    deadlineBlock: order.deadlineBlock,
    provenBlock: replica.provenBlock,
    misses: replica.misses,
    isConfirmed: replica.isConfirmed,
  })
  return replica.calculateIncomePlanck - replica.paidPlanck
}

/**
 * The chain does not name this node for the order any more. Before anything is given up for good, final blocks are asked
 * whether the acceptance is in one: the block that had it may have been replaced by another.
 */
async function endOrBegin(needs: NodeNeeds, row: OrderRow, listed: StorageOrder | undefined): Promise<void> {
  const { chain, journal, log } = needs
  const order = listed ?? (await chain.findOrder(row.id))
  const trace = row.isConfirmed ? undefined : journal.calls.findNewest('accept', row.id)
  const fate = trace && (await chain.askFate(trace))
  if (fate?.kind === 'open') return
  if (fate?.kind === 'impossible' && order && isLive(order)) {
    journal.orders.move(row.id, ['serving'], 'checked')
    log('warn', 'order.again', { order: row.id })
    return
  }
  await end(needs, row, endOf(row, order))
}

function endOf(row: OrderRow, order: StorageOrder | undefined): string {
  if (order && !isLive(order)) return order.status === 'Cleared' ? 'cleared' : 'canceled'
  return row.step === 'leaving' ? 'left' : 'lost'
}

/** Nothing is asked of this node any more for an order: its bytes go, unless another order names them. */
async function end({ journal, volumes, log }: NodeNeeds, row: OrderRow, reason: string): Promise<void> {
  if (!journal.orders.move(row.id, KEPT, 'gone', { reason, isDamaged: false })) return
  log(reason === 'lost' ? 'error' : 'info', 'order.gone', { order: row.id, reason })
  if (row.volume && !journal.orders.isHeld(row)) await volumes.copyOf(row.volume, row).remove()
}

/** Moves income to the balance once it is worth the fee. */
export async function withdraw({ chain, account, sender, settleFees }: NodeNeeds): Promise<void> {
  const income = await chain.getIncome(account.address)
  if (income === 0n) return
  const call = chain.calls.withdrawal()
  const fee = await chain.estimateFee(call, account.address)
  if (income > settleFees * fee) await sender.send('withdraw', call)
}
