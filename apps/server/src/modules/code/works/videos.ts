import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readVideo, WORK_VIDEO_BYTES, WORK_VIDEO_TYPES } from '@trove/contract/code/videos'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileTypeFromFile } from 'file-type'
import { sql } from 'kysely'
import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { readRange } from '../../../platform/http/call/values/ranges.ts'
import { VIDEO_MEGABYTES_PER_PERSON, VIDEOS_MADE } from '../model/limits.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { receiveFile } from '../versions/receive.ts'
import { withScratch } from '../versions/scratch.ts'
import { videoKey } from '../versions/store.ts'
import { findWork, lockWork } from './store.ts'

const MEGABYTE = 1024 * 1024
type VideoType = keyof typeof WORK_VIDEO_TYPES
type Video = { id: string; type: VideoType; bytes: number; blobKey: string }

const srcOf = (id: string) => readVideo.path.replace('{name}', id)

/** Address of a work's video. */
export async function findVideo(db: Db, workId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from code_videos where work_id = ${workId}`.execute(db)
  return rows[0] ? srcOf(rows[0].id) : null
}

type NewVideo = { workId: string; userId: string; request: FastifyRequest }

/**
 * Makes an uploaded video the one of a work of this person. The one before it goes.
 * @returns its address. @throws ContractError `resource.not-found`, `code.video-type`, `files.*`, `request.*`
 */
export async function setVideo(needs: CodeNeeds, { workId, userId, request }: NewVideo): Promise<string> {
  const { db, limiter, scratchDir } = needs
  await limiter.require('code.video', userId, VIDEOS_MADE)
  requireThat((await findWork(db, workId))?.ownerId === userId, 'resource.not-found')
  return await withScratch(scratchDir, async (scratch) => {
    const path = join(scratch, 'video')
    const tooLarge = ['files.over-limit', { megabytes: WORK_VIDEO_BYTES / MEGABYTE }] as const
    await receiveFile(request, path, { maxBytes: WORK_VIDEO_BYTES, tooLarge: [...tooLarge] })
    const type = (await fileTypeFromFile(path))?.mime
    requireThat(isVideoType(type), 'code.video-type')
    const id = `${randomBytes(16).toString('hex')}.${WORK_VIDEO_TYPES[type]}`
    const video = { id, type, bytes: (await stat(path)).size, blobKey: `code/${newId()}` }
    await storeVideo(needs, { ...video, path, workId, userId })
    return srcOf(id)
  })
}

const isVideoType = (type: string | undefined): type is VideoType =>
  type !== undefined && Object.hasOwn(WORK_VIDEO_TYPES, type)

type Stored = Video & { path: string; workId: string; userId: string }

async function storeVideo({ db, blobs, identity }: CodeNeeds, { path, userId, ...video }: Stored): Promise<void> {
  const { workId, blobKey, type } = video
  await sql`insert into code_writings (blob_key) values (${blobKey})`.execute(db)
  await blobs.put(videoKey(blobKey), createReadStream(path), type)
  await inTransaction(db, async (tx) => {
    // An upload may take longer than the erasure of its author.
    requireThat(await identity.holdPerson(tx, userId), 'session.expired')
    const work = await lockWork(tx, workId, userId)
    requireThat(work && work.state !== 'removed', 'resource.not-found')
    const kept = await sql`delete from code_writings where blob_key = ${blobKey} returning blob_key`.execute(tx)
    if (kept.rows.length === 0) throw new Error('the video was swept away before it was kept')
    await putVideo(tx, video)
    const quota = { megabytes: VIDEO_MEGABYTES_PER_PERSON }
    requireThat((await bytesOf(tx, userId)) <= VIDEO_MEGABYTES_PER_PERSON * MEGABYTE, 'files.quota', quota)
  })
}

const putVideo = (tx: Tx, { workId, id, type, bytes, blobKey }: Video & { workId: string }) =>
  sql`insert into code_videos (work_id, id, type, bytes, blob_key) values (${workId}, ${id}, ${type}, ${bytes}, ${blobKey})
    on conflict (work_id) do update set id = excluded.id, type = excluded.type, bytes = excluded.bytes,
      blob_key = excluded.blob_key, created_at = excluded.created_at`.execute(tx)

async function bytesOf(tx: Tx, ownerId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select coalesce(sum(bytes), 0)::text as bytes
    from code_videos v join code_works w on w.id = v.work_id where w.owner_id = ${ownerId}`.execute(tx)
  return Number(rows[0]!.bytes)
}

/** Takes the video off a work of this person. @throws ContractError `resource.not-found` */
export async function dropVideo({ db }: CodeNeeds, workId: string, userId: string): Promise<void> {
  const { rows } = await sql`delete from code_videos v using code_works w
    where v.work_id = ${workId} and w.id = v.work_id and w.owner_id = ${userId} returning v.id`.execute(db)
  requireThat(rows.length > 0, 'resource.not-found')
}

type Call = { request: FastifyRequest; reply: FastifyReply }

/**
 * Sends a video, or the bytes of it that were asked for. That of a work which was taken down is sent to nobody.
 * @throws ContractError `resource.not-found`, `files.range`
 */
export async function sendVideo(
  { db, blobs }: CodeNeeds,
  name: string,
  { request, reply }: Call,
): Promise<FastifyReply> {
  const { rows } = await sql<Omit<Video, 'bytes'> & { bytes: string }>`
    select v.id, v.type, v.bytes::text as bytes, v.blob_key as "blobKey" from code_videos v
    join code_works w on w.id = v.work_id where v.id = ${name} and w.state <> 'removed'`.execute(db)
  const video = rows[0]
  requireThat(video, 'resource.not-found')
  const [bytes, etag] = [Number(video.bytes), `"${name}"`]
  const asked = readRange(bytes, etag, request.headers.range, request.headers['if-range'] as string | undefined)
  if (asked === 'none') reply.header('content-range', `bytes */${bytes}`)
  if (asked === 'none') throw new ContractError('files.range')
  const range = asked === 'all' ? { start: 0, end: bytes - 1 } : asked
  const blob = await blobs.find(videoKey(video.blobKey), range)
  requireThat(blob, 'resource.not-found')
  if (asked !== 'all') reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`)
  return reply
    .headers({
      'content-type': video.type,
      'content-length': range.end - range.start + 1,
      'accept-ranges': 'bytes',
      etag,
      // Not for long: it may be taken down.
      'cache-control': 'public, max-age=600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    .send(blob.body)
}
