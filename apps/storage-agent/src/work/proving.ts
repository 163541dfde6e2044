import { createHash } from 'node:crypto'
import { MOST_PROOFS, type Proof } from '@trove/chain-client/miner/calls'
import type { DueProof } from '@trove/chain-client/miner/challenges'
import { KEPT, type OrderRow } from '../journal/orders.ts'
import type { Moment, NodeNeeds } from './needs.ts'

/** Shares of a window after which an unproven replica is told of, quietly and loudly. */
const LATE = 0.5
const VERY_LATE = 0.75

/** Gives the proofs whose moment has come, in as few calls as there can be. */
export async function giveProofs(needs: NodeNeeds, moment: Moment): Promise<void> {
  const due = await listDue(needs)
  closeProofs(needs, due, moment.block)
  const ready: { id: number; epoch: number; proof: Proof }[] = []
  for (const one of due) {
    const row = needs.journal.orders.find(one.id)
    if (!row || !KEPT.includes(row.step) || !hasCome(needs, row, one, moment)) continue
    warnIfLate(needs, one, moment)
    const proof = await proofOf(needs, row, one)
    if (proof) ready.push({ id: one.id, epoch: one.epoch, proof })
  }
  for (let at = 0; at < ready.length; at += MOST_PROOFS) {
    const batch = ready.slice(at, at + MOST_PROOFS)
    for (const { id, epoch } of batch) needs.journal.proofs.sending(id, epoch, moment.block)
    await needs.sender.send('prove', needs.chain.minerCalls.submitProofs(batch))
  }
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

/** A proof that was sent and is asked for no more was taken, unless its window is over. */
function closeProofs({ journal }: NodeNeeds, due: DueProof[], block: number): void {
  for (const { orderId, epoch } of journal.proofs.listSending()) {
    if (due.some((one) => one.id === orderId && one.epoch === epoch)) continue
    journal.proofs.ended(orderId, epoch, 'taken', block)
  }
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

/** Undefined when the bytes cannot show it; they are fetched anew then. */
async function proofOf(needs: NodeNeeds, row: OrderRow, due: DueProof): Promise<Proof | undefined> {
  const { journal, volumes, prover, log } = needs
  const copy = volumes.copyOf(row.volume ?? '', row)
  const proof = await prover.prove(copy, row.rootHex, row.sizeBytes, due.leafIndexes)
  if (proof) return proof
  if (!row.isDamaged) {
    log('error', 'file.damaged', { order: row.id })
    journal.orders.note(row.id, { isDamaged: true, tries: 0, nextBlock: 0 })
  }
  return undefined
}
