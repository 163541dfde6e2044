/**
 * Reads how somebody logs in to a machine out of what they paste: an ssh command, `user@host:port`, `ssh://…`, a block of
 * `~/.ssh/config`, or just host and user. Pure. Nothing of it is run or looked up, and a password in it is left out.
 */

export type LoginLine =
  | { kind: 'address'; host: string; port: string; user: string | undefined }
  /** A name, which Trove does not look up; the rest was found. */
  | { kind: 'name'; host: string; port: string; user: string | undefined }
  | { kind: 'ipv6' }
  /** A private key was pasted here. */
  | { kind: 'key' }
  | { kind: 'none' }

type Parts = { host?: string; port?: string; user?: string }

/** More than this is no login, whatever it is. */
const CHARS_MAX = 8_000
const LINES_MAX = 200
const PORT_MAX = 65_535
const NONE: LoginLine = { kind: 'none' }

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
const NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
/** Other ways to write a number as an address; some systems read them as one, so they are no names. */
const NUMERIC = /^(?:0x[0-9a-f]+|\d+)(?:\.(?:0x[0-9a-f]+|\d+))*$/i
const USER = /^[a-z_][a-z0-9_.-]{0,31}\$?$/i
const PORT = /^[1-9]\d{0,4}$/
/** Options of ssh that take a value (ssh(1)). */
const WITH_VALUE = new Set('BbcDEeFIiJLlmOoPpQRSWw')

/** What a pasted text says about a login. The port is 22 where none is named. */
export function parseLoginLine(pasted: string): LoginLine {
  if (pasted.length > CHARS_MAX) return NONE
  if (/-----BEGIN|PuTTY-User-Key-File/.test(pasted)) return { kind: 'key' }
  // Full-width signs of Chinese keyboards become plain ones; lines that go on after a backslash become one.
  const text = pasted
    .normalize('NFKC')
    .replace(/\\\r?\n/g, ' ')
    .replace(/[\p{Cf}\p{Cc}]/gu, (sign) => (sign === '\n' ? sign : sign === '\t' || sign === '\r' ? ' ' : ''))
  const lines = text.split('\n', LINES_MAX).filter((line) => line.trim() !== '')
  if (lines.some((line) => /^\s*host(name)?[\s=]/i.test(line))) return judge(readConfig(lines))
  for (const line of lines) {
    const found = judge(readLine(line))
    if (found.kind !== 'none') return found
  }
  return NONE
}

function judge({ host, port = '22', user }: Parts): LoginLine {
  if (host === undefined) return NONE
  if (host.includes(':')) return /^[0-9a-f:.%]+$/i.test(host) ? { kind: 'ipv6' } : NONE
  if (!PORT.test(port) || Number(port) > PORT_MAX) return NONE
  if (user !== undefined && !USER.test(user)) return NONE
  if (IPV4.test(host)) return { kind: 'address', host, port, user }
  return NAME.test(host) && !NUMERIC.test(host) ? { kind: 'name', host, port, user } : NONE
}

function readLine(line: string): Parts {
  const words = splitWords(line)
  const command = words.findIndex((word) => /(^|[\\/])ssh(\.exe)?$/i.test(word))
  return command === -1 ? readWords(words) : readCommand(words.slice(command + 1))
}

/** Words as a shell splits them, as far as logins need it: quotes hold a word together and are dropped. */
function splitWords(line: string): string[] {
  return (line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []).map((word) => word.replace(/["']/g, ''))
}

/** After the destination options may follow; the next plain word begins the command that ssh would run. */
function readCommand(words: string[]): Parts {
  const options: Parts = {}
  let destination: string | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (!word.startsWith('-') || word === '-') {
      if (destination !== undefined) break
      destination = word
    } else if (word !== '--') {
      const place = [...word.slice(1)].findIndex((letter) => WITH_VALUE.has(letter))
      if (place === -1) continue
      const inWord = word.slice(place + 2)
      takeOption(options, word[place + 1]!, inWord || words[++at] || '')
    }
  }
  return { ...(destination === undefined ? {} : readDestination(destination)), ...options }
}

/** The first value counts, as for ssh. */
function takeOption(options: Parts, letter: string, value: string): void {
  if (letter === 'p') options.port ??= value
  if (letter === 'l') options.user ??= value
  const [, name, setting] = letter === 'o' ? (/^\s*(\w+)[\s=]+(\S+)/.exec(value) ?? []) : []
  if (name && setting) takeSetting(options, name, setting)
}

function takeSetting(parts: Parts, name: string, value: string): void {
  const field = ({ hostname: 'host', port: 'port', user: 'user' } as const)[name.toLowerCase()]
  if (field) parts[field] ??= value
}

/** `[ssh://][user[:password]@]host[:port][/…]` */
function readDestination(word: string): Parts {
  const plain = word.replace(/^ssh:\/\//i, '').replace(/\/.*$/, '')
  const at = plain.lastIndexOf('@')
  const login = plain.slice(0, Math.max(at, 0)).replace(/:.*$/s, '')
  const place = plain.slice(at + 1)
  const bracketed = /^\[([^\]]*)\](?::(.*))?$/.exec(place)
  const split = /^([^:]*):([^:]*)$/.exec(place)
  const [, host, port] = bracketed ?? split ?? ['', place]
  return { host, ...(port === undefined ? {} : { port }), ...(at === -1 ? {} : { user: login }) }
}

/** Host, port and user in any order, as lists of rented machines show them. Further words (a password) are left alone. */
function readWords(words: string[]): Parts {
  const parts = words.flatMap((word) => word.split(/[,;|]/)).filter((word) => word !== '')
  const place = parts.findIndex((part) => looksLikePlace(readDestination(part).host ?? '', part))
  if (place === -1) return {}
  const found = readDestination(parts[place]!)
  const others = parts.filter((_, index) => index !== place)
  const port = found.port ?? others.find((part) => PORT.test(part))
  const user = found.user ?? others.find((part) => USER.test(part))
  return { ...found, ...(port === undefined ? {} : { port }), ...(user === undefined ? {} : { user }) }
}

/** A single word is a host only if nothing else looks like it: an address, or a name with a dot or a user before it. */
function looksLikePlace(host: string, part: string): boolean {
  if (IPV4.test(host) || host.includes(':')) return true
  return NAME.test(host) && !NUMERIC.test(host) && (part.includes('@') || /\.[a-z]{2,}$/i.test(host))
}

/** The first block that names one machine; settings of `Host *` before it do not count. */
function readConfig(lines: string[]): Parts {
  let block: Parts = {}
  let isOfOne = true
  for (const line of lines) {
    const [, name = '', setting = ''] = /^\s*(\w+)(?:\s*=\s*|\s+)(.*)$/.exec(line) ?? []
    const value = setting.trim().replace(/^"(.*)"$/, '$1')
    if (/^(host|match)$/i.test(name)) {
      if (isOfOne && block.host !== undefined) return block
      isOfOne = /^host$/i.test(name) && !/[*?!]/.test(value)
      block = {}
      const alias = value.split(/\s+/)[0]
      if (isOfOne && alias && IPV4.test(alias)) block = { ...block, host: alias }
      continue
    }
    if (!isOfOne) continue
    // The host's own name is what is connected to, also where the block is called by an address.
    if (/^hostname$/i.test(name)) block.host = value
    else takeSetting(block, name, value)
  }
  return isOfOne ? block : {}
}
