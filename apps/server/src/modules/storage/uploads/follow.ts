import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { ChangedOrder } from '../../chain/module.ts'
import type { StorageNeeds } from '../model/needs.ts'
import { findCursor, noteOrders, unbindOthers, writeCursor } from './store-orders.ts'
import { warnOfEnds } from './warnings.ts'

/** Blocks that are looked at again each time: as many as a chain takes back and writes anew at most, here and there. */
const OVERLAP = 100
const PAGE = 500
const FOLLOW_SECONDS = 60

/**
 * Follows the orders of the chain: what one names is not swept, and is a cache once storage nodes serve it. All of it can be
 * made again from the chain's index: without a cursor every order is looked at.
 */
export function defineFollow({
  db,
  jobs,
  chain,
  notices,
}: Pick<StorageNeeds, 'db' | 'jobs' | 'chain' | 'notices'>): void {
  jobs.every('storage.follow', FOLLOW_SECONDS, async () => {
    const head = await chain.findHead()
    if (!head) return
    const begun = await findCursor(db, head.network)
    // A chain that is new here has none of the orders of the one before it.
    if (begun === undefined) await unbindOthers(db, head.network)
    for (let after = { height: Math.max(0, (begun ?? 0) - OVERLAP), id: -1 }; ; ) {
      const page = await chain.listOrdersChangedSince(after, PAGE)
      await noteStanding({ db, chain }, page)
      const last = page.at(-1)
      if (!last || page.length < PAGE) break
      after = { height: last.height, id: last.id }
    }
    await writeCursor(db, head)
    await warnOfEnds({ db, chain, notices }, head)
  })
}

type Followed = Pick<StorageNeeds, 'db' | 'chain'>

/** Notes what a content's orders say that were placed before its bytes were all here. */
export async function noteContent({ db, chain }: Followed, cid: string): Promise<void> {
  await noteStanding({ db, chain }, await chain.listLiveOrders([cid]))
}

/** Of the contents that these orders name all live orders count: one that ended says nothing of the others. */
async function noteStanding({ db, chain }: Followed, changed: ChangedOrder[]): Promise<void> {
  if (changed.length === 0) return
  const live = await chain.listLiveOrders([...new Set(changed.map(({ cid }) => cid))])
  await noteOrders(db, [...changed.map(toNote).filter(({ state }) => state === 'ended'), ...live.map(toNote)])
  crashPoint('storage.follow.noted')
}

/** Bytes wait while an order waits for storage nodes; once one serves them, they are safe there. */
function toNote({ network, id, cid, rootHex, status, isPurged, replication }: ChangedOrder) {
  const hasEnded = isPurged || status === 'Canceled' || status === 'Cleared'
  const state = hasEnded ? 'ended' : status === 'Finished' && replication > 0 ? 'serving' : 'pending'
  return { network, id, cid, root: rootHex.replace(/^0x/, ''), state } as const
}
