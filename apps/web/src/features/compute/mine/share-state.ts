import { allowsSale } from '@trove/contract/compute/machine-check'
import type { Share } from './my-queries.ts'

/** Which button a shared machine shows: taken offline, put online, or put on sale again after a service (b-markets 4). */
export type ShareSwitch = {
  to: 'offline' | 'online'
  word: 'offline' | 'bringOnline' | 'serveAgain'
  isEnabled: boolean
}

/**
 * Status 0 can go offline (not while a buyer is paying), 1 shows offline disabled, 2 can serve again; an offline machine can
 * be put online. What a running or failed cleaning or a failed check forbids stays disabled.
 */
export function switchOf(share: Share): ShareSwitch {
  const isClean = share.cleaning === 'none'
  const isSellable = share.verification.state === 'pending' || allowsSale(share.verification)
  if (share.status === 2) return { to: 'online', word: 'serveAgain', isEnabled: isClean && isSellable }
  if (share.listing === 'offline') return { to: 'online', word: 'bringOnline', isEnabled: isClean && isSellable }
  return { to: 'offline', word: 'offline', isEnabled: share.status === 0 && !share.isReserved && isClean }
}

/** Whether the seller may change, delete or check it now. */
export function mayChange(share: Share): boolean {
  return share.status !== 1 && !share.isReserved && share.cleaning !== 'running'
}

/** Why a shared machine cannot be changed, or put on or taken off sale, now: the part of `reasons.machine` that says it. */
export function hindranceOf(share: Share): 'rented' | 'reserved' | 'cleaning' | 'cleaningFailed' | 'unchecked' {
  if (share.status === 1) return 'rented'
  if (share.isReserved) return 'reserved'
  if (share.cleaning !== 'none') return share.cleaning === 'running' ? 'cleaning' : 'cleaningFailed'
  return 'unchecked'
}
