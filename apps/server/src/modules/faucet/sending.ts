import { setTimeout as sleep } from 'node:timers/promises'
import { crashPoint } from '../../platform/base/crash-point.ts'
import type { Log } from '../../platform/base/log.ts'
import type { Db } from '../../platform/db/handle.ts'
import * as store from './store.ts'
import type { TokenSender } from './token-sender.ts'

type Needs = { db: Db; sender: TokenSender; log: Log; onLow?: (units: bigint) => void }

const LOOK_MS = 300
/** Transfers a claim may try: each was known to be in no block before the next was signed. */
const MAX_TRIES = 3

/**
 * Sends what waits, one transfer at a time, and ends when nothing waits. Runs in several processes at once without
 * harm: the table lets one transfer be under way, and its outcome is asked of the chain, never guessed.
 * @param mostMs after so long it ends between two steps, also while a transfer is under way
 * @returns whether nothing waits any more
 */
export async function sendWaiting(needs: Needs, mostMs: number): Promise<boolean> {
  for (const end = performance.now() + mostMs; performance.now() < end; ) {
    const inFlight = await store.findInFlight(needs.db)
    if (inFlight) await followUp(needs, inFlight)
    else if (!(await beginNext(needs))) return true
  }
  return false
}

/** Signs and sends the oldest waiting claim; false when none waits. */
async function beginNext({ db, sender, log, onLow }: Needs): Promise<boolean> {
  const claim = await store.findWaiting(db)
  if (!claim) return false
  const available = await sender.availableUnits()
  if (available < claim.units || claim.tries >= MAX_TRIES) {
    const isLow = available < claim.units
    log.error(
      { claimId: claim.id, availableUnits: String(available) },
      isLow ? 'the faucet is empty' : 'a claim is refused',
    )
    if (isLow) onLow?.(available)
    await store.voidWaiting(db, claim.id, isLow ? 'low-balances' : 'refused')
    return true
  }
  const transfer = await sender.sign(claim)
  crashPoint('faucet.before-signed')
  if (await store.markSigned(db, claim.id, transfer)) {
    crashPoint('faucet.signed')
    await sender.submit(transfer)
    crashPoint('faucet.submitted')
  }
  return true
}

/** Waits for the end of the transfer under way; sends its bytes again while no block has them. */
async function followUp({ db, sender, log }: Needs, claim: store.InFlight): Promise<void> {
  const outcome = await sender.outcome(claim.transfer)
  crashPoint('faucet.outcome-known')
  if (outcome === 'done') return await store.endTransfer(db, claim, 'received')
  if (outcome === 'refused') return await store.endTransfer(db, claim, 'refused')
  if (outcome === 'impossible') return await store.endTransfer(db, claim, 'again')
  if (outcome === 'gone') {
    // Nobody can tell any more, and the line must go on. It may have arrived: giving twice would be worse than not at all.
    log.error(
      { claimId: claim.id, hash: claim.transfer.hash },
      'a transfer too old to be asked about counts as received',
    )
    return await store.endTransfer(db, claim, 'received')
  }
  await sender.submit(claim.transfer)
  await sleep(LOOK_MS)
}
