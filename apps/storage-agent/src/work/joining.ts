import type { FreeSlot } from '@trove/chain-client/miner/challenges'
import type { Miner } from '@trove/chain-client/reading/views'
import type { ChainRefusal } from '@trove/contract/chain/refusals'
import { BLOCKS_PER_DAY } from '@trove/contract/chain/routes'
import { HOLDING, type Ordered, type OrderRow } from '../journal/orders.ts'
import { apart, MOST_CALLS } from './apart.ts'
import { isBonded } from './bond.ts'
import type { Moment, NodeNeeds } from './needs.ts'
import { judgeOrder } from './policy.ts'

/** Orders at which this node is before their bytes are here: what a home line and a disk bear at once. */
const MOST_FETCHING = 4
/** Of these, places that orders may take whose bytes did not come before: anybody can order what nobody has. */
const MOST_FAILING = 2
/** Blocks until an order that cannot be taken now is judged again. */
const LATER_BLOCKS = 20
/** Blocks before the end of an epoch in which no acceptance is begun. */
const EPOCH_END_BLOCKS = 2
/** Orders of a kind that one round asks the chain about at most, to learn whether they are still to be had. */
const MOST_LOOKS = 4
/** Tries of an acceptance whose proof the chain did not take. */
const MOST_TRIES = 5

/** Looks through the orders with a free slot, and begins those that the policy takes. */
export async function findOrders(needs: NodeNeeds, moment: Moment, miner: Miner): Promise<void> {
  await leaveEnded(needs, moment)
  if (await lookThrough(needs, moment, miner)) await leaveUnlisted(needs, moment)
}

/** Answers whether every order with a free slot was looked at. */
async function lookThrough(needs: NodeNeeds, moment: Moment, miner: Miner): Promise<boolean> {
  const { chain, account, journal, log } = needs
  const isBusy = () => isFetching(journal.orders.list(['fetching']), moment.block)
  if (isBusy() || !isBonded(miner, moment.pace)) return false
  const { transferablePlanck } = await chain.getBalance(account.address)
  for (let cursor: number | undefined, isMore = true; isMore; ) {
    const page = await chain.listFreeSlots({ cursor, limit: 50 })
    for (const slot of page.items) {
      if (isBusy()) return false
      if (!isNews(needs, slot, moment.block)) continue
      const verdict = await consider(needs, slot, { ...moment, miner, transferablePlanck })
      if (verdict !== 'take') log('info', 'order.left', { order: slot.order.id, reason: verdict })
    }
    cursor = page.next
    isMore = cursor !== undefined
  }
  return true
}

/** Whether as much is fetched as may be. What waits, or failed before, must not keep others from being looked at. */
function isFetching(rows: OrderRow[], block: number): boolean {
  const due = rows.filter(({ nextBlock }) => nextBlock <= block)
  const failing = due.filter(({ tries }) => tries > 0).length
  return due.length - failing + Math.min(failing, MOST_FAILING) >= MOST_FETCHING
}

/**
 * An order whose file is not here yet may end meanwhile: it is not fetched any more then, and makes room for another. However
 * many wait, each block asks about a few, one after the other.
 */
async function leaveEnded(needs: NodeNeeds, { block }: Moment): Promise<void> {
  const waiting = needs.journal.orders.list(['fetching']).filter(({ nextBlock }) => nextBlock > block)
  const first = (block * MOST_LOOKS) % Math.max(1, waiting.length)
  for (const row of [...waiting.slice(first), ...waiting.slice(0, first)].slice(0, MOST_LOOKS))
    await apart(needs, 'look', row.id, async () => {
      const reason = await endOf(needs, row)
      if (reason) await drop(needs, row, reason)
    })
}

/** Orders that were put off, and that the list of those with a free slot does not name any more. */
async function leaveUnlisted(needs: NodeNeeds, { block }: Moment): Promise<void> {
  const { journal, log } = needs
  const unlisted = journal.orders.list(['seen']).filter(({ nextBlock }) => nextBlock <= block)
  for (const row of unlisted.slice(0, MOST_LOOKS))
    await apart(needs, 'look', row.id, async () => {
      const reason = await endOf(needs, row)
      if (!reason || !journal.orders.move(row.id, ['seen'], 'dropped', { reason })) return
      log('info', 'order.dropped', { order: row.id, reason })
    })
}

/** Why nobody can take an order any more; undefined while one can. */
async function endOf({ chain, account }: NodeNeeds, { id }: OrderRow): Promise<string | undefined> {
  const order = await chain.findOrder(id)
  // Whoever cancels an order may delete its record.
  if (!order || order.status === 'Canceled') return 'canceled'
  if (order.status === 'Cleared') return 'cleared'
  const isOwn = order.replicas.some(({ miner }) => miner === account.address)
  return !isOwn && order.replicas.length >= order.wanted ? 'taken-by-others' : undefined
}

/** Whether an order is unknown, was put off until now, or has opened again since it was dropped or went. */
function isNews({ account, journal }: NodeNeeds, { order, openedBlock }: FreeSlot, block: number): boolean {
  if (order.replicas.some(({ miner }) => miner === account.address)) return false
  const known = journal.orders.find(order.id)
  if (!known) return true
  if (known.step === 'seen') return known.nextBlock <= block
  return ['dropped', 'gone'].includes(known.step) && openedBlock > known.seenBlock
}

type Standing = Moment & { miner: Miner }
type Now = Standing & { transferablePlanck: bigint }

