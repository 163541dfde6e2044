import { randomBytes } from 'node:crypto'
import { PICTURE_UPLOAD_BYTES } from '@trove/contract/files/routes'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../../platform/db/handle.ts'
import { requireRoom } from '../keeping/storing.ts'
import { REMOVE_JOB } from '../keeping/sweep.ts'
import { readUpload } from '../keeping/upload.ts'
import { encodePicture } from '../model/drawing.ts'
import { blobKey, type FileKind } from '../model/kinds.ts'
import type { FilesNeeds } from '../model/needs.ts'
import * as store from '../model/store.ts'

const MEGABYTES = PICTURE_UPLOAD_BYTES / 1024 / 1024

/**
 * Draws an uploaded picture anew, whole, and stores it as a public file of its owner. Until it is used it is swept after a
 * day. Returns its id, which is its public name.
 * @throws ContractError `files.not-an-image`, `files.picture-slow`, `files.dimensions`, `files.too-large`, `files.missing`, `files.quota`
 */
export async function storePicture(
  needs: FilesNeeds,
  { kind, ownerId, request }: { kind: FileKind; ownerId: string; request: FastifyRequest },
): Promise<string> {
  const { db, blobs } = needs
  const { content } = await readUpload(request, ownerId, {
    maxBytes: PICTURE_UPLOAD_BYTES,
    fields: 0,
    tooLarge: ['files.too-large', { megabytes: MEGABYTES }],
  })
  const image = await encodePicture(content, kind.maxBytes)
  const id = `${randomBytes(16).toString('hex')}.webp`
  const row = {
    ...{ id, ownerId, kind: kind.name, subjectId: ownerId, bytes: image.length, type: 'image/webp' },
    ...{ format: 'plain' as const, state: 'pending' as const, nameSealed: null, keySealed: null },
  }
  requireRoom(kind, await store.reserve(needs, row, { quotaBytes: kind.quotaBytes, perFolder: kind.perFolder }))
  await blobs.put(blobKey(kind, id), image, 'image/webp')
  if (!(await store.makeLive(db, id))) throw new Error('the upload was swept away before it was whole')
  return id
}

/** Deletes a file that nothing uses any more, once the transaction commits. */
export async function dropFile({ jobs }: FilesNeeds, tx: Tx, id: string): Promise<void> {
  await store.removeFile(tx, id)
  await jobs.enqueue(tx, REMOVE_JOB, { name: id }, { key: `${REMOVE_JOB}:${id}` })
}
