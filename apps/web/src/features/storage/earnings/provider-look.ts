import type { Tone } from '@trove/ui/base/tokens'
import type { IconComponent } from '@trove/ui/icons/icon'
import { ServingIcon, SuccessIcon, WaitingIcon } from '@trove/ui/icons/states'
import type { StoredOrder } from '../files/use-files.ts'

/** What a storage node sees of an order it keeps or kept (b-markets 4, profit view). */
export type ProviderStatus = 'pending' | 'serving' | 'uncleared' | 'cleared'

/** Finished on chain means that it is served until its deadline, and is to be cleared after it. */
export function providerStatus(
  { status, storage_deadline }: Pick<StoredOrder, 'status' | 'storage_deadline'>,
  block: number,
): ProviderStatus {
  if (status === 'Pending') return 'pending'
  if (status !== 'Finished') return 'cleared'
  return block > storage_deadline ? 'uncleared' : 'serving'
}

/** Clearing is offered while it serves and after it, until it is done. */
export function isClearable(status: ProviderStatus): boolean {
  return status === 'serving' || status === 'uncleared'
}

export const PROVIDER_LOOKS: Record<ProviderStatus, { tone: Tone; icon: IconComponent }> = {
  pending: { tone: 'amber', icon: WaitingIcon },
  serving: { tone: 'jade', icon: ServingIcon },
  uncleared: { tone: 'amber', icon: WaitingIcon },
  cleared: { tone: 'neutral', icon: SuccessIcon },
}

const ID_LENGTH = 12

/** What an order is called: the beginning of its content's identifier (b-markets 2, storage profit card). */
export function orderName(cid: string): string {
  return cid.slice(0, ID_LENGTH)
}
