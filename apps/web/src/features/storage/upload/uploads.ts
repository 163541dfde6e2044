import { ContractError } from '@trove/contract/errors/codes'
import { siteInfo } from '@trove/contract/platform/routes'
import { createStorageUpload, finishStorageUpload, removeStorageUpload } from '@trove/contract/storage/uploads'
import type { Bytes } from '@trove/stored-file/bytes'
import { newFileKey } from '@trove/stored-file/frames'
import { openNote, sealNote, shortName } from '@trove/stored-file/note'
import { useSyncExternalStore } from 'react'
import { api } from '../../../lib/api.ts'
import { errorText } from '../../../lib/notify.ts'
import { askWorker } from '../worker/ask-worker.ts'
import { forgetUpload, type KeptUpload, keepUpload, listUploads } from './kept-uploads.ts'
import { sendPart } from './send-part.ts'

/** Uploads of this tab, one after the other; they go on while the person looks at other pages. */

export type Stage = 'waiting' | 'sealing' | 'sending' | 'checking' | 'ready' | 'failed'
export type Upload = KeptUpload & {
  stage: Stage
  /** Share of the present stage that is done, 0 to 1. */
  done: number
  fault?: string
  stagedId?: string
}

let uploads: readonly Upload[] = []
let running: Promise<void> = Promise.resolve()
const listeners = new Set<() => void>()

function change(next: readonly Upload[]): void {
  uploads = next
  for (const listener of listeners) listener()
}

function patch(id: string, part: Partial<Upload>): void {
  change(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A person's uploads, oldest first. */
export function useUploads(owner: string): readonly Upload[] {
  return useSyncExternalStore(subscribe, () => uploads).filter((upload) => upload.owner === owner)
}

/** Adds files; each gets a key of its own. */
export async function addFiles(
  files: { file: Blob; name: string }[],
  { owner, account, vaultKey }: { owner: string; account: string; vaultKey: Bytes },
): Promise<void> {
  for (const { file, name } of files) {
    const short = shortName(name)
    const note = await sealNote(vaultKey, { fileKey: newFileKey(), name: short, plainBytes: file.size })
    const kept: KeptUpload = { id: crypto.randomUUID(), owner, account, name: short, file, note }
    await keepUpload(kept)
    enter(kept, vaultKey)
  }
}

/** Takes up what a page before this one left. */
export async function resumeUploads(owner: string, vaultKey: Bytes): Promise<void> {
  for (const kept of await listUploads(owner)) {
    if (!uploads.some(({ id }) => id === kept.id)) enter(kept, vaultKey)
  }
}

/** Tries one that failed once more. */
export function retryUpload(id: string, vaultKey: Bytes): void {
  patch(id, { stage: 'waiting', fault: undefined })
  running = running.then(() => run(id, vaultKey))
}

/** Gives an upload the name it will have in the order. */
export async function renameUpload(id: string, name: string, vaultKey: Bytes): Promise<void> {
  const upload = uploads.find((one) => one.id === id)
  if (!upload) return
  const content = await openNote(upload.note, vaultKey)
  const part = { name: shortName(name), note: await sealNote(vaultKey, { ...content, name: shortName(name) }) }
  patch(id, part)
  const { stage: _, done: __, fault: ___, stagedId: ____, ...kept } = { ...upload, ...part }
  await keepUpload(kept)
}

/** The order stands: this browser need not keep the file. */
export async function endUpload(id: string): Promise<void> {
  change(uploads.filter((upload) => upload.id !== id))
  await forgetUpload(id)
}

/** Gives an upload up, here and at the gateway. */
export async function giveUpUpload({ id, stagedId }: Upload): Promise<void> {
  await endUpload(id)
  // What the gateway has of it goes after a day by itself.
  if (stagedId) await api(removeStorageUpload, { params: { id: stagedId } }).catch(() => undefined)
}

function enter(kept: KeptUpload, vaultKey: Bytes): void {
  change([...uploads, { ...kept, stage: 'waiting', done: 0 }])
  running = running.then(() => run(kept.id, vaultKey))
}

async function run(id: string, vaultKey: Bytes): Promise<void> {
  const upload = uploads.find((one) => one.id === id)
  if (upload?.stage !== 'waiting') return
  try {
    const { fileKey } = await openNote(upload.note, vaultKey)
    const sealed = upload.sealed ?? (await seal(upload, fileKey))
    await stage({ ...upload, sealed }, fileKey)
    patch(id, { stage: 'ready', done: 1 })
  } catch (error) {
    patch(id, { stage: 'failed', fault: errorText(error) })
  }
}

async function seal({ id, owner, account, name, note, file }: Upload, fileKey: Bytes) {
  patch(id, { stage: 'sealing', done: 0 })
  const sealed = await askWorker('seal', { file, fileKey }, (bytes) =>
    patch(id, { done: file.size === 0 ? 1 : bytes / file.size }),
  )
  patch(id, { sealed })
  await keepUpload({ id, owner, account, name, note, file, sealed })
  return sealed
}

const isGone = (id: string) => !uploads.some((upload) => upload.id === id)

async function stage({ id, account, file, sealed }: Upload & Required<Pick<Upload, 'sealed'>>, fileKey: Bytes) {
  patch(id, { stage: 'sending', done: 0 })
  const { storageUrl } = await api(siteInfo, {})
  if (!storageUrl) throw new ContractError('storage.unavailable')
  const view = await api(createStorageUpload, { body: { ...sealed, account } })
  patch(id, { stagedId: view.id })
  if (view.state !== 'uploading') return
  const received = new Set(view.received)
  for (let number = 0; number < view.parts; number++) {
    if (isGone(id)) return
    if (!received.has(number)) {
      const part = await askWorker('part', { file, fileKey, number })
      await sendPart({ gateway: storageUrl, uploadId: view.id, number, ...part })
    }
    patch(id, { done: (number + 1) / view.parts })
  }
  patch(id, { stage: 'checking', done: 1 })
  await api(finishStorageUpload, { params: { id: view.id } })
}
