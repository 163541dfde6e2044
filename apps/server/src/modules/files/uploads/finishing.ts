import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { requireThat } from '@trove/contract/errors/codes'
import { FILE_PART_BYTES } from '@trove/contract/files/routes'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { type FrameKey, openFrames } from '../../../platform/sealing/sealed-frames.ts'
import { createTypeJudge } from '../keeping/judge.ts'
import type { StoredFile } from '../keeping/storing.ts'
import { dropParts } from '../keeping/sweep.ts'
import { blobKey, type Kinds } from '../model/kinds.ts'
import type { FilesNeeds } from '../model/needs.ts'
import { sealedAs } from '../model/sealed-as.ts'
import * as store from '../model/store.ts'
import * as parts from '../model/store-parts.ts'
import { frameKeyOf, partsOf, readPart, requireUpload, type UploadRow } from './uploads.ts'

type Needs = FilesNeeds & { kinds: Kinds }

/**
 * Puts the parts of an upload together. The bytes are opened on the way, so that the whole file's hash and type decide whether
 * it is taken; one that is refused is deleted. Safe to repeat, and at the same moment.
 * @throws ContractError `resource.not-found`, `files.incomplete`, `files.hash-differs`, `files.picture-in-parts`, the kind's refusal of
 *   other types
 */
export async function finishUpload(needs: Needs, id: string, userId: string): Promise<StoredFile> {
  const row = await requireUpload(needs, id, userId)
  if (row.state === 'uploading') {
    try {
      await assemble(needs, row)
    } catch (error) {
      // Somebody else may have finished it meanwhile, and the parts are gone.
      if ((await store.findFile(needs.db, id))?.state !== 'live') throw error
    }
  }
  const done = await store.findFile(needs.db, id)
  requireThat(done?.state === 'live' && done.nameSealed, 'resource.not-found')
  const name = await needs.sealer.open(done.nameSealed, sealedAs.name(done))
  return { id, name, type: done.type, bytes: Number(done.bytes) }
}

async function assemble(needs: Needs, row: UploadRow): Promise<void> {
  const { db, blobs } = needs
  const { id } = row
  const kind = needs.kinds.find(row.kind)!
  const there = (await parts.listParts(db, id)).filter(({ isWhole }) => isWhole)
  requireThat(there.length === partsOf(row.bytes), 'files.incomplete')
  requireThat(await parts.touchUpload(db, id), 'resource.not-found')
  const hash = createHash('sha256')
  const judge = createTypeJudge()
  const see = (plain: Buffer) => {
    hash.update(plain)
    judge.see(plain)
  }
  const file = await frameKeyOf(needs, row)
  await blobs.put(blobKey(kind, id), Readable.from(sealedParts(needs, row, file, see)), 'application/octet-stream')
  crashPoint('files.upload.assembled')
  const type = await judge.type()
  const isSame = hash.digest().equals(row.sha256)
  // Place and time of a camera are taken out of the whole picture, and its size is looked at; parts are stored as they come.
  const isPicture = kind.cleansPictures === true && type.startsWith('image/')
  if (!isSame || isPicture || !kind.types.includes(type)) await parts.giveUp(db, id, row.ownerId)
  requireThat(isSame, 'files.hash-differs')
  requireThat(!isPicture, 'files.picture-in-parts')
  requireThat(kind.types.includes(type), kind.refusals.type)
  if (!(await parts.finishUpload(db, id, type))) return
  crashPoint('files.upload.finished')
  await dropParts(
    needs,
    there.map(({ number }) => ({ fileId: id, number })),
  )
}

/** The sealed bytes of all parts in order, each opened for whoever has to see it first. */
async function* sealedParts(needs: Needs, row: UploadRow, file: FrameKey, see: (plain: Buffer) => void) {
  for (let number = 0; number < partsOf(row.bytes); number++) {
    const sealed = await readPart(needs, row.id, number)
    const start = number * FILE_PART_BYTES
    const end = Math.min(start + FILE_PART_BYTES, file.bytes) - 1
    see(await buffer(openFrames(file, Readable.from([sealed]), { start, end })))
    yield sealed
  }
}
