import { randomBytes } from 'node:crypto'
import { AVATAR_STORED_BYTES } from '@trove/contract/files/routes'
import { crashPoint } from '../../platform/base/crash-point.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { encodeAvatar } from './avatar-image.ts'
import { blobKey, type FileKind, PLAIN_REFUSALS } from './kinds.ts'
import type { FilesNeeds } from './needs.ts'
import * as store from './store.ts'
import { requireRoom } from './storing.ts'
import { REMOVE_JOB } from './sweep.ts'

/** Pictures of people: drawn anew, public under an unguessable name, one for each person. */
export const AVATARS: FileKind = {
  name: 'avatar',
  folder: 'public',
  types: ['image/webp'],
  maxBytes: AVATAR_STORED_BYTES,
  // One shows; the others are on their way in or out.
  quotaBytes: 100 * AVATAR_STORED_BYTES,
  isSealed: false,
  isSweptUnused: false,
  refusals: PLAIN_REFUSALS,
}

/** Re-encodes and stores a person's avatar; the former one is removed by a job. Returns its public address. */
export async function storeAvatar(needs: FilesNeeds, userId: string, upload: Buffer): Promise<string> {
  const { db, blobs, jobs } = needs
  const image = await encodeAvatar(upload)
  const id = `${randomBytes(16).toString('hex')}.webp`
  const row = {
    id,
    ownerId: userId,
    kind: AVATARS.name,
    bytes: image.length,
    type: 'image/webp',
    format: 'plain' as const,
    state: 'pending' as const,
    nameSealed: null,
    keySealed: null,
  }
  requireRoom(AVATARS, await store.reserve(db, row, { quotaBytes: AVATARS.quotaBytes, perFolder: undefined }))
  crashPoint('files.avatar.reserved')
  await blobs.put(blobKey(AVATARS, id), image, 'image/webp')
  crashPoint('files.avatar.written')
  await inTransaction(db, async (tx) => {
    await needs.setAvatar(tx, userId, id)
    const { isPlaced, replaced } = await store.replaceLive(tx, { id, ownerId: userId, kind: AVATARS.name })
    if (!isPlaced) throw new Error('the upload was swept away before it was placed')
    for (const name of replaced) await jobs.enqueue(tx, REMOVE_JOB, { name }, { key: `${REMOVE_JOB}:${name}` })
  })
  return `/files/public/${id}`
}
