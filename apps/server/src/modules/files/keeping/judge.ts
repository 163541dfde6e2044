import { isUtf8 } from 'node:buffer'
import { requireThat } from '@trove/contract/errors/codes'
import { fileTypeFromBuffer } from 'file-type'
import type { FileKind } from '../model/kinds.ts'

/** Longest name of a file that is kept, in characters. */
const NAME_CHARS = 120

/**
 * What a file is, by its content and never by its name or what the sender says.
 * @throws ContractError the kind's refusal of other types
 */
export async function fileTypeOf(content: Buffer, kind: FileKind): Promise<string> {
  const found = await fileTypeFromBuffer(content)
  const type = found?.mime ?? (isUtf8(content) && !content.includes(0) ? 'text/plain' : '')
  requireThat(kind.types.includes(type), kind.refusals.type)
  return type
}

/** The same of a file that comes in pieces: by its first piece, or as plain text by all of them. */
export function createTypeJudge() {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let first: Buffer | undefined
  let isText = true
  return {
    see(piece: Buffer): void {
      first ??= piece
      if (isText) isText = !piece.includes(0) && decodes(() => decoder.decode(piece, { stream: true }))
    },
    async type(): Promise<string> {
      const found = first && (await fileTypeFromBuffer(first))
      return found?.mime ?? (isText && decodes(() => decoder.decode()) ? 'text/plain' : '')
    },
  }
}

function decodes(decode: () => string): boolean {
  try {
    decode()
    return true
  } catch {
    return false
  }
}

/** A file's name as it may be shown and saved: no path, no control or direction characters, never empty. */
export function plainFileName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const shown = last
    .replace(/\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}/gu, '')
    .replace(/^\.+/, '')
    .trim()
  const chars = [...shown]
  if (chars.length <= NAME_CHARS) return shown || 'file'
  const dot = shown.lastIndexOf('.')
  const ending = dot > 0 && shown.length - dot <= 10 ? shown.slice(dot) : ''
  return chars.slice(0, NAME_CHARS - ending.length).join('') + ending
}
