import { requireThat } from '@trove/contract/errors/codes'
import type { FastifyRequest } from 'fastify'
import { newId } from '../../../platform/base/id.ts'
import { newFrameKey, sealFrames } from '../../../platform/sealing/sealed-frames.ts'
import { drawAnew, withoutTraces } from '../model/drawing.ts'
import { blobKey, type FileKind } from '../model/kinds.ts'
import type { FilesNeeds } from '../model/needs.ts'
import { PICTURES } from '../model/rules.ts'
import { sealedAs } from '../model/sealed-as.ts'
import * as store from '../model/store.ts'
import { fileTypeOf, plainFileName } from './judge.ts'
import { readUpload } from './upload.ts'

const MEGABYTE = 1024 * 1024

export type StoredFile = { id: string; name: string; type: string; bytes: number }
type Storing = { kind: FileKind; subjectId: string; ownerId: string }
type Needs = Pick<FilesNeeds, 'db' | 'blobs' | 'sealer' | 'holdPerson'>

/**
 * Takes one file of a sealed kind from an upload into a folder. The caller has made sure that its owner may write there. Limits
 * that are known before come before the body is read.
 * @throws ContractError the kind's refusals, `files.missing`, `files.quota`
 */
export async function receive(needs: Needs, storing: Storing & { request: FastifyRequest }): Promise<StoredFile> {
  const { kind, ownerId, subjectId, request } = storing
  const { files } = await store.usedBy(needs.db, ownerId, kind.name, subjectId)
  requireRoom(kind, kind.perFolder !== undefined && files >= kind.perFolder ? 'many' : 'done')
  const tooLarge = kind.refusals.tooLarge(kind.maxBytes / MEGABYTE)
  const { name, content } = await readUpload(request, ownerId, { maxBytes: kind.maxBytes, fields: 0, tooLarge })
  return storeFile(needs, { ...storing, name, content })
}

/** Stores a file whose bytes are there already, as if its owner had sent it. @throws ContractError the kind's refusals, `files.quota` */
export async function storeFile(
  needs: Needs,
  { kind, name, content, ...storing }: Storing & { name: string; content: Buffer },
): Promise<StoredFile> {
  if (!kind.picture) {
    const kept = kind.cleansPictures ? await withoutTraces(content) : content
    return storeSealed(needs, { kind, name, content: kept, ...storing })
  }
  const drawn = await drawAnew(content, PICTURES[kind.picture])
  return storeSealed(needs, { kind, name: `${name.replace(/\.[^.]*$/, '')}.webp`, content: drawn, ...storing })
}

async function storeSealed(
  needs: Needs,
  { kind, ownerId, subjectId, name, content }: Storing & { name: string; content: Buffer },
): Promise<StoredFile> {
  const { db, blobs, sealer } = needs
  const id = newId()
  const file = { id, name: plainFileName(name), type: await fileTypeOf(content, kind), bytes: content.length }
  const key = newFrameKey()
  const row = {
    ...file,
    kind: kind.name,
    ownerId,
    subjectId,
    format: 'frames' as const,
    state: 'pending' as const,
    ...(await sealFacts(sealer, id, file.name, key)),
  }
  requireRoom(kind, await store.reserve(needs, row, { ...kind, perFolder: kind.perFolder }))
  const body = sealFrames({ key, aad: sealedAs.key(row), bytes: content.length }, content)
  await blobs.put(blobKey(kind, id), body, 'application/octet-stream')
  if (!(await store.makeLive(db, id))) throw new Error('the upload was swept away before it was whole')
  return file
}

/** Name and key of a file as its row keeps them. */
export async function sealFacts(sealer: Needs['sealer'], id: string, name: string, key: Buffer) {
  const row = { id, format: 'frames' as const }
  return {
    nameSealed: await sealer.seal(name, sealedAs.name(row)),
    keySealed: await sealer.seal(key.toString('base64'), sealedAs.key(row)),
  }
}

/** @throws ContractError `session.expired` of a deleted account, the kind's refusal of more files, `files.quota` */
export function requireRoom(kind: FileKind, room: store.Room): void {
  requireThat(room !== 'gone', 'session.expired')
  requireThat(room !== 'many', ...kind.refusals.tooMany(kind.perFolder ?? 0))
  requireThat(room !== 'full', 'files.quota', { megabytes: Math.floor(kind.quotaBytes / MEGABYTE) })
}
