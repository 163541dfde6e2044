/** Orders of this tab that are in a block, and in the server's index only some seconds later. */

const cids = new Set<string>()
/** Of an order that was extended, the end it had before, and how long a later one is waited for. */
const ends = new Map<number, { deadline: number; until: number }>()
const LATER_END_MS = 120_000

/** From now on lists look again until they show this order. */
export function awaitOrder(cid: string): void {
  cids.add(cid)
}

/** From now on lists look again until they show a later end of this order. */
export function awaitLaterEnd(index: number, deadline: number): void {
  ends.set(index, { deadline, until: Date.now() + LATER_END_MS })
}

/** Whether a list that shows these still misses one. */
export function isAwaiting(shown: readonly { cid: string; index: number; storage_deadline: number }[]): boolean {
  for (const { cid, index, storage_deadline } of shown) {
    cids.delete(cid)
    const before = ends.get(index)
    if (before && storage_deadline > before.deadline) ends.delete(index)
  }
  for (const [index, { until }] of ends) if (Date.now() > until) ends.delete(index)
  return cids.size + ends.size > 0
}
