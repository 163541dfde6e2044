import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { AVATAR_STORED_BYTES } from '@trove/contract/files/routes'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { requireRoom } from '../keeping/storing.ts'
import { REMOVE_JOB } from '../keeping/sweep.ts'
import { encodeAvatar } from '../model/drawing.ts'
import { blobKey, type FileKind, PLAIN_REFUSALS } from '../model/kinds.ts'
import type { FilesNeeds } from '../model/needs.ts'
import * as store from '../model/store.ts'

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
  const id = newPublicName()
  const row = newPublicFile(id, userId, AVATARS, image.length)
  requireRoom(AVATARS, await store.reserve(needs, row, { quotaBytes: AVATARS.quotaBytes, perFolder: undefined }))
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

/**
 * Copies a person's avatar of now into a file of another public kind, which a later avatar does not replace.
 * @returns the copy's id; undefined when the address is not this person's avatar
 */
export async function copyAvatar(
  needs: Pick<FilesNeeds, 'db' | 'blobs' | 'holdPerson'>,
  { url, ownerId, kind }: { url: string; ownerId: string; kind: FileKind },
): Promise<string | undefined> {
  const { db, blobs } = needs
  const source = /^\/files\/public\/([a-z0-9]{16,64}\.webp)$/.exec(url)?.[1]
  const row = source === undefined ? undefined : await store.findFile(db, source)
  if (row?.ownerId !== ownerId || row.kind !== AVATARS.name || row.state !== 'live') return undefined
  const blob = await blobs.find(blobKey(AVATARS, row.id))
  if (!blob) return undefined
  const image = await buffer(blob.body)
  const id = newPublicName()
  const copy = { ...newPublicFile(id, ownerId, kind, image.length), subjectId: ownerId }
  requireRoom(kind, await store.reserve(needs, copy, { quotaBytes: kind.quotaBytes, perFolder: kind.perFolder }))
  await blobs.put(blobKey(kind, id), image, 'image/webp')
  return (await store.makeLive(db, id)) ? id : undefined
}

const newPublicName = () => `${randomBytes(16).toString('hex')}.webp`

function newPublicFile(id: string, ownerId: string, kind: FileKind, bytes: number): store.NewFile {
  return {
    ...{ id, ownerId, kind: kind.name, bytes, type: 'image/webp' },
    ...{ format: 'plain', state: 'pending', nameSealed: null, keySealed: null },
  }
}