async function consider(needs: NodeNeeds, { order, openedBlock }: FreeSlot, now: Now): Promise<string> {
  const { journal, policy } = needs
  const { block, pace, miner, transferablePlanck } = now
  const sizeBytes = Number(order.sizeBytes)
  const isDeclared = miner.totalBytes - miner.usedBytes >= order.sizeBytes
  const volume = isDeclared ? await findVolume(needs, { ...order, sizeBytes }) : undefined
  const judgement = judgeOrder(
    order,
    {
      ...{ block, openedBlock, transferablePlanck, hasRoom: volume !== undefined },
      ...{ sinceBlock: miner.sinceBlock, epochBlocks: pace.epochBlocks, dayBlocks: BLOCKS_PER_DAY },
      collateralFloorPlanck: pace.collateralFloorPlanck,
    },
    policy,
  )
  const { id, cid, rootHex, deadlineBlock } = order
  journal.orders.begin({ id, cid, rootHex, sizeBytes, seenBlock: block, deadlineBlock })
  if (judgement.verdict === 'take') journal.orders.move(id, ['seen'], 'fetching', { volume })
  else if (judgement.verdict === 'never') journal.orders.move(id, ['seen'], 'dropped', { reason: judgement.reason })
  else journal.orders.note(id, { reason: judgement.reason, nextBlock: block + LATER_BLOCKS })
  return judgement.verdict === 'take' ? 'take' : judgement.reason
}

/** Where an order would lie. Beside another one of the same bytes it takes no room, and they are not fetched a second time. */
async function findVolume({ journal, volumes }: NodeNeeds, ordered: Ordered): Promise<string | undefined> {
  const volume = await volumes.findCopy(ordered)
  if (volume && journal.orders.isHeld({ ...ordered, volume })) return volume
  return await volumes.findRoom(ordered.sizeBytes)
}

/** Takes the orders whose bytes are here: shows the leaves that the present epoch asks. */
export async function acceptOrders(needs: NodeNeeds, moment: Moment, miner: Miner): Promise<void> {
  const { block } = moment
  let calls = 0
  for (const row of needs.journal.orders.list(['checked', 'accepting'])) {
    if (calls >= MOST_CALLS) return
    if (row.nextBlock > block || row.seenBlock > block) continue
    const act = () => acceptOrder(needs, row, { ...moment, miner })
    if (await apart(needs, 'accept', row.id, act)) calls++
  }
}

/** Answers whether it came to a call. */
async function acceptOrder(needs: NodeNeeds, row: OrderRow, { block, pace, miner }: Standing): Promise<boolean> {
  const { chain, account, journal, prover, volumes, sender } = needs
  const { orders } = journal
  // A call of an earlier life may have been taken: the chain says so, whatever the journal knows.
  const order = await chain.findOrder(row.id)
  if (order?.replicas.some(({ miner }) => miner === account.address)) {
    orders.move(row.id, ['checked', 'accepting'], 'serving', { tries: 0 })
    return false
  }
  const joining = await chain.findJoin(row.id, account.address)
  if (!joining) {
    await drop(needs, row, 'taken-by-others')
    return false
  }
  // It would be refused, and its fee lost.
  if (!isBonded(miner, pace)) return false
  // A proof that is included after the epoch's end answers the wrong question, and its fee is lost.
  if (!joining.hasTurn || joining.lastBlock - block < EPOCH_END_BLOCKS) return false
  const copy = volumes.copyOf(row.volume!, row)
  const proof = await prover.prove(copy, row.rootHex, row.sizeBytes, joining.leafIndexes)
  if (!proof) {
    if (!(await volumes.isThere(row.volume!))) return false
    orders.move(row.id, ['checked', 'accepting'], 'fetching', { isDamaged: true })
    return false
  }
  orders.move(row.id, ['checked'], 'accepting')
  const sent = await sender.send('accept', chain.minerCalls.accept(row.id, proof), row.id)
  if (sent.kind === 'done') orders.move(row.id, ['accepting'], 'serving', { tries: 0 })
  else if (sent.kind === 'refused') await answerRefusal(needs, row, sent.refusal, block)
  else if (sent.kind === 'poor') orders.note(row.id, { nextBlock: block + pace.epochBlocks, reason: 'float-too-low' })
  return true
}

/** Refusals that a later block may take back. */
const FOR_NOW = new Set<ChainRefusal>([
  'Market.NotYourTurn',
  'Market.NoSeed',
  'Market.BadProof',
  'Market.BondTooLow',
  'balance-too-low',
  'outdated',
])

async function answerRefusal(needs: NodeNeeds, row: OrderRow, refusal: ChainRefusal, block: number): Promise<void> {
  const { orders } = needs.journal
  if (refusal === 'Market.AlreadyIn') orders.move(row.id, ['accepting'], 'serving', { tries: 0 })
  else if (FOR_NOW.has(refusal) && row.tries < MOST_TRIES)
    orders.note(row.id, { tries: row.tries + 1, nextBlock: block + 2 ** row.tries })
  else await drop(needs, row, refusal)
}

/** Gives an order up that was never kept, with what was fetched of it. */
export async function drop({ journal, volumes, log }: NodeNeeds, row: OrderRow, reason: string): Promise<void> {
  if (!journal.orders.move(row.id, HOLDING, 'dropped', { reason, isDamaged: false })) return
  log('info', 'order.dropped', { order: row.id, reason })
  if (row.volume && !journal.orders.isHeld(row)) await volumes.copyOf(row.volume, row).remove()
}

/**
 * Lets go of an order that was never kept, with what was fetched of it, until a later block: it is judged anew then, if it still
 * looks for nodes.
 */
export async function putOff({ journal, volumes, log }: NodeNeeds, row: OrderRow, reason: string, nextBlock: number) {
  if (!journal.orders.move(row.id, ['fetching'], 'seen', { reason, nextBlock, isDamaged: false })) return
  log('info', 'order.left', { order: row.id, reason })
  if (row.volume && !journal.orders.isHeld(row)) await volumes.copyOf(row.volume, row).remove()
}
