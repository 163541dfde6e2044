import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { STAGED_BYTES_MAX, type StorageUpload } from '@trove/contract/storage/uploads'
import { type Bytes, FileDamaged } from '@trove/stored-file/bytes'
import { FRAMES_PER_PART, frameLengths, PART_FILE_BYTES, partCount } from '@trove/stored-file/layout'
import type { z } from 'zod'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { newId } from '../../../platform/base/id.ts'
import type { StorageNeeds } from '../model/needs.ts'
import { commitmentOf } from './commitment.ts'
import { noteContent } from './follow.ts'
import { type CheckedPart, checkPart } from './part-check.ts'
import { giveMemory } from './part-memory.ts'
import * as store from './store.ts'

export const QUOTA = { gigabytes: STAGED_BYTES_MAX / 1024 ** 3 }
const BEGUN = { limit: 2000, windowSeconds: 3600 }
const PARTS = { limit: 6000, windowSeconds: 3600 }
const FINISHED = { limit: 2000, windowSeconds: 3600 }

type View = z.input<typeof StorageUpload>
type Needs = Pick<StorageNeeds, 'db' | 'blobs' | 'limiter'>

/** Key of a part's blob: the frames of the part, one after the other. */
export const partKey = (id: string, number: number) => `storage/${id}/${number}`

/**
 * Begins an upload, or goes on with the one of this person that has the same identifier.
 * @throws ContractError `storage.quota`, `storage.in-use` when it was begun with another root or size, `request.too-frequent`
 */
export async function beginUpload(
  { db, limiter }: Needs,
  ask: { ownerId: string; account: string; cid: string; root: string; bytes: number },
): Promise<View> {
  await limiter.require('storage.upload', ask.ownerId, BEGUN)
  const root = Buffer.from(ask.root, 'hex')
  const row = await store.reserve(db, { ...ask, id: newId(), root }, STAGED_BYTES_MAX)
  requireThat(row, 'storage.quota', QUOTA)
  requireThat(row.root?.equals(root) && Number(row.bytes) === ask.bytes, 'storage.in-use')
  return await viewOf(db, row)
}

/** How far an upload of this person is. @throws ContractError `resource.not-found` */
export async function getUpload({ db }: Needs, id: string, userId: string): Promise<View> {
  return await viewOf(db, await requireUpload(db, id, userId))
}

/** A part that somebody is about to send: its upload, and the lengths of its frames. */
export type AwaitedPart = { upload: store.UploadRow; number: number; lengths: number[] }

/**
 * Asked before the bytes of a part are read: whether this person has an upload that takes it. Of others nothing is read or kept.
 * @throws ContractError `resource.not-found`, `request.too-frequent`
 */
export async function awaitPart(
  { db, limiter }: Pick<Needs, 'db' | 'limiter'>,
  { id, number, userId }: { id: string; number: number; userId: string },
): Promise<AwaitedPart> {
  await limiter.require('storage.part', userId, PARTS)
  const upload = await requireUpload(db, id, userId)
  requireThat(upload.state === 'uploading' && upload.cid !== null, 'resource.not-found')
  const lengths = frameLengths(Number(upload.bytes), number)
  requireThat(lengths.length > 0, 'resource.not-found')
  return { upload, number, lengths }
}

/**
 * Takes one part. Sent again it is the same part. Whether its upload still takes parts is asked again when it is written.
 * @throws ContractError `resource.not-found`, `storage.part-wrong`, `storage.part-differs`
 */
export async function putPart(
  needs: Needs,
  { upload, number, lengths }: AwaitedPart,
  part: { sha256: string; bytes: Bytes },
): Promise<View> {
  const checked = await checkPart({ bytes: part.bytes, lengths, car: part.sha256 }).catch(refuseDamaged)
  await storePart(needs, upload.id, number, checked).finally(() => giveMemory(checked.bytes))
  return await viewOf(needs.db, upload)
}

/** Writes the blob of a part, and what is known of its frames. @throws ContractError `resource.not-found`, `storage.part-differs` */
export async function storePart({ db, blobs }: Needs, id: string, number: number, part: CheckedPart): Promise<void> {
  const { bytes, sha256, frames } = part
  const claimed = await store.claimPart(db, id, number, sha256)
  requireThat(claimed, 'resource.not-found')
  requireThat(claimed.sha256.equals(sha256), 'storage.part-differs')
  if (claimed.isWhole) return
  crashPoint('storage.part.claimed')
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  await blobs.put(partKey(id, number), body, 'application/octet-stream')
  crashPoint('storage.part.written')
  const numbered = frames.map((frame, i) => ({ ...frame, number: number * FRAMES_PER_PART + i }))
  if (await store.completePart(db, id, number, numbered)) return
  // Only of an upload that is no more: of a ready one this is the blob that everybody reads.
  await blobs.delete(partKey(id, number))
  throw new ContractError('resource.not-found')
}

/**
 * Compares what the parts are with what was said of them; then everybody can read it. What differs is given up: no part of it
 * could be put right.
 * @throws ContractError `resource.not-found`, `storage.incomplete`, `storage.content-differs`, `request.too-frequent`
 */
export async function finishUpload(
  { db, limiter, chain }: Needs & Pick<StorageNeeds, 'chain'>,
  id: string,
  userId: string,
): Promise<View> {
  await limiter.require('storage.finish', userId, FINISHED)
  const row = await requireUpload(db, id, userId)
  if (row.state !== 'uploading') return await viewOf(db, row)
  requireThat(row.cid !== null, 'storage.incomplete')
  const whole = await store.listWholeParts(db, id)
  requireThat(whole.length === partCount(Number(row.bytes)), 'storage.incomplete')
  const content = await commitmentOf(await store.listFrames(db, id))
  const isRight = content.cid === row.cid && row.root?.equals(content.root) && content.bytes === Number(row.bytes)
  if (!isRight) await store.giveUp(db, id, userId)
  requireThat(isRight, 'storage.content-differs')
  crashPoint('storage.finish.checked')
  await store.makeReady(db, id, content)
  crashPoint('storage.finish.ready')
  await noteContent({ db, chain }, content.cid)
  return await viewOf(db, await requireUpload(db, id, userId))
}

/** Gives up an upload. @throws ContractError `resource.not-found`, `storage.in-use` once it is served */
export async function removeUpload({ db }: Needs, id: string, userId: string): Promise<void> {
  await requireUpload(db, id, userId)
  requireThat(await store.giveUp(db, id, userId), 'storage.in-use')
}

function refuseDamaged(error: unknown): never {
  throw error instanceof FileDamaged ? new ContractError('storage.part-wrong') : error
}

async function requireUpload(db: Needs['db'], id: string, userId: string): Promise<store.UploadRow> {
  const row = await store.findUpload(db, id, userId)
  requireThat(row, 'resource.not-found')
  return row
}

async function viewOf(db: Needs['db'], { id, cid, bytes, state, createdAt }: store.UploadRow): Promise<View> {
  return {
    ...{ id, cid: cid ?? '', bytes: Number(bytes), partBytes: PART_FILE_BYTES, parts: partCount(Number(bytes)) },
    state: state === 'removed' ? 'uploading' : state,
    received: await store.listWholeParts(db, id),
    createdAt: createdAt.toISOString(),
  }
}
