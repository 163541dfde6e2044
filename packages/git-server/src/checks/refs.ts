import { requireThat } from '../format/refusal.ts'

/** Names of branches and tags by the rules of `git check-ref-format`. */

const MAX_REF_BYTES = 255
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.\/|\.lock(\/|$)|^[./-]|[./]$/

/** Whether git takes this as the full name of a ref. */
export function isRefName(name: string): boolean {
  if (Buffer.byteLength(name) > MAX_REF_BYTES || name.includes('\ufffd')) return false
  return !FORBIDDEN.test(name) && name.includes('/') && !name.split('/').some((part) => part === '@')
}

/** @throws GitRefused unless a push may touch this ref */
export function checkRefName(name: string): void {
  requireThat(isRefName(name), 'ref.name', name)
  requireThat(/^refs\/(heads|tags)\/./.test(name), 'ref.forbidden', name)
  // Git reads it as an option, or as what is checked out.
  requireThat(!/^refs\/heads\/(-|HEAD$)/.test(name), 'ref.name', name)
}

/** @throws GitRefused when one of these names is the folder of another, or differs from it only in case */
export function checkRefsTogether(names: string[], most: number): void {
  requireThat(names.length <= most, 'ref.too-many')
  const folded = new Map(names.map((name) => [name.normalize('NFC').toLowerCase(), name]))
  requireThat(folded.size === names.length, 'ref.conflict')
  for (const name of folded.keys()) {
    const parts = name.split('/')
    for (let length = 3; length < parts.length; length++)
      requireThat(!folded.has(parts.slice(0, length).join('/')), 'ref.conflict', name)
  }
}
