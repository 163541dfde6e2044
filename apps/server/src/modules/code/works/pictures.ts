import { PICTURE_KINDS, WORK_PICTURES_MAX } from '@trove/contract/code/shapes'
import { requireThat } from '@trove/contract/errors/codes'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type FileKind, PLAIN_REFUSALS } from '../../files/module.ts'
import { PICTURES_MADE } from '../model/limits.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { findWork, lockWork } from './store.ts'

type PictureKind = (typeof PICTURE_KINDS)[number]
export type Picture = { id: string; kind: PictureKind; src: string }

const MEGABYTE = 1024 * 1024

/** Pictures of works: drawn anew, public under an unguessable name. */
export const WORK_PICTURES: FileKind = {
  name: 'code-picture',
  folder: 'public',
  types: ['image/webp'],
  maxBytes: MEGABYTE,
  quotaBytes: 500 * MEGABYTE,
  isSealed: false,
  isSweptUnused: true,
  refusals: PLAIN_REFUSALS,
}

/** The same with the pictures of works that were taken down hidden. */
export const workPictures = (db: Db): FileKind => ({
  ...WORK_PICTURES,
  async showing(id) {
    const { rows } = await sql<{ state: string }>`
      select w.state from code_pictures p join code_works w on w.id = p.work_id where p.id = ${id}`.execute(db)
    return rows[0] && (rows[0].state === 'removed' ? 'hidden' : 'shown')
  },
})

/** Address of a picture. */
export const pictureSrc = (id: string) => `/files/public/${id}`

/** Pictures of a work: by kind, each in the order they came. */
export async function listPictures(db: Db, workId: string): Promise<Picture[]> {
  const { rows } = await sql<{ id: string; kind: PictureKind }>`
    select id, kind from code_pictures where work_id = ${workId} order by seq`.execute(db)
  const order = (kind: PictureKind) => PICTURE_KINDS.indexOf(kind)
  return rows.toSorted((a, b) => order(a.kind) - order(b.kind)).map((row) => ({ ...row, src: pictureSrc(row.id) }))
}

type NewPicture = { workId: string; kind: PictureKind; userId: string; request: FastifyRequest }

/**
 * Adds a picture to a work of this person; of each kind there are three at most, also when several come at once.
 * @throws ContractError `resource.not-found`, `files.*`, `request.too-frequent`
 */
export async function addPicture(needs: CodeNeeds, { workId, kind, userId, request }: NewPicture): Promise<Picture> {
  const { db, files, limiter } = needs
  await limiter.require('code.picture', userId, PICTURES_MADE)
  const known = await findWork(db, workId)
  requireThat(known?.ownerId === userId && known.state !== 'removed', 'resource.not-found')
  const count = WORK_PICTURES_MAX
  const isFull = async () => (await listPictures(db, workId)).filter((one) => one.kind === kind).length >= count
  requireThat(!(await isFull()), 'files.too-many', { count })
  const id = await files.storePicture({ kind: WORK_PICTURES.name, ownerId: userId, request })
  await inTransaction(db, async (tx) => {
    const work = await lockWork(tx, workId, userId)
    requireThat(work && work.state !== 'removed', 'resource.not-found')
    const { rows } = await sql`insert into code_pictures (id, work_id, kind) select ${id}, ${workId}, ${kind}
      where (select count(*) from code_pictures where work_id = ${workId} and kind = ${kind}) < ${count}
      returning id`.execute(tx)
    requireThat(rows.length > 0, 'files.too-many', { count })
    const isUsed = await files.use(tx, { id, kind: WORK_PICTURES.name, ownerId: userId, subjectId: userId })
    if (!isUsed) throw new Error('the picture was swept away before it was used')
  })
  return { id, kind, src: pictureSrc(id) }
}

/**
 * Takes a picture off a work of this person. A work that is online keeps its last one of the project.
 * @throws ContractError `resource.not-found`, `code.incomplete`
 */
export async function removePicture({ db, files }: CodeNeeds, id: string, userId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ workId: string }>`
      select work_id as "workId" from code_pictures where id = ${id}`.execute(tx)
    const work = rows[0] && (await lockWork(tx, rows[0].workId, userId))
    requireThat(work, 'resource.not-found')
    await sql`delete from code_pictures where id = ${id}`.execute(tx)
    await files.drop(tx, id)
    const isCovered = work.state !== 'online' || (await findWork(tx, work.id))?.cover
    requireThat(isCovered, 'code.incomplete')
  })
}
