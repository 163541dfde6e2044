import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createArchiveTicket, downloadArchive } from '@trove/contract/code/vault'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { writeTar } from '@trove/git-server/archive/write'
import { readBudgetFor } from '@trove/git-server/store/reading'
import { openObjects } from '@trove/git-server/store/repository'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { newId } from '../../../platform/base/id.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import { createTickets } from '../../../platform/tickets.ts'
import { hasGrant } from '../grants/store.ts'
import { ARCHIVES_ASKED, GIT_LIMITS } from '../model/limits.ts'
import type { CodeParts } from '../model/needs.ts'
import { markFetched } from '../selling/store.ts'
import { orTooLarge } from '../versions/refusals.ts'
import { withScratch } from '../versions/scratch.ts'
import { archiveKey, listVersions, type VersionRow, versionStore } from '../versions/store.ts'
import { findWork } from '../works/store.ts'

type Archive = { bytes: number; sha256: string; blobKey: string }
const TYPE = 'application/gzip'

/** Downloads of works: a ticket for who has one, and what a ticket opens. */
export function archiveRoutes(needs: CodeParts): ServedRoute[] {
  const { db, limiter } = needs
  const tickets = createTickets(db, 'code-archive', z.strictObject({ workId: z.string(), number: z.number().int() }))
  return [
    serve(createArchiveTicket, async ({ params: { id }, body }, { caller: { userId, sessionId } }) => {
      requireThat(await mayRead(db, id, userId), 'resource.not-found')
      await limiter.require('code.archive', userId, ARCHIVES_ASKED)
      const versions = await listVersions(db, id)
      const wanted = versions.findLast(({ number, treeDigest }) => treeDigest && (body.version ?? number) === number)
      requireThat(wanted, 'resource.not-found')
      const archive =
        (await findArchive(db, id, wanted.number)) ??
        (await needs.inTurn(userId, () => orTooLarge(() => makeArchive(needs, id, wanted, versions))))
      const ticket = await tickets.issue({ userId, sessionId, subject: { workId: id, number: wanted.number } })
      return {
        url: downloadArchive.path.replace('{ticket}', ticket),
        fileName: fileNameOf(id, wanted.number),
        version: wanted.number,
        bytes: archive.bytes,
        sha256: archive.sha256,
      }
    }),
    serve(downloadArchive, async ({ params }, { reply }) => {
      const right = await tickets.redeem(params.ticket)
      requireThat(right, 'resource.not-found')
      return await send(needs, { ...right.subject, userId: right.userId }, reply)
    }),
  ]
}

const fileNameOf = (workId: string, number: number) => `${folderOf(workId, number)}.tar.gz`
const folderOf = (workId: string, number: number) => `trove-${workId}-${number}`

async function mayRead(db: Db, workId: string, userId: string): Promise<boolean> {
  const work = await findWork(db, workId)
  return work !== undefined && (work.ownerId === userId || (await hasGrant(db, workId, userId)))
}

/** Sends an archive to who may have it still: a ticket opens nothing that was given back after it was made. */
async function send(
  { db, blobs }: CodeParts,
  { workId, number, userId }: { workId: string; number: number; userId: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  requireThat(await mayRead(db, workId, userId), 'resource.not-found')
  const archive = await findArchive(db, workId, number)
  const blob = archive && (await blobs.find(archiveKey(archive.blobKey)))
  requireThat(archive && blob, 'resource.not-found')
  await markFetched(db, workId, userId)
  // Given back meanwhile: what was noted as fetched before that could not have been given back as not fetched.
  if (!(await mayRead(db, workId, userId))) {
    blob.body.destroy()
    throw new ContractError('resource.not-found')
  }
  return reply
    .headers({
      'content-type': TYPE,
      'content-length': archive.bytes,
      'content-disposition': contentDisposition(fileNameOf(workId, number), { type: 'attachment' }),
      'repr-digest': `sha-256=:${Buffer.from(archive.sha256, 'hex').toString('base64')}:`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    .send(blob.body)
}

async function findArchive(db: Db, workId: string, number: number): Promise<Archive | undefined> {
  const { rows } = await sql<Omit<Archive, 'bytes'> & { bytes: string }>`
    select bytes::text as bytes, sha256, blob_key as "blobKey" from code_archives
    where work_id = ${workId} and number = ${number}`.execute(db)
  return rows[0] && { ...rows[0], bytes: Number(rows[0].bytes) }
}

/**
 * Makes the archive of a version, and keeps it. Of two made at once the first is kept; both are the same bytes.
 * @throws GitRefused when the version is larger than an archive may be
 */
async function makeArchive(
  { db, blobs, scratchDir }: CodeParts,
  workId: string,
  wanted: VersionRow,
  versions: VersionRow[],
): Promise<Archive> {
  const store = versionStore({ db, blobs }, workId, wanted)
  await store.versions()
  const objects = await openObjects(
    store,
    versions.filter(({ number }) => number <= wanted.number),
    readBudgetFor(GIT_LIMITS),
  )
  const commit = wanted.refs[wanted.head]!
  return await withScratch(scratchDir, async (scratch) => {
    const path = join(scratch, 'archive')
    const hash = createHash('sha256')
    let bytes = 0
    const counted = new Transform({
      transform(part: Buffer, _, done) {
        bytes += part.length
        hash.update(part)
        done(null, part)
      },
    })
    const source = { objects, commit: commit.peeled ?? commit.oid, limits: GIT_LIMITS }
    const tar = writeTar(source, folderOf(workId, wanted.number))
    await pipeline(tar, createGzip(), counted, createWriteStream(path, { flags: 'wx' }))
    return await keepArchive({ db, blobs }, { workId, number: wanted.number, path, bytes, sha256: hash.digest('hex') })
  })
}

type Made = { workId: string; number: number; path: string; bytes: number; sha256: string }

async function keepArchive({ db, blobs }: Pick<CodeParts, 'db' | 'blobs'>, made: Made): Promise<Archive> {
  const { workId, number, path, bytes, sha256 } = made
  const blobKey = `code/${newId()}`
  await sql`insert into code_writings (blob_key) values (${blobKey})`.execute(db)
  await blobs.put(archiveKey(blobKey), createReadStream(path), TYPE)
  await inTransaction(db, async (tx) => {
    const { rows } = await sql`
      insert into code_archives (work_id, number, bytes, sha256, blob_key)
      select ${workId}, ${number}, ${bytes}, ${sha256}, blob_key from code_writings where blob_key = ${blobKey}
      on conflict do nothing returning number`.execute(tx)
    // Not kept: the mark stays, and the sweep takes the blob.
    if (rows.length > 0) await sql`delete from code_writings where blob_key = ${blobKey}`.execute(tx)
  })
  return (await findArchive(db, workId, number))!
}
