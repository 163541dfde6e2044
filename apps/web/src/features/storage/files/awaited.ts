/** Orders of this tab that are in a block, and in the server's index only some seconds later. */

const cids = new Set<string>()
/** Of an order that was extended, the end it had before, and how long a later one is waited for. */
const ends = new Map<number, { deadline: number; until: number }>()
const LATER_END_MS = 120_000

/** From now on the index of names looks again until it has this order. */
export function awaitOrder(cid: string): void {
  cids.add(cid)
}

/** From now on lists look again until they show a later end of this order. */
export function awaitLaterEnd(index: number, deadline: number): void {
  ends.set(index, { deadline, until: Date.now() + LATER_END_MS })
}

/** Whether an order of this tab is not in the server's index yet. */
export const isAwaitingNew = (): boolean => cids.size > 0

/** These are in the server's index. */
export function seeOrders(orders: readonly { cid: string }[]): void {
  for (const { cid } of orders) cids.delete(cid)
}

/** Whether a later end of this order is still to come. */
export function isAwaitingEnd({ index, storage_deadline }: { index: number; storage_deadline: number }): boolean {
  const before = ends.get(index)
  if (!before) return false
  if (storage_deadline <= before.deadline && Date.now() <= before.until) return true
  ends.delete(index)
  return false
}
