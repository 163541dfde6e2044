import type { CONVERSATION_FILE_TYPES } from '@trove/contract/conversations'

export type FileType = (typeof CONVERSATION_FILE_TYPES)[number]

/** Longest name of a file that is kept, in characters. */
const NAME_CHARS = 120

/** What binds a sealed value to its row. */
export const sealedAs = {
  text: (id: string) => `conversation_messages.text_sealed:${id}`,
  name: (id: string) => `conversation_files.name_sealed:${id}`,
  bytes: (id: string) => `conversation_files.key_sealed:${id}`,
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
