import { requireThat } from '../format/refusal.ts'

/** The file .gitmodules: what git would do when somebody clones with --recurse-submodules. */

export const MAX_MODULES_BYTES = 64 * 1024

/** @throws GitRefused when a submodule's name, path, address or way of updating could run or overwrite something */
export function checkModules(data: Buffer): void {
  requireThat(data.length <= MAX_MODULES_BYTES && !data.includes(0), 'modules.malformed')
  for (const { section, key, value } of settingsOf(data.toString('utf8'))) {
    requireThat(isSafePath(section), 'modules.path', section)
    if (key === 'path') requireThat(isSafePath(value), 'modules.path', value)
    if (key === 'url') requireThat(isSafeUrl(value), 'modules.url', value)
    if (key === 'update') requireThat(/^(checkout|rebase|merge|none)$/.test(value), 'modules.command', value)
  }
}

type Setting = { section: string; key: string; value: string }

/** Reads git's configuration format strictly: what it does not know as plain is refused, so nothing hides in odd quoting. */
function settingsOf(text: string): Setting[] {
  const settings: Setting[] = []
  let section = ''
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim())) {
    if (line === '' || /^[#;]/.test(line)) continue
    const head = /^\[submodule "([^"\\\]]+)"\]$/i.exec(line)
    const setting = /^([a-z][a-z0-9-]*)\s*=\s*(?:"([^"\\]*)"|([^"\\#;]*))$/i.exec(line)
    requireThat(head || (setting && section !== ''), 'modules.malformed', line)
    if (head) section = head[1]!
    else settings.push({ section, key: setting![1]!.toLowerCase(), value: (setting![2] ?? setting![3] ?? '').trim() })
  }
  return settings
}

function isSafePath(path: string): boolean {
  const parts = path.split(/[/\\]/)
  return path !== '' && !/^[-/~]|^[a-z]:/i.test(path) && !parts.some((part) => /^(\.\.|\.git)$/i.test(part))
}

/** Web and SSH addresses, and relative ones. No option, no helper (`ext::`), no path of the machine, no line feed written out. */
function isSafeUrl(url: string): boolean {
  if (url === '' || /^-|[\s\x7f]|::|%0a|%0d|%00/i.test(url)) return false
  if (/^\.\.?\//.test(url)) return !/^[:/-]/.test(url.replace(/^(\.\.?\/)+/, ''))
  if (/^(https?|ssh|git):\/\/[^-/@:]/i.test(url)) return !/^[a-z]+:\/\/[^/]*@-/i.test(url)
  return /^[a-z0-9_][\w.-]*@[a-z0-9][\w.-]*:[^-:]/i.test(url)
}
