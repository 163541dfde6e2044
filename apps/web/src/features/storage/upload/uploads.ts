import { ContractError } from '@trove/contract/errors/codes'
import { siteInfo } from '@trove/contract/platform/routes'
import { createStorageUpload, finishStorageUpload, removeStorageUpload } from '@trove/contract/storage/uploads'
import type { Bytes } from '@trove/stored-file/bytes'
import { newFileKey, storedBytes } from '@trove/stored-file/frames'
import { openNote, sealNote, shortName } from '@trove/stored-file/note'
import { useSyncExternalStore } from 'react'
import { api } from '../../../lib/calls/api.ts'
import { errorText } from '../../../lib/calls/notify.ts'
import { followSession, readSession } from '../../../lib/session/session.ts'
import { askWorker } from '../worker/ask-worker.ts'
import type { SealedFacts } from '../worker/sealing.ts'
import { forgetUpload, type KeptUpload, keepUpload, listUploads } from './kept-uploads.ts'
import { inOneTab } from './one-tab.ts'
import { isAway, requireOwner } from './owner.ts'
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
/** The upload that is being worked on, and what ends that work. */
let turn: { id: string; aborter: AbortController } | undefined
const listeners = new Set<() => void>()

const isGone = (id: string) => !uploads.some((upload) => upload.id === id)

function change(next: readonly Upload[]): void {
  uploads = next
  if (turn && isGone(turn.id)) turn.aborter.abort()
  for (const listener of listeners) listener()
}

// The next person's session sends nothing of this one. The files lie in the browser's database until their owner is back.
followSession(() => {
  const own = uploads.filter(({ owner }) => !isAway(owner))
  if (own.length < uploads.length) change(own)
})

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

type Adding = {
  owner: string
  account: string
  vaultKey: Bytes
  /** So many distinct copies instead of one upload: no node can answer for a copy from another's bytes (ADR 14). */
  copiesApart?: number
}

