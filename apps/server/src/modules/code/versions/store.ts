import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { requireThat } from '@trove/contract/errors/codes'
import { GitRefused } from '@trove/git-server/format/refusal'
import type { Ref, Version, VersionStore } from '@trove/git-server/store/repository'
import { sql } from 'kysely'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { newId } from '../../../platform/base/id.ts'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { GIGABYTES_PER_PERSON, VERSIONS_PER_WORK } from '../model/limits.ts'

/** How a version came about and what its author says of it. */
export type Made = { madeBy: 'archive' | 'push'; notes: string }

export type VersionRow = Version & Made & { blobKey: string; createdAt: Date }

/** What a work's page shows of its versions, oldest first: without their refs, which are many. */
export async function listShownVersions(db: Db, workId: string): Promise<Omit<VersionRow, 'refs' | 'packBytes'>[]> {
  const { rows } = await sql<Omit<VersionRow, 'refs' | 'packBytes'>>`
    select number, made_by as "madeBy", notes, head, is_forward as "isForward", objects, pack_sha256 as "packSha256",
      tree_digest as "treeDigest", blob_key as "blobKey", created_at as "createdAt"
    from code_versions where work_id = ${workId} order by number`.execute(db)
  return rows
}

const GIGABYTE = 2 ** 30

/** Whether a work may have another version, and its owner store more. Asked before anything is received. */
export async function hasRoom(db: Db, workId: string): Promise<boolean> {
  const { rows } = await sql<{ hasRoom: boolean }>`
    select (select count(*) from code_versions where work_id = ${workId}) < ${VERSIONS_PER_WORK}
      and (select coalesce(sum(v.pack_bytes), 0) from code_versions v join code_works w on w.id = v.work_id
        where w.owner_id = (select owner_id from code_works where id = ${workId}))
        < ${GIGABYTES_PER_PERSON * GIGABYTE} as "hasRoom"`.execute(db)
  return rows[0]!.hasRoom
}

/** All versions of a work, oldest first. */
export async function listVersions(db: Db, workId: string): Promise<VersionRow[]> {
  const { rows } = await sql<Omit<VersionRow, 'packBytes'> & { packBytes: string }>`
    select number, made_by as "madeBy", notes, head, refs, is_forward as "isForward", objects,
      pack_bytes::text as "packBytes", pack_sha256 as "packSha256", tree_digest as "treeDigest",
      blob_key as "blobKey", created_at as "createdAt"
    from code_versions where work_id = ${workId} order by number`.execute(db)
  return rows.map((row) => ({ ...row, packBytes: Number(row.packBytes) }))
}

const packKey = (blobKey: string) => `${blobKey}.pack`
export const archiveKey = (blobKey: string) => `${blobKey}.tar.gz`
export const videoKey = (blobKey: string) => `${blobKey}.video`
const indexKey = (blobKey: string) => `${blobKey}.index`
const PACK_TYPE = 'application/x-git-pack'
const INDEX_TYPE = 'application/octet-stream'

/** `identity` is of those that may add versions; who only reads them has none. */
type Needs = { db: Db; blobs: Blobs; identity?: { holdPerson(tx: Tx, userId: string): Promise<boolean> } }

/** The versions of a work, whose packs are blobs. Made for one request: it remembers where they are. */
export function versionStore({ db, blobs, identity }: Needs, workId: string, made: Made): VersionStore {
  const keys = new Map<number, string>()
  const keyOf = (number: number) => {
    const key = keys.get(number)
    if (key === undefined) throw new Error(`version ${number} of ${workId} was not listed`)
    return key
  }
  return {
    versions: async () => {
      const rows = await listVersions(db, workId)
      for (const { number, blobKey } of rows) keys.set(number, blobKey)
      return rows
    },
    index: async (number) => buffer(await openBlob(blobs, indexKey(keyOf(number)))),
    readPack: async (number, at, length) =>
      length === 0
        ? Buffer.alloc(0)
        : buffer(await openBlob(blobs, packKey(keyOf(number)), { start: at, end: at + length - 1 })),
    streamPack: (number, from, to) => streamBlob(blobs, packKey(keyOf(number)), from, to),
    add: async (version, pack, index) => {
      const blobKey = `code/${newId()}`
      await sql`insert into code_writings (blob_key) values (${blobKey})`.execute(db)
      crashPoint('code.version.marked')
      await blobs.put(packKey(blobKey), createReadStream(pack), PACK_TYPE)
      crashPoint('code.version.pack-stored')
      await blobs.put(indexKey(blobKey), index, INDEX_TYPE)
      crashPoint('code.version.index-stored')
      const isKept = await insertVersion({ db, identity }, { workId, blobKey, version, made })
      crashPoint('code.version.after-commit')
      return isKept
    },
  }
}

