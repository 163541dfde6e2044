import { ContractError } from '@trove/contract/errors/codes'
import { siteInfo } from '@trove/contract/platform/routes'
import { openFile, readFileKey } from '@trove/stored-file/frames'
import type { NoteContent } from '@trove/stored-file/note'
import { api } from '../../../lib/calls/api.ts'

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** What ends a read early, and what hears how many bytes are open. */
export type ReadOptions = { signal?: AbortSignal; onRead?: (bytes: number) => void }

/**
 * Fetches the sealed file and opens it. Each frame is opened at its place under the file's own key, so bytes that are not the
 * owner's, or not all of them, are refused whoever sent them.
 * @throws ContractError `resource.not-found`, FileDamaged
 */
export async function readStored(
  cid: string,
  { fileKey, plainBytes }: NoteContent,
  { signal, onRead }: ReadOptions = {},
): Promise<Blob> {
  const { storageUrl } = await api(siteInfo, {})
  if (!storageUrl) throw new ContractError('storage.unavailable')
  const answer = await fetch(`${storageUrl}/ipfs/${cid}`, { credentials: 'omit', signal })
  if (!answer.ok || !answer.body)
    throw new ContractError(answer.status === 404 ? 'resource.not-found' : 'service.unavailable')
  const pieces: Blob[] = []
  let read = 0
  for await (const piece of openFile(await readFileKey(fileKey), piecesOf(answer.body))) {
    pieces.push(new Blob([piece]))
    read += piece.length
    onRead?.(read)
  }
  const file = new Blob(pieces, { type: 'application/octet-stream' })
  if (file.size !== plainBytes) throw new ContractError('storage.content-differs')
  return file
}

/** Saves bytes under the last part of their name, as a download does. */
export function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name.split('/').at(-1) || 'file'
  link.click()
  // The browser takes the bytes over when it begins.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
