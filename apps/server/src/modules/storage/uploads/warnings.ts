import { BLOCKS_PER_DAY } from '@trove/contract/chain/routes'
import { STORAGE_WARNED_DAYS } from '@trove/contract/storage/uploads'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { EndingOrder } from '../../chain/module.ts'
import type { StorageNeeds } from '../model/needs.ts'
import { findWarnedHeight, listBound, writeWarnedHeight } from './store-warnings.ts'

const PAGE = 500

type Needs = Pick<StorageNeeds, 'db' | 'chain' | 'notices'>
type Head = { network: number; height: number }

/**
 * Warns of orders that end within 7, 3 and 1 days, each once: the person who uploaded the content for the account that owns
 * the order. Nothing is extended by itself, because only the owner's key can sign. An order whose end has moved is warned of again.
 */
export async function warnOfEnds(needs: Needs, head: Head): Promise<void> {
  const { db, chain } = needs
  const seen = await findWarnedHeight(db, head.network)
  let least = 0
  for (const days of [...STORAGE_WARNED_DAYS].sort((a, b) => a - b)) {
    // What has crossed this many days since the last look; what has crossed fewer is told of those.
    const after = Math.max(head.height + least, seen === undefined ? 0 : seen + days * BLOCKS_PER_DAY)
    const span = { network: head.network, after, upTo: head.height + days * BLOCKS_PER_DAY }
    for (let place = { deadline: -1, id: -1 }; ; ) {
      const page = await chain.listOrdersEnding(span, place, PAGE)
      await warn(needs, page, days, head.network)
      const last = page.at(-1)
      if (!last || page.length < PAGE) break
      place = { deadline: last.deadlineBlock, id: last.id }
    }
    least = days * BLOCKS_PER_DAY
  }
  await writeWarnedHeight(db, head)
}

async function warn({ db, notices }: Needs, orders: EndingOrder[], days: number, network: number): Promise<void> {
  const bound = await listBound(db, orders)
  if (bound.length === 0) return
  await inTransaction(db, async (tx) => {
    for (const { userId, id, deadlineBlock } of bound)
      await notices.tell(tx, {
        userId,
        kind: 'storage.ends-soon',
        params: { days: String(days), order: String(id) },
        link: { to: 'stored-file', id: String(id) },
        // Of two runs at once, or one that was cut off, one tells.
        key: `storage-ends:${network}:${id}:${deadlineBlock}:${days}`,
      })
  })
}
