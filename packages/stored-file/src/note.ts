import { type Bytes, FileDamaged, joined } from './bytes.ts'

/**
 * The note of an order on chain: the file's key, name and plain size in 256 bytes (format: chain/vectors/README.md). A private one
 * is sealed under the owner's vault key, a public one anybody reads.
 */

export const NOTE_BYTES = 256
export const NAME_BYTES = 186
const KEY_BYTES = 32
const SIZE_AT = KEY_BYTES
const NAME_LENGTH_AT = SIZE_AT + 8
const NAME_AT = NAME_LENGTH_AT + 1
const PLAIN_BYTES = NAME_AT + NAME_BYTES
const NONCE_BYTES = 12
const [PRIVATE, PUBLIC] = [1, 2]

export type NoteContent = { fileKey: Bytes; name: string; plainBytes: number }

/** A note that only the vault's owner opens. `nonce` is for tests alone; the usual one is random. */
export async function sealNote(
  vaultKey: Bytes,
  content: NoteContent,
  nonce: Bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES)),
): Promise<Bytes> {
  const version = new Uint8Array([PRIVATE])
  const key = await crypto.subtle.importKey('raw', vaultKey, 'AES-GCM', false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: version },
    key,
    write(content),
  )
  return joined(version, nonce, new Uint8Array(sealed))
}

/** A note that everybody opens, the file's key with it. */
export function publicNote(content: NoteContent): Bytes {
  const note = new Uint8Array(NOTE_BYTES)
  note[0] = PUBLIC
  note.set(write(content), 1)
  return note
}

/** Whether a note can be read without a vault key. */
export function isPublicNote(note: Uint8Array): boolean {
  return note[0] === PUBLIC
}

/** Reads a note. @param vaultKey not needed for a public one @throws FileDamaged when it is none, or of another vault */
export async function openNote(note: Bytes, vaultKey?: Bytes): Promise<NoteContent> {
  if (note.length !== NOTE_BYTES) throw new FileDamaged('a note is 256 bytes')
  if (isPublicNote(note)) return read(note.slice(1, 1 + PLAIN_BYTES), note.subarray(1 + PLAIN_BYTES))
  if (note[0] !== PRIVATE || !vaultKey) throw new FileDamaged('this note needs another version, or a vault key')
  const [version, nonce, sealed] = [note.slice(0, 1), note.slice(1, 1 + NONCE_BYTES), note.slice(1 + NONCE_BYTES)]
  const key = await crypto.subtle.importKey('raw', vaultKey, 'AES-GCM', false, ['decrypt'])
  const opening = crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce, additionalData: version }, key, sealed)
  const plain = await opening.catch(() => {
    throw new FileDamaged('this note is not of this vault, or damaged')
  })
  return read(new Uint8Array(plain))
}

/** A name as a note has room for it: whole characters, 186 bytes at most. */
export function shortName(name: string): string {
  let short = ''
  for (const letter of name) {
    if (new TextEncoder().encode(short + letter).length > NAME_BYTES) break
    short += letter
  }
  return short
}

function write({ fileKey, name, plainBytes }: NoteContent): Bytes {
  const encoded = new TextEncoder().encode(name)
  if (
    fileKey.length !== KEY_BYTES ||
    encoded.length > NAME_BYTES ||
    !Number.isSafeInteger(plainBytes) ||
    plainBytes < 0
  )
    throw new RangeError('a note holds a key of 32 bytes, a size and a name of 186 bytes at most')
  const plain = new Uint8Array(PLAIN_BYTES)
  plain.set(fileKey)
  new DataView(plain.buffer).setBigUint64(SIZE_AT, BigInt(plainBytes), true)
  plain[NAME_LENGTH_AT] = encoded.length
  plain.set(encoded, NAME_AT)
  return plain
}

function read(plain: Bytes, ...padding: Uint8Array[]): NoteContent {
  const size = new DataView(plain.buffer).getBigUint64(SIZE_AT, true)
  const nameEnd = NAME_AT + plain[NAME_LENGTH_AT]!
  const isPadded = [plain.subarray(nameEnd), ...padding].every((rest) => rest.every((byte) => byte === 0))
  if (nameEnd > PLAIN_BYTES || size > BigInt(Number.MAX_SAFE_INTEGER) || !isPadded)
    throw new FileDamaged('this is no note')
  try {
    const name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain.subarray(NAME_AT, nameEnd))
    return { fileKey: plain.slice(0, KEY_BYTES), name, plainBytes: Number(size) }
  } catch {
    throw new FileDamaged('the name in this note is no text')
  }
}