/** Adds files; each gets a key of its own, and each distinct copy of one as well. */
export async function addFiles(
  files: { file: Blob; name: string }[],
  { owner, account, vaultKey, copiesApart }: Adding,
): Promise<void> {
  for (const { file, name } of files) {
    const short = shortName(name)
    const group = crypto.randomUUID()
    for (let number = 1; number <= (copiesApart ?? 1); number++) {
      const note = await sealNote(vaultKey, { fileKey: newFileKey(), name: short, plainBytes: file.size })
      const apart = copiesApart === undefined ? {} : { apart: { group, number, of: copiesApart } }
      const kept: KeptUpload = { id: crypto.randomUUID(), owner, account, name: short, file, note, ...apart }
      await keepUpload(kept)
      enter(kept, vaultKey)
    }
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
  await keepUpload(keptOf({ ...upload, ...part }))
}

/** The orders stand for good: this browser need not keep their files. */
export async function endUploads(ids: readonly string[]): Promise<void> {
  change(uploads.filter(({ id }) => !ids.includes(id)))
  for (const id of ids) await forgetUpload(id)
}

/** Gives an upload up, here and at the gateway. */
export async function giveUpUpload({ id, owner, stagedId }: Upload): Promise<void> {
  await endUploads([id])
  if (stagedId) await removeStaged(owner, stagedId)
}

/**
 * Asks before an order is signed whether the gateway has the whole of the file, as the order will say it; the gateway keeps it
 * another day then. What it has no more is sent again. @throws ContractError `storage.content-differs`
 */
export async function isStillStaged({ id, owner, account, file, sealed }: Upload, vaultKey: Bytes): Promise<boolean> {
  requireOwner(owner)
  const view = sealed && (await api(createStorageUpload, { body: { ...sealed, account } }))
  if (view && view.state !== 'uploading') {
    const isSame = view.cid === sealed.cid && view.bytes === sealed.bytes && view.bytes === storedBytes(file.size)
    if (!isSame) throw new ContractError('storage.content-differs')
    return true
  }
  retryUpload(id, vaultKey)
  return false
}

/** Begins with an upload, unless its owner left while it was read. */
function enter(kept: KeptUpload, vaultKey: Bytes): void {
  if (isAway(kept.owner)) return
  change([...uploads, { ...kept, stage: 'waiting', done: 0 }])
  running = running.then(() => run(kept.id, vaultKey))
}

async function run(id: string, vaultKey: Bytes): Promise<void> {
  const upload = uploads.find((one) => one.id === id)
  if (upload?.stage !== 'waiting') return
  const aborter = new AbortController()
  turn = { id, aborter }
  try {
    await inOneTab(id, aborter.signal, async (hasWaited) => {
      const now = hasWaited ? await findAgain(upload) : upload
      if (now) await bring(now, vaultKey, aborter.signal)
    })
  } catch (error) {
    // It left the list; if its owner is back already, it waits for its next turn there.
    if (!aborter.signal.aborted) patch(id, { stage: 'failed', fault: errorText(error) })
  } finally {
    turn = undefined
  }
}

/** An upload as another tab has left it; undefined when that one ended it. */
async function findAgain(upload: Upload): Promise<Upload | undefined> {
  const { id, owner, sealed } = upload
  const kept = (await listUploads(owner)).find((one) => one.id === id)
  if (!kept) change(uploads.filter((one) => one.id !== id))
  else if (!sealed && kept.sealed) patch(id, { sealed: kept.sealed })
  return uploads.find((one) => one.id === id)
}

/** Seals a file and has it lie whole at the gateway. @throws ContractError, or the reason of the signal */
async function bring(upload: Upload, vaultKey: Bytes, signal: AbortSignal): Promise<void> {
  const { fileKey } = await openNote(upload.note, vaultKey)
  const sealed = upload.sealed ?? (await seal(upload, fileKey, signal))
  await stage({ ...upload, sealed }, fileKey, signal)
  patch(upload.id, { stage: 'ready', done: 1 })
}

/** @throws the reason of the signal */
async function seal({ id, file }: Upload, fileKey: Bytes, signal: AbortSignal): Promise<SealedFacts> {
  signal.throwIfAborted()
  patch(id, { stage: 'sealing', done: 0 })
  const done = (bytes: number) => patch(id, { done: file.size === 0 ? 1 : bytes / file.size })
  const sealed = await askWorker('seal', { file, fileKey }, { done, signal })
  signal.throwIfAborted()
  patch(id, { sealed })
  // As it stands now: it may have another name than when sealing began.
  const now = uploads.find((one) => one.id === id)
  if (now) await keepUpload(keptOf(now))
  if (isGone(id) && now && readSession().user?.userId === now.owner) await forgetUpload(id)
  signal.throwIfAborted()
  return sealed
}

const keptOf = ({ stage: _, done: __, fault: ___, stagedId: ____, ...kept }: Upload): KeptUpload => kept

/** @throws ContractError, or the reason of the signal */
async function stage(
  { id, owner, account, file, sealed }: Upload & Required<Pick<Upload, 'sealed'>>,
  fileKey: Bytes,
  signal: AbortSignal,
) {
  patch(id, { stage: 'sending', done: 0 })
  const { storageUrl } = await api(siteInfo, {})
  if (!storageUrl) throw new ContractError('storage.unavailable')
  const goOn = () => {
    signal.throwIfAborted()
    requireOwner(owner)
  }
  goOn()
  const view = await api(createStorageUpload, { body: { ...sealed, account } })
  // It was given up while this was asked.
  if (isGone(id)) await removeStaged(owner, view.id)
  goOn()
  patch(id, { stagedId: view.id })
  if (view.state !== 'uploading') return
  const received = new Set(view.received)
  for (let number = 0; number < view.parts; number++) {
    signal.throwIfAborted()
    if (!received.has(number)) {
      const part = await askWorker('part', { file, fileKey, number }, { signal })
      await sendPart({ owner, gateway: storageUrl, uploadId: view.id, number, signal, ...part })
    }
    patch(id, { done: (number + 1) / view.parts })
  }
  goOn()
  patch(id, { stage: 'checking', done: 1 })
  await api(finishStorageUpload, { params: { id: view.id } })
  signal.throwIfAborted()
}

/** What the gateway has of it goes after a day by itself; the owner's session removes it at once. */
async function removeStaged(owner: string, stagedId: string): Promise<void> {
  if (readSession().user?.userId !== owner) return
  await api(removeStorageUpload, { params: { id: stagedId } }).catch(() => undefined)
}
