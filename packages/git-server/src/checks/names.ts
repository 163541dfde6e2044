import { requireThat } from '../format/refusal.ts'

/** Names of files and folders that no system may take for something else. After `git fsck` and its list of CVEs. */

const MAX_NAME_BYTES = 255
/** Characters that HFS+ leaves out when it compares names, so that `.g\u200cit` is `.git` there. */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
/** What NTFS takes for `.git`: its short name, dots and spaces at the end, a stream behind a colon. */
const GIT_ON_NTFS = /^(\.git|git~\d+)[. ]*(:.*)?$/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** @throws GitRefused unless a tree may have an entry of this name */
export function checkName(bytes: Buffer): void {
  requireThat(bytes.length > 0, 'name.empty')
  requireThat(bytes.length <= MAX_NAME_BYTES, 'name.too-long')
  const name = bytes.toString('utf8')
  requireThat(name !== '.' && name !== '..', 'name.dots')
  requireThat(!/[/\\]/.test(name), 'name.slash', name)
  requireThat(!isDotGit(name), 'name.dot-git', name)
  requireThat(!CONTROL.test(name), 'name.control', name)
}

/** Whether some system takes this name for `.git`. */
export function isDotGit(name: string): boolean {
  return GIT_ON_NTFS.test(name) || GIT_ON_NTFS.test(name.replace(IGNORED_BY_HFS, ''))
}

/** Whether git reads this file as the list of submodules, also where names are compared loosely. */
export function isModulesFile(name: string): boolean {
  return /^(\.gitmodules|gitmod~\d+|gi7eba~\d+)[. ]*(:.*)?$/i.test(name.replace(IGNORED_BY_HFS, ''))
}

/** The form in which names are one on systems that ignore case or compose characters. */
export function foldName(bytes: Buffer): string {
  return bytes.toString('utf8').normalize('NFC').toLowerCase().normalize('NFC')
}