async function openBlob(blobs: Blobs, key: string, range?: { start: number; end: number }): Promise<Readable> {
  const found = await blobs.find(key, range)
  if (!found) throw new Error(`the blob ${key} is missing`)
  return found.body
}

async function* streamBlob(blobs: Blobs, key: string, from: number, to: number): AsyncGenerator<Uint8Array> {
  if (to > from) yield* await openBlob(blobs, key, { start: from, end: to - 1 })
}

/**
 * Versions of other works of the same person that come at the same time wait here for each other, in whatever process.
 * @throws GitRefused when their owner would have more bytes than they may
 */
async function requireRoomFor(tx: Tx, workId: string, bytes: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('code-room:' || owner_id, 0)) from code_works
    where id = ${workId}`.execute(tx)
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(v.pack_bytes), 0)::float8 as bytes from code_versions v join code_works w on w.id = v.work_id
    where w.owner_id = (select owner_id from code_works where id = ${workId})`.execute(tx)
  if (rows[0]!.bytes + bytes > GIGABYTES_PER_PERSON * GIGABYTE) throw new GitRefused('version.no-room')
}

type NewRow = { workId: string; blobKey: string; version: Version; made: Made }

/** An upload may take longer than the erasure of its author, of whom nothing new is kept then. @throws ContractError `session.expired` */
async function requireAuthor(tx: Tx, workId: string, identity: Needs['identity']): Promise<void> {
  const { rows } = await sql<{ ownerId: string }>`
    select owner_id as "ownerId" from code_works where id = ${workId}`.execute(tx)
  requireThat(!identity || (await identity.holdPerson(tx, rows[0]!.ownerId)), 'session.expired')
}

/** Whoever is the first of a number keeps it; the blobs of others stay marked as being written and are swept. */
async function insertVersion(
  { db, identity }: Pick<Needs, 'db' | 'identity'>,
  { workId, blobKey, version, made }: NewRow,
): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    await requireAuthor(tx, workId, identity)
    const own = sql`delete from code_writings where blob_key = ${blobKey} returning blob_key`
    // Swept meanwhile: this took hours, and its blobs are gone.
    if ((await own.execute(tx)).rows.length === 0) return false
    await requireRoomFor(tx, workId, version.packBytes)
    const refs: Record<string, Ref> = version.refs
    const { rows } = await sql`
      insert into code_versions (work_id, number, made_by, notes, head, refs, is_forward, objects, pack_bytes,
        pack_sha256, tree_digest, blob_key)
      values (${workId}, ${version.number}, ${made.madeBy}, ${made.notes}, ${version.head}, ${JSON.stringify(refs)}::jsonb,
        ${version.isForward}, ${version.objects}, ${version.packBytes}, ${version.packSha256}, ${version.treeDigest},
        ${blobKey})
      on conflict do nothing returning number`.execute(tx)
    crashPoint('code.version.before-commit')
    if (rows.length > 0) return true
    await sql`insert into code_writings (blob_key) values (${blobKey})`.execute(tx)
    return false
  })
}

const LEFT_OVER_HOURS = 6
const SWEPT_AT_ONCE = 100

/**
 * Deletes the blobs that were never kept, being refused as too late or cut off, and those of videos that went. One that
 * cannot be deleted holds up no other.
 */
export async function sweepWritings({ db, blobs }: { db: Db; blobs: Blobs }): Promise<void> {
  const failures: unknown[] = []
  for (let after = ''; ; ) {
    const page = await listLeftOver(db, after)
    for (const blobKey of page) await sweepOne({ db, blobs }, blobKey).catch((error) => failures.push(error))
    if (page.length < SWEPT_AT_ONCE) break
    after = page.at(-1)!
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} left-over blobs could not be deleted`)
}

async function listLeftOver(db: Db, after: string): Promise<string[]> {
  const { rows } = await sql<{ blobKey: string }>`select blob_key as "blobKey" from code_writings
    where created_at < now() - ${LEFT_OVER_HOURS} * interval '1 hour' and blob_key > ${after}
    order by blob_key limit ${SWEPT_AT_ONCE}`.execute(db)
  return rows.map(({ blobKey }) => blobKey)
}

/** Whoever takes the row away decides: this, or what keeps the version after all. */
async function sweepOne({ db, blobs }: { db: Db; blobs: Blobs }, blobKey: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql`delete from code_writings where blob_key = ${blobKey} returning blob_key`.execute(tx)
    if (rows.length === 0) return
    // Before the commit: cut off here, the row is still there for the next sweep. Deleting twice is no error.
    for (const keyOf of [packKey, indexKey, archiveKey, videoKey]) await blobs.delete(keyOf(blobKey))
  })
}
