import { allowsSale } from '@trove/contract/compute/machine-check'
import type { Share } from './my-queries.ts'

/** Why a shared machine earns nothing, worst first; undefined while it is rented. */
export type IdleReason =
  | 'cleaning'
  | 'cleaningFailed'
  | 'reserved'
  | 'ended'
  | 'offline'
  | 'unreachable'
  | 'differs'
  | 'pending'
  | 'waiting'

export function idleReasonOf(share: Share): IdleReason | undefined {
  if (share.cleaning === 'failed') return 'cleaningFailed'
  if (share.cleaning === 'running') return 'cleaning'
  if (share.status === 1) return undefined
  if (share.isReserved) return 'reserved'
  if (share.status === 2) return 'ended'
  const { state } = share.verification
  if (state === 'unreachable') return 'unreachable'
  if (state === 'differs' && !allowsSale(share.verification)) return 'differs'
  if (share.listing === 'offline') return 'offline'
  return state === 'pending' ? 'pending' : 'waiting'
}
