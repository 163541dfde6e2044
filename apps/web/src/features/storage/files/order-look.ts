import { BLOCK_SECONDS } from '@trove/contract/chain/routes'
import type { Tone } from '@trove/ui/base/tokens'
import type { IconComponent } from '@trove/ui/icons/icon'
import { CancelledIcon, ServingIcon, SuccessIcon, WaitingIcon } from '@trove/ui/icons/states'
import type { StoredOrder } from './use-files.ts'

/** What a consumer sees of an order (b-markets 4). */
export type ConsumerStatus = 'pending' | 'serving' | 'finished' | 'canceled'

/** Finished on chain means that it is served, until its deadline has passed. Cleared is shown as finished. */
export function consumerStatus(
  { status, storage_deadline }: Pick<StoredOrder, 'status' | 'storage_deadline'>,
  block: number,
): ConsumerStatus {
  if (status === 'Pending') return 'pending'
  if (status === 'Canceled') return 'canceled'
  return status === 'Finished' && block <= storage_deadline ? 'serving' : 'finished'
}

export const STATUS_LOOKS: Record<ConsumerStatus, { tone: Tone; icon: IconComponent }> = {
  pending: { tone: 'amber', icon: WaitingIcon },
  serving: { tone: 'jade', icon: ServingIcon },
  finished: { tone: 'neutral', icon: SuccessIcon },
  canceled: { tone: 'neutral', icon: CancelledIcon },
}

/** Whether its bytes can be had: from storage nodes, or while it waits from the gateway's copy (decision 36). */
export function isReadable({ replication }: Pick<StoredOrder, 'replication'>, status: ConsumerStatus): boolean {
  return status === 'pending' || (status === 'serving' && replication > 0)
}

/** When a block will come, or came, by the block that was read now. */
export function momentOfBlock(block: number, readBlock: number, now: Date): Date {
  return new Date(now.getTime() + (block - readBlock) * BLOCK_SECONDS * 1000)
}
