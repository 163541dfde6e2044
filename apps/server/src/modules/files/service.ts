import { randomBytes } from 'node:crypto'
import { requireThat } from '@trove/contract/errors'
import type { BlobBody, Blobs } from '../../platform/blobs.ts'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { encodeAvatar } from './avatar-image.ts'
import * as store from './store.ts'

const REMOVE_JOB = 'files.remove'
const SWEEP_SECONDS = 600

export type FilesDeps = {
  db: Db
  blobs: Blobs
  jobs: Jobs
  /** Tells identity, in the same transaction, which file is a person's avatar now. */
  setAvatar(tx: Tx, userId: string, fileName: string): Promise<void>
}

export type FilesService = {
  /** Re-encodes and stores a person's avatar; the former one is removed by a job. Returns its public address. */
  storeAvatar(userId: string, upload: Buffer): Promise<string>
  /** @throws resource.not-found */
  openPublic(name: string): Promise<BlobBody>
}

/** Where a public file is read by everybody. */
export function publicPath(name: string): string {
  return `/files/public/${name}`
}

function blobKey(name: string): string {
  return `public/${name}`
}

export function createFilesService(deps: FilesDeps): FilesService {
  const { db, blobs, jobs } = deps
  async function remove(name: string): Promise<void> {
    await blobs.delete(blobKey(name))
    await store.deleteRemoved(db, name)
  }
  jobs.define(REMOVE_JOB, ({ name }) => remove(String(name)))
  jobs.every('files.sweep', SWEEP_SECONDS, async () => {
    for (const name of await store.listRemovable(db)) await remove(name)
  })
  return {
    async storeAvatar(userId, upload) {
      const image = await encodeAvatar(upload)
      const name = `${randomBytes(16).toString('hex')}.webp`
      await store.insertPending(db, { name, ownerId: userId, kind: 'avatar', sizeBytes: image.length })
      await blobs.put(blobKey(name), image, 'image/webp')
      await inTransaction(db, async (tx) => {
        await deps.setAvatar(tx, userId, name)
        const { isPlaced, replaced } = await store.replaceLive(tx, { name, ownerId: userId, kind: 'avatar' })
        if (!isPlaced) throw new Error('the upload was swept away before it was placed')
        for (const old of replaced) await jobs.enqueue(tx, REMOVE_JOB, { name: old }, { key: `${REMOVE_JOB}:${old}` })
      })
      return publicPath(name)
    },
    async openPublic(name) {
      const blob = await blobs.find(blobKey(name))
      requireThat(blob, 'resource.not-found')
      return blob
    },
  }
}
