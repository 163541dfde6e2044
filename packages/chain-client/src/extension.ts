import type { StorageOrder } from './reading/views.ts'

type Funds = Pick<StorageOrder, 'durationBlocks' | 'poolPlanck' | 'reservePlanck' | 'provingPlanck'>

/**
 * What `blocks` more of service cost: the order's own terms for longer, as the chain computes it (`Order::extension`). Each part
 * is rounded up, so that the pay for time that was proven never falls.
 */
export function extensionPlanck(
  { durationBlocks, poolPlanck, reservePlanck, provingPlanck }: Funds,
  blocks: number,
): bigint {
  const now = BigInt(durationBlocks)
  const more = now + BigInt(blocks)
  const added = (part: bigint) => (part * more + now - 1n) / now - part
  return added(poolPlanck) + added(reservePlanck) + added(provingPlanck)
}
