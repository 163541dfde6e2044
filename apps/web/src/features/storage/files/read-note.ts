import type { Bytes } from '@trove/stored-file/bytes'
import { type NoteContent, openNote } from '@trove/stored-file/note'

/** Bytes out of hex, with or without `0x`. */
function bytesOf(hex: string): Bytes {
  const plain = hex.replace(/^0x/, '')
  return Uint8Array.from({ length: plain.length / 2 }, (_, i) => Number.parseInt(plain.slice(2 * i, 2 * i + 2), 16))
}

/** Reads the note of an order; null when it is none of this vault's. */
export async function readNote({ note }: { note: string }, vaultKey: Bytes | undefined): Promise<NoteContent | null> {
  try {
    return await openNote(bytesOf(note), vaultKey)
  } catch {
    return null
  }
}
