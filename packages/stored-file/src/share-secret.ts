import { type Bytes, FileDamaged } from './bytes.ts'
import { NOTE_BYTES, type NoteContent, openNote, publicNote } from './note.ts'

/**
 * What a link to a file carries in its fragment: key, name and size, as a public note says them, in base64url. A browser sends
 * no fragment to anybody.
 */

/** A link's secret part. */
export function writeShareSecret(content: NoteContent): string {
  const note = publicNote(content)
  // Zeros at the end are padding.
  let end = note.length
  while (end > 0 && note[end - 1] === 0) end--
  const text = btoa(String.fromCharCode(...note.subarray(0, end)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Reads a link's secret part. @throws FileDamaged, or an error of the decoder, when it is none or was cut short */
export async function readShareSecret(text: string): Promise<NoteContent> {
  const note: Bytes = new Uint8Array(NOTE_BYTES)
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  note.set(Uint8Array.from(plain, (letter) => letter.charCodeAt(0)))
  const content = await openNote(note)
  // A link that was cut off inside the name: what is missing reads as zeros.
  if (content.name.includes('\0')) throw new FileDamaged('this link was cut short')
  return content
}
