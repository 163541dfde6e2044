import { createHash } from 'node:crypto'
import { MOST_PROOFS, type Proof } from '@trove/chain-client/miner/calls'
import type { DueProof } from '@trove/chain-client/miner/challenges'
import { KEPT, type OrderRow } from '../journal/orders.ts'
import type { ProofRow } from '../journal/proofs.ts'
import { apart } from './apart.ts'
import type { Moment, NodeNeeds } from './needs.ts'

/** Shares of a window after which an unproven replica is told of, quietly and loudly. */
const LATE = 0.5
const VERY_LATE = 0.75
/** Orders that one round asks the chain about at most, to learn what became of their proofs. */
const MOST_CLOSED = 100

/** Gives the proofs whose moment has come, in as few calls as there can be. */
export async function giveProofs(needs: NodeNeeds, moment: Moment): Promise<void> {
  const due = await listDue(needs)
  const ready: Ready[] = []
  for (const one of due) {
    const found = await apart(needs, 'proof', one.id, () => readyOf(needs, one, moment))
    if (found) ready.push(found)
  }
  for (let at = 0; at < ready.length; at += MOST_PROOFS) {
    const batch = ready.slice(at, at + MOST_PROOFS)
    for (const { row, epoch } of batch)
      needs.journal.proofs.sending({ orderId: row.id, epoch, block: moment.block, provenBlock: row.provenBlock ?? 0 })
    await needs.sender.send('prove', needs.chain.minerCalls.submitProofs(batch))
  }
  await closeProofs(needs, due, moment.block)
}

type Ready = { id: number; epoch: number; row: OrderRow; proof: Proof }

/** Undefined while its moment has not come, or its bytes are not here. */
async function readyOf(needs: NodeNeeds, one: DueProof, moment: Moment): Promise<Ready | undefined> {
  const row = needs.journal.orders.find(one.id)
  if (!row || !KEPT.includes(row.step) || !hasCome(needs, row, one, moment)) return undefined
  warnIfLate(needs, one, moment)
  const proof = await proofOf(needs, row, one)
  return proof && { id: one.id, epoch: one.epoch, row, proof }
}

async function listDue({ chain, account }: NodeNeeds): Promise<DueProof[]> {
  const all: DueProof[] = []
  for (let cursor: number | undefined, isMore = true; isMore; ) {
    const page = await chain.listDue(account.address, { cursor })
    all.push(...page.items)
    cursor = page.next
    isMore = cursor !== undefined
  }
  return all
}

/** Proofs that were sent and are asked for no more: taken, or late when their window ended first. */
async function closeProofs(needs: NodeNeeds, due: DueProof[], block: number): Promise<void> {
  const { proofs } = needs.journal
  const asked = new Set(due.map(({ id, epoch }) => `${id}/${epoch}`))
  const closed = proofs.listSending().filter(({ orderId, epoch }) => !asked.has(`${orderId}/${epoch}`))
  for (const proof of closed.slice(0, MOST_CLOSED))
    await apart(needs, 'proof', proof.orderId, async () =>
      proofs.ended(proof.orderId, proof.epoch, await endOf(needs, proof), block),
    )
}

/** A proof that the chain took moves the block up to which its replica is proven; one that it did not take moves nothing. */
async function endOf({ chain, account, journal }: NodeNeeds, proof: ProofRow): Promise<'taken' | 'late'> {
  const order = await chain.findOrder(proof.orderId)
  const replica = order?.replicas.find(({ miner }) => miner === account.address)
  if (replica) return replica.provenBlock > proof.provenBlock ? 'taken' : 'late'
  // It is nobody's replica any more: a node that leaves goes with its last proof.
  const row = journal.orders.find(proof.orderId)
  return row?.step === 'leaving' || row?.reason === 'left' ? 'taken' : 'late'
}

/**
 * A confirming proof is given at once, because service begins with it. Any other waits for a moment of its own in the
 * first half of the window, so that the proofs of all miners do not come with the first block of an epoch.
 */
function hasCome({ account }: NodeNeeds, row: OrderRow, due: DueProof, { block, pace }: Moment): boolean {
  if (!row.isConfirmed || row.step === 'leaving') return true
  const first = due.lastBlock + 1 - pace.windowBlocks
  const digest = createHash('sha256').update(`${account.address}/${due.id}/${due.epoch}`).digest()
  const half = Math.max(1, Math.floor(pace.windowBlocks / 2))
  return block >= first + (digest.readUInt32LE(0) % half)
}

function warnIfLate({ log }: NodeNeeds, { id, epoch, lastBlock }: DueProof, { block, pace }: Moment): void {
  const used = 1 - (lastBlock - block) / pace.windowBlocks
  if (used > LATE) log(used > VERY_LATE ? 'error' : 'warn', 'proof.late', { order: id, epoch, lastBlock, block })
}

/** Undefined when the bytes cannot show it; they are fetched anew then, unless their whole volume is not there. */
async function proofOf(needs: NodeNeeds, row: OrderRow, due: DueProof): Promise<Proof | undefined> {
  const { journal, volumes, prover, log } = needs
  const copy = volumes.copyOf(row.volume ?? '', row)
  const proof = await prover.prove(copy, row.rootHex, row.sizeBytes, due.leafIndexes)
  if (proof) return proof
  if (!row.isDamaged && (row.volume === undefined || (await volumes.isThere(row.volume)))) {
    log('error', 'file.damaged', { order: row.id })
    journal.orders.note(row.id, { isDamaged: true, tries: 0, nextBlock: 0 })
  }
  return undefined
}
