import { blobKey, type Kinds, partKey } from '../model/kinds.ts'
import type { FilesNeeds } from '../model/needs.ts'
import * as store from '../model/store.ts'
import * as parts from '../model/store-parts.ts'

export const REMOVE_JOB = 'files.remove'
const SWEEP_SECONDS = 600
const MOST_FAILURES = 20

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
    const named = kinds.list().map(({ name }) => name)
    const swept = kinds.list().filter(({ isSweptUnused }) => isSweptUnused)
    await store.removeLeftOver(
      db,
      swept.map(({ name }) => name),
    )
    const failed = await removeAll((leftOut) => store.listRemoved(db, named, leftOut), remove)
    await dropParts({ db, blobs }, await parts.listLeftParts(db))
    if (failed.length > 0) throw new AggregateError(failed, `files that cannot be deleted: ${failed.join('; ')}`)
  })
}

/**
 * Removes all there are, batch by batch. One that cannot be removed keeps no other: what a person erased must not wait for a
 * broken disk. Gives up after some failures, because then nothing can be removed.
 */
async function removeAll(
  list: (leftOut: string[]) => Promise<{ id: string; kind: string }[]>,
  remove: (file: { id: string; kind: string }) => Promise<void>,
): Promise<unknown[]> {
  const failed = new Map<string, unknown>()
  for (let batch = await list([]); batch.length > 0; batch = await list([...failed.keys()])) {
    for (const file of batch) {
      await remove(file).catch((error: unknown) => failed.set(file.id, error))
      if (failed.size >= MOST_FAILURES) return [...failed.values()]
    }
  }
  return [...failed.values()]
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
