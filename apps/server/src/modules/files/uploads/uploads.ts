import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { requireThat } from '@trove/contract/errors/codes'
import { FILE_PART_BYTES, type FileUpload } from '@trove/contract/files/routes'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { newId } from '../../../platform/base/id.ts'
import { type FrameKey, newFrameKey, sealFrames } from '../../../platform/sealing/sealed-frames.ts'
import { plainFileName } from '../keeping/judge.ts'
import { requireRoom, sealFacts } from '../keeping/storing.ts'
import { readUpload } from '../keeping/upload.ts'
import { type Kinds, partKey } from '../model/kinds.ts'
import type { FilesNeeds } from '../model/needs.ts'
import { sealedAs } from '../model/sealed-as.ts'
import * as store from '../model/store.ts'
import * as parts from '../model/store-parts.ts'

const MEGABYTE = 1024 * 1024
const BEGUN = { limit: 60, windowSeconds: 600 }
const PARTS = { limit: 3000, windowSeconds: 600 }

type Needs = FilesNeeds & { kinds: Kinds }
export type UploadRow = store.FileRow & { subjectId: string; nameSealed: Buffer; keySealed: Buffer; sha256: Buffer }
type View = z.input<typeof FileUpload>

/** How many parts a file has. */
export const partsOf = (bytes: bigint | number) => Math.ceil(Number(bytes) / FILE_PART_BYTES)

/**
 * Begins an upload in parts into a folder this person may write to; its bytes count from now on.
 * @throws ContractError `resource.not-found`, the kind's refusals, `files.quota`, `request.too-frequent`
 */
export async function beginUpload(
  needs: Needs,
  ask: { kind: string; subjectId: string; name: string; bytes: number; sha256: string; ownerId: string },
): Promise<View> {
  const { limiter, sealer } = needs
  const { subjectId, ownerId, bytes } = ask
  const kind = needs.kinds.find(ask.kind)
  requireThat(kind && (await kind.mayWrite?.(subjectId, ownerId)), 'resource.not-found')
  await limiter.require('files.upload', ownerId, BEGUN)
  requireThat(bytes <= kind.maxBytes, ...kind.refusals.tooLarge(kind.maxBytes / MEGABYTE))
  const id = newId()
  const row = {
    ...{ id, kind: kind.name, ownerId, subjectId, bytes },
    ...{ type: 'application/octet-stream', format: 'frames' as const, state: 'uploading' as const },
    sha256: Buffer.from(ask.sha256, 'hex'),
    ...(await sealFacts(sealer, id, plainFileName(ask.name), newFrameKey())),
  }
  requireRoom(kind, await store.reserve(needs, row, { quotaBytes: kind.quotaBytes, perFolder: kind.perFolder }))
  return { id, partBytes: FILE_PART_BYTES, parts: partsOf(bytes), received: [] }
}

/** How far an upload of this person is. @throws ContractError `resource.not-found` */
export async function getUpload(needs: Needs, id: string, userId: string): Promise<View> {
  const row = await requireUpload(needs, id, userId)
  requireThat(row.state === 'uploading', 'resource.not-found')
  const there = (await parts.listParts(needs.db, id)).filter(({ isWhole }) => isWhole)
  return {
    id,
    partBytes: FILE_PART_BYTES,
    parts: partsOf(row.bytes),
    received: there.map(({ number }) => number),
  }
}

/**
 * Takes one part. Sent again it is the same part; with other bytes it is refused, because some of it may be in use already.
 * @throws ContractError `resource.not-found`, `files.part-size`, `files.hash-differs`, `files.part-differs`, `request.too-frequent`
 */
export async function putPart(
  needs: Needs,
  part: { id: string; number: number; sha256: string; userId: string; request: FastifyRequest },
): Promise<View> {
  const { db, limiter, blobs } = needs
  const { id, number, userId } = part
  await limiter.require('files.part', userId, PARTS)
  const row = await requireUpload(needs, id, userId)
  requireThat(row.state === 'uploading' && number < partsOf(row.bytes), 'resource.not-found')
  const { content } = await readUpload(part.request, userId, {
    maxBytes: FILE_PART_BYTES,
    fields: 0,
    tooLarge: ['files.over-limit', { megabytes: FILE_PART_BYTES / MEGABYTE }],
  })
  const start = number * FILE_PART_BYTES
  const bytes = Math.min(FILE_PART_BYTES, Number(row.bytes) - start)
  requireThat(content.length === bytes, 'files.part-size', { bytes })
  const sha256 = createHash('sha256').update(content).digest()
  requireThat(sha256.toString('hex') === part.sha256, 'files.hash-differs')
  const claimed = await parts.claimPart(db, id, number, sha256)
  requireThat(claimed, 'resource.not-found')
  requireThat(claimed.sha256.equals(sha256), 'files.part-differs')
  if (!claimed.isWhole) {
    crashPoint('files.part.claimed')
    const sealed = sealFrames(await frameKeyOf(needs, row), content, start)
    await blobs.put(partKey(id, number), sealed, 'application/octet-stream')
    crashPoint('files.part.written')
    await parts.makePartWhole(db, id, number)
  }
  return getUpload(needs, id, userId)
}

/** The row of an upload in parts of this person, under way or finished. @throws ContractError `resource.not-found` */
export async function requireUpload({ db, kinds }: Needs, id: string, userId: string): Promise<UploadRow> {
  const row = await store.findFile(db, id)
  const isOwn = row?.ownerId === userId && row.sha256 && row.keySealed && row.nameSealed && row.subjectId !== null
  requireThat(isOwn && (row.state === 'uploading' || row.state === 'live'), 'resource.not-found')
  // Who may not write there any more may not finish either.
  requireThat(await kinds.find(row.kind)?.mayWrite?.(row.subjectId ?? '', userId), 'resource.not-found')
  return row as UploadRow
}

/** The key of a sealed file and what binds it. */
export async function frameKeyOf({ sealer }: Pick<Needs, 'sealer'>, row: UploadRow): Promise<FrameKey> {
  const aad = sealedAs.key(row)
  return { key: Buffer.from(await sealer.open(row.keySealed, aad), 'base64'), aad, bytes: Number(row.bytes) }
}

/** The sealed bytes of one part. */
export async function readPart({ blobs }: Pick<Needs, 'blobs'>, id: string, number: number): Promise<Buffer> {
  const blob = await blobs.find(partKey(id, number))
  if (!blob) throw new Error('a part of an upload is gone')
  return buffer(blob.body)
}
