import { blobKey, type Kinds } from './kinds.ts'
import type { FilesNeeds } from './needs.ts'
import * as store from './store.ts'

export const REMOVE_JOB = 'files.remove'
const SWEEP_SECONDS = 600

/** Deletes blobs nobody can reach any more, and then their rows. */
export function defineSweep({ db, blobs, jobs, kinds }: Pick<FilesNeeds, 'db' | 'blobs' | 'jobs'> & { kinds: Kinds }) {
  async function remove({ id, kind: name }: { id: string; kind: string }): Promise<void> {
    const kind = kinds.find(name)
    if (!kind) return
    await blobs.delete(blobKey(kind, id))
    await store.deleteRemoved(db, id)
  }
  jobs.define(REMOVE_JOB, async ({ name }) => {
    const row = await store.findFile(db, String(name))
    if (row?.state === 'removed') await remove(row)
  })
  jobs.every('files.sweep', SWEEP_SECONDS, async () => {
    const swept = kinds.list().filter(({ isSweptUnused }) => isSweptUnused)
    const removable = await store.listRemovable(
      db,
      swept.map(({ name }) => name),
    )
    for (const file of removable) await remove(file)
  })
}
