import { isUtf8 } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import {
  CONVERSATION_FILE_BYTES,
  CONVERSATION_FILE_TYPES,
  CONVERSATION_FILES,
  type ConversationFile,
} from '@trove/contract/conversations'
import { requireThat } from '@trove/contract/errors'
import { fileTypeFromBuffer } from 'file-type'
import type { z } from 'zod'
import { newId } from '../../platform/id.ts'
import { openBytes, sealBytes } from '../../platform/sealed-bytes.ts'
import { UPLOADED } from './limits.ts'
import type { ConversationsNeeds } from './needs.ts'
import { type FileType, plainFileName, sealedAs } from './rules.ts'
import * as store from './store-files.ts'

const MEGABYTE = 1024 * 1024
const SWEEP_SECONDS = 600
const blobKey = (id: string) => `conversation/${id}`

type Needs = Pick<ConversationsNeeds, 'db' | 'sealer' | 'blobs' | 'limiter' | 'jobs'>
export type Upload = { name: string; content: Buffer }
type Storing = { conversationId: string; userId: string; read(): Promise<Upload> }

/**
 * What a file is, by its content and never by its name or what the sender says.
 * @throws ContractError `conversations.file-type`
 */
export async function fileTypeOf(content: Buffer): Promise<FileType> {
  const found = await fileTypeFromBuffer(content)
  const type = found?.mime ?? (isUtf8(content) && !content.includes(0) ? 'text/plain' : '')
  const known = CONVERSATION_FILE_TYPES.find((one) => one === type)
  requireThat(known, 'conversations.file-type')
  return known
}

/** Encrypts and stores a file of a conversation this person takes part in. It shows once it is sent with a message. Limits come before the body is read. */
export async function storeFile(
  { db, sealer, blobs, limiter }: Needs,
  { conversationId, userId, read }: Storing,
): Promise<z.input<typeof ConversationFile>> {
  await limiter.require('conversations.upload', userId, UPLOADED)
  const used = await store.countFiles(db, conversationId, userId)
  requireThat(used < CONVERSATION_FILES, 'conversations.file-limit', { count: CONVERSATION_FILES })
  const { name, content } = await read()
  requireThat(content.length <= CONVERSATION_FILE_BYTES, 'conversations.file-too-large', {
    megabytes: CONVERSATION_FILE_BYTES / MEGABYTE,
  })
  const id = newId()
  const file = { id, name: plainFileName(name), type: await fileTypeOf(content), bytes: content.length }
  const { body, keySealed } = await sealBytes(sealer, content, sealedAs.bytes(id))
  const nameSealed = await sealer.seal(file.name, sealedAs.name(id))
  await store.insertPending(db, { ...file, conversationId, authorId: userId, nameSealed, keySealed })
  await blobs.put(blobKey(id), body, 'application/octet-stream')
  if (!(await store.makeLive(db, id))) throw new Error('the upload was swept away before it was whole')
  return file
}

/**
 * The file in the clear, for one of the two who talk.
 * @throws ContractError `resource.not-found`
 */
export async function readFile(
  { db, sealer, blobs }: Needs,
  { id, userId }: { id: string; userId: string },
): Promise<{ name: string; type: string; content: Buffer }> {
  const row = await store.findFile(db, id, userId)
  requireThat(row, 'resource.not-found')
  const blob = await blobs.find(blobKey(id))
  requireThat(blob, 'resource.not-found')
  const content = await openBytes(sealer, await buffer(blob.body), row.keySealed, sealedAs.bytes(id))
  return { name: await sealer.open(row.nameSealed, sealedAs.name(id)), type: row.type, content }
}

/** Deletes blobs nobody can open any more, or that were never sent. */
export function defineFileSweep({ db, blobs, jobs }: Needs): void {
  jobs.every('conversations.sweep-files', SWEEP_SECONDS, async () => {
    for (const id of await store.listRemovable(db)) {
      await blobs.delete(blobKey(id))
      await store.deleteRemoved(db, id)
    }
  })
}
