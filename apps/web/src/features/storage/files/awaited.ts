/** Orders of this tab that are in a block, and in the server's index only some seconds later. */

const cids = new Set<string>()

/** From now on lists look again until they show this order. */
export function awaitOrder(cid: string): void {
  cids.add(cid)
}

/** Whether a list that shows these still misses one. */
export function isAwaiting(shown: readonly { cid: string }[]): boolean {
  for (const { cid } of shown) cids.delete(cid)
  return cids.size > 0
}
