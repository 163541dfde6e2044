import { pipeline, Readable } from 'node:stream'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { STAGED_BYTES_MAX, StoredCid } from '@trove/contract/storage/uploads'
import { cut } from '@trove/stored-file/bytes'
import { frameLengths, PART_FILE_BYTES } from '@trove/stored-file/layout'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pack } from 'tar-stream'
import { newId } from '../../../platform/base/id.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import type { StorageNeeds } from '../model/needs.ts'
import { commitmentOf } from '../uploads/commitment.ts'
import { noteContent } from '../uploads/follow.ts'
import { checkPart } from '../uploads/part-check.ts'
import { QUOTA, storePart } from '../uploads/service.ts'
import * as uploads from '../uploads/store.ts'
import { readFile } from './reading.ts'
import { findFile } from './store.ts'

/** The two calls of Kubo's interface that programs know: add a file, and get one. */

type Needs = Pick<StorageNeeds, 'db' | 'blobs' | 'limiter' | 'chain'>

const ADDED = { limit: 600, windowSeconds: 3600 }
/** Another upload of the same bytes may begin anew each time one gives way. */
const MOST_TRIES = 5

/**
 * Takes the one file of a multipart body as it comes, and stages it for this person. A body that is cut off leaves nothing.
 * @throws ContractError `files.missing`, `storage.quota`, `request.unsupported-media`, `request.too-frequent`
 */
export async function add(needs: Needs, userId: string, request: FastifyRequest) {
  requireThat(request.isMultipart(), 'request.unsupported-media')
  await needs.limiter.require('storage.add', userId, ADDED)
  const limits = { files: 1, fields: 4, parts: 6, fileSize: STAGED_BYTES_MAX }
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue
    const { cid, bytes } = await addFile(needs, userId, part.file)
    return { Name: part.filename || cid, Hash: cid, Size: String(bytes) }
  }
  throw new ContractError('files.missing')
}

async function addFile(needs: Needs, ownerId: string, file: Readable & { truncated?: boolean }) {
  const nothing = { account: null, cid: null, root: null, bytes: 0 }
  const row = await uploads.reserve(needs.db, { ...nothing, id: newId(), ownerId }, STAGED_BYTES_MAX)
  requireThat(row, 'storage.quota', QUOTA)
  try {
    await storeFrames(needs, row, file)
    requireThat(!file.truncated, 'storage.quota', QUOTA)
    const content = await commitmentOf(await uploads.listFrames(needs.db, row.id))
    if (await becomeReady(needs, row, content)) await noteContent(needs, content.cid)
    else await uploads.giveUp(needs.db, row.id, ownerId)
    return content
  } catch (error) {
    await uploads.giveUp(needs.db, row.id, ownerId)
    throw error
  }
}

/**
 * Makes an upload ready. False: another of this person has the same bytes and can be read. One that is not whole stands for nothing
 * and gives way: these bytes are all here.
 */
async function becomeReady(
  { db }: Needs,
  { id, ownerId }: uploads.UploadRow,
  content: Awaited<ReturnType<typeof commitmentOf>>,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      requireThat(await uploads.makeReady(db, id, content), 'resource.not-found')
      return true
    } catch (error) {
      if (tries === MOST_TRIES || !isUniqueViolation(error, 'storage_uploads_own')) throw error
    }
    const other = await uploads.findOwn(db, ownerId, content.cid)
    // It was added just now: until an order names it, it waits its whole time.
    if (other && other.state !== 'uploading' && (await uploads.touch(db, other.id))) return false
    if (other?.state === 'uploading') await uploads.giveWay(db, other.id, id)
  }
}

async function storeFrames(needs: Needs, row: uploads.UploadRow, source: Readable): Promise<void> {
  let number = 0
  for await (const { piece } of cut(source, PART_FILE_BYTES)) {
    requireThat(piece.length > 0, 'files.missing')
    requireThat(await uploads.grow(needs.db, row, piece.length, STAGED_BYTES_MAX), 'storage.quota', QUOTA)
    const part = await checkPart({ bytes: piece, lengths: frameLengths(piece.length, 0) })
    await storePart(needs, row.id, number++, part)
  }
}

/** Sends a staged file in a tar archive under its identifier. @throws ContractError `resource.not-found` */
export async function get(
  needs: Parameters<typeof readFile>[0],
  cid: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  requireThat(StoredCid.safeParse(cid).success, 'resource.not-found')
  const name = cid as string
  const file = await findFile(needs.db, name)
  requireThat(file, 'resource.not-found')
  const archive = pack()
  const entry = archive.entry({ name, size: file.bytes, mode: 0o644, mtime: new Date(0) }, (error) => {
    if (!error) archive.finalize()
  })
  const source = Readable.from(readFile(needs, file, { start: 0, end: file.bytes - 1 }), { objectMode: false })
  // Who hangs up closes the archive: the blob under way is let go of with it.
  archive.on('close', () => source.destroy())
  // The answer is cut off, and nobody is left to tell why.
  archive.on('error', () => undefined)
  pipeline(source, entry, (error) => error && archive.destroy(error))
  reply.headers({ 'content-disposition': `attachment; filename="${name}.tar"`, 'x-content-type-options': 'nosniff' })
  return reply.type('application/x-tar').send(archive)
}
