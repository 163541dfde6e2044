import { blobKey, type Kinds, partKey } from './kinds.ts'
import type { FilesNeeds } from './needs.ts'
import * as store from './store.ts'
import * as parts from './store-parts.ts'

export const REMOVE_JOB = 'files.remove'
const SWEEP_SECONDS = 600

/** Deletes unreachable blobs, and then their rows. */
export function defineSweep({ db, blobs, jobs, kinds }: Pick<FilesNeeds, 'db' | 'blobs' | 'jobs'> & { kinds: Kinds }) {
  async function remove({ id, kind: name }: { id: string; kind: string }): Promise<void> {
    const kind = kinds.find(name)
    if (!kind) return
    await dropParts(
      { db, blobs },
      (await parts.listParts(db, id)).map(({ number }) => ({ fileId: id, number })),
    )
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
    await dropParts({ db, blobs }, await parts.listLeftParts(db))
  })
}

/** Deletes parts: blobs first, so that none is left that no row names. */
export async function dropParts(
  { db, blobs }: Pick<FilesNeeds, 'db' | 'blobs'>,
  left: { fileId: string; number: number }[],
): Promise<void> {
  for (const { fileId, number } of left) {
    await blobs.delete(partKey(fileId, number))
    await parts.deletePart(db, fileId, number)
  }
}
