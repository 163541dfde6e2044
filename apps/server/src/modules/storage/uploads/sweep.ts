import { STAGED_HOURS } from '@trove/contract/storage/uploads'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { StorageNeeds } from '../model/needs.ts'
import { deleteOldChecks } from '../nodes/store.ts'
import { deleteOldLines } from '../nodes/store-lines.ts'
import { deleteOldShares } from '../shares/store.ts'
import { partKey } from './service.ts'
import { deleteRemoved, giveUpOld, listRemovable } from './store.ts'
import { isFollowed } from './store-orders.ts'

const SWEEP_SECONDS = 600
const PAGE = 200
/** An order that was placed this long ago has been seen, or the bytes it names are kept. */
const BEHIND_MINUTES = 60

type Needs = Pick<StorageNeeds, 'db' | 'blobs' | 'jobs' | 'chain'>

/** Deletes what was given up and what nothing came of: blobs first, so that none is left that no row names. */
export function defineSweep(needs: Needs): void {
  needs.jobs.every('storage.sweep', SWEEP_SECONDS, async () => {
    await deleteOldChecks(needs.db)
    await deleteOldLines(needs.db)
    await giveUpOld(needs.db, STAGED_HOURS, await areOrdersKnown(needs))
    await deleteOldShares(needs.db)
    const failures: unknown[] = []
    for (let after = ''; ; ) {
      const page = await listRemovable(needs.db, after, PAGE)
      for (const upload of page) await remove(needs, upload).catch((error) => failures.push(error))
      const last = page.at(-1)
      if (!last || page.length < PAGE) break
      after = last.id
    }
    // The queue tells of it and tries again; the others are gone by then.
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} uploads could not be deleted`)
  })
}

/** Without a chain there are no orders. Where its index stands still there may be one that nobody has seen. */
async function areOrdersKnown({ db, chain }: Needs): Promise<boolean> {
  const head = await chain.findHead()
  if (!head) return chain.state === undefined
  return await isFollowed(db, head.network, BEHIND_MINUTES)
}

async function remove({ db, blobs }: Needs, { id, parts }: { id: string; parts: number[] }): Promise<void> {
  crashPoint('storage.sweep.found')
  for (const number of parts) await blobs.delete(partKey(id, number))
  crashPoint('storage.sweep.deleted')
  await deleteRemoved(db, id)
}
