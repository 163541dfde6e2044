import { STAGED_HOURS } from '@trove/contract/storage/uploads'
import type { StorageNeeds } from '../model/needs.ts'
import { partKey } from './service.ts'
import { deleteRemoved, listRemovable } from './store.ts'

const SWEEP_SECONDS = 600

/** Deletes what was given up and what nothing came of: blobs first, so that none is left that no row names. */
export function defineSweep({ db, blobs, jobs }: Pick<StorageNeeds, 'db' | 'blobs' | 'jobs'>): void {
  jobs.every('storage.sweep', SWEEP_SECONDS, async () => {
    for (const { id, parts } of await listRemovable(db, STAGED_HOURS)) {
      for (const number of parts) await blobs.delete(partKey(id, number))
      await deleteRemoved(db, id)
    }
  })
}
