import { parseFacts, quote } from './shell-text.ts'

/**
 * What the account looked like before a lease. Files of the home folder that let somebody in, or run when somebody
 * comes in; null = was not there. `entries` are those of `list_entries` in `folders`; older notes have none, or of fewer
 * folders. `boot` and `startTick` tell which processes are younger than the lease.
 */
export type LeaseMark = {
  files: Record<string, string | null>
  crontab: string | null
  entries?: string[]
  folders?: string[]
  boot: string
  startTick: number
}

/** Ways in (OpenSSH reads both lists of keys), and what shells run at sign-in: a trap there would see new passwords. */
export const watchedFiles = [
  '.ssh/authorized_keys',
  '.ssh/authorized_keys2',
  '.ssh/rc',
  '.ssh/environment',
  '.ssh/config',
  '.pam_environment',
  '.profile',
  '.bashrc',
  '.bash_aliases',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.zshenv',
  '.zprofile',
  '.zshrc',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.cshrc',
  '.tcshrc',
  '.login',
  '.xprofile',
  '.xsessionrc',
  '.config/fish/config.fish',
] as const

/** Folders of the home folder whose files run by themselves or in place of known programs; all that older notes know of. */
const FORMER_FOLDERS = [
  '.config/autostart',
  '.config/environment.d',
  '.config/fish',
  '.config/systemd/user',
  '.local/bin',
]
/** With the other places where systemd looks for units of a user. */
const START_FOLDERS = [...FORMER_FOLDERS, '.config/systemd/user.control', '.local/share/systemd/user']

/** What restoring may say that it removed. */
const ENTRY_NAMES = ['start-folders', 'at'] as const

/** Defines `list_entries`: a line for each file in those folders, and `at <number>` for each job that waits for its time. */
const listEntries = (folders: readonly string[]) => `list_entries() {
  for folder in ${folders.map(quote).join(' ')}; do
    if [ -d "$folder" ]; then find "$folder" ! -type d 2>/dev/null; fi
  done
  if command -v atq >/dev/null 2>&1; then atq 2>/dev/null | sed -n 's/^\\([0-9][0-9]*\\)[^0-9].*/at \\1/p'; fi
  return 0
}
`

/** Comment of keys that a lease brings, so that a repeated begin does not take them for the seller's. */
const leaseComment = 'trove-lease'

/** No honest account has more in these files; a larger one fails the note, for half of it must never be restored. */
const fileLimitBytes = 65_536

const keyShape = /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)) ([A-Za-z0-9+/]{40,4000}={0,3})(?: .*)?$/

/** Reads one OpenSSH public key line; options are refused. Returns type and key without comment, or undefined. */
export function parsePublicKey(text: string): string | undefined {
  const found = keyShape.exec(text.trim())
  return found ? `${found[1]} ${found[2]}` : undefined
}

/** Script that prints the state of the account; `separator` is a random word nothing in it can contain. */
export function noteScript(separator: string): string {
  const show = (name: string, command: string) =>
    `if ${command} > "$copy" 2>/dev/null; then [ "$(wc -c < "$copy")" -le ${fileLimitBytes} ] || exit 1; ` +
    `printf '%s\\n' '${separator} ${name}'; cat "$copy"; ` +
    `printf '\\n%s\\n' '${separator} end'; fi`
  return `
LC_ALL=C; export LC_ALL
copy=$(mktemp) || exit 1
trap 'rm -f "$copy"' EXIT
cd || exit 1
boot=$(cat /proc/sys/kernel/random/boot_id 2>/dev/null)
stat=$(cat "/proc/$$/stat" 2>/dev/null); set -- \${stat##*) }
printf 'boot=%s\\nstart_tick=%s\\n' "$boot" "\${20-0}"
${watchedFiles.map((file) => show(file, `cat ${quote(file)}`)).join('\n')}
${show('crontab', 'crontab -l')}
${listEntries(START_FOLDERS)}${show('entries', 'list_entries')}
echo noted=1
`
}

/**
 * Reads the note script's output; undefined when it is not complete. Keys that a lease brought are left out, so a
 * begin that is repeated after a crash notes the same as the first one did.
 */
export function parseNote(output: string, separator: string): LeaseMark | undefined {
  const texts: Record<string, string> = {}
  let rest = ''
  const pieces = output.split(`${separator} `)
  for (const piece of pieces) {
    const name = piece.slice(0, piece.indexOf('\n'))
    const body = piece.slice(name.length + 1)
    if (piece === pieces[0] || name === 'end') rest += piece === pieces[0] ? piece : body
    else texts[name] = body.slice(0, -1)
  }
  const facts = parseFacts(rest)
  if (facts.get('noted') !== '1') return undefined
  const files = Object.fromEntries(watchedFiles.map((file) => [file, withoutLeaseKeys(texts[file] ?? null)]))
  return {
    files,
    crontab: texts.crontab ?? null,
    entries: (texts.entries ?? '').split('\n').filter((line) => line !== ''),
    folders: START_FOLDERS,
    boot: facts.get('boot') ?? '',
    startTick: /^\d{1,15}$/.test(facts.get('start_tick') ?? '') ? Number(facts.get('start_tick')) : 0,
  }
}

function withoutLeaseKeys(text: string | null): string | null {
  if (text === null || !text.includes(` ${leaseComment}`)) return text
  const kept = text.split('\n').filter((line) => !line.endsWith(` ${leaseComment}`))
  return kept.some((line) => line !== '') ? kept.join('\n') : null
}

/** Script that takes away keys of leases that never began: their buyers were refunded. */
export function dropKeysScript(mark: LeaseMark): string {
  const file = '.ssh/authorized_keys'
  const hasLeaseKeys = `grep -q ${quote(` ${leaseComment}$`)} "$HOME"/${quote(file)} 2>/dev/null`
  return `if ${hasLeaseKeys}; then\n${restoreFileScript(file, mark.files[file] ?? null)}fi\necho dropped=1\n`
}

const leaseLines = (publicKeys: readonly string[]) => publicKeys.map((key) => `${key} ${leaseComment}\n`).join('')

/** Script that adds the buyer's keys (from parsePublicKey) to what was noted, in one step. */
export function installKeysScript(mark: LeaseMark, publicKeys: readonly string[]): string {
  const noted = mark.files['.ssh/authorized_keys'] ?? ''
  const start = noted === '' || noted.endsWith('\n') ? noted : `${noted}\n`
  return `${writeFileScript('.ssh/authorized_keys', `${start}${leaseLines(publicKeys)}`)}echo installed=1\n`
}

/**
 * Script that leaves exactly these of the keys a lease brought (from parsePublicKey), in one step. All other lines stay:
 * the buyer may have written into the file what is theirs to lose.
 */
export function changeKeysScript(publicKeys: readonly string[]): string {
  const path = '"$HOME"/.ssh/authorized_keys'
  // grep ends with 1 where no line is left and with more where the file could not be read: then nothing is replaced.
  const others = `if [ -e ${path} ]; then grep -v ${quote(` ${leaseComment}$`)} ${path}; [ $? -le 1 ] || exit 1; fi`
  const draft = `${path}.draft`
  return `LC_ALL=C; export LC_ALL
( umask 077; mkdir -p "$HOME/.ssh" && chmod 700 "$HOME/.ssh" && rm -rf ${draft} || exit 1
{ ${others}; printf %s ${quote(leaseLines(publicKeys))}; } > ${draft} && mv -f ${draft} ${path} ) || exit 1
echo changed=1
`
}

/** Script that brings files and crontab back to what was noted and prints each one that it had to change. */
export function restoreScript(mark: LeaseMark): string {
  const files = Object.entries(mark.files).map(([file, text]) => restoreFileScript(file, text))
  return `
LC_ALL=C; export LC_ALL
${files.join('')}${removeEntriesScript(mark)}
if command -v crontab >/dev/null 2>&1; then
  found=$(crontab -l 2>/dev/null; printf x)
  ${
    mark.crontab === null
      ? `if [ "$found" != x ]; then crontab -r && echo restored:crontab; fi`
      : `if [ "$found" != ${quote(`${mark.crontab}x`)} ]; then printf %s ${quote(mark.crontab)} | crontab - && echo restored:crontab; fi`
  }
fi
echo finished=1
`
}

/** Names of what the restore script changed, each once; others than those it knows are the machine's own words. */
export function parseRestored(output: string): string[] {
  const said = new Set(output.split('\n'))
  return [...watchedFiles, 'crontab', ...ENTRY_NAMES].filter((name) => said.has(`restored:${name}`))
}

/** Whether everything is as it was noted: each file in the note, the crontab, and no entry that the note does not have. */
export function isSameState(now: LeaseMark, noted: LeaseMark): boolean {
  const known = noted.entries && new Set(noted.entries)
  const folders = foldersOf(noted)
  const isLooked = (entry: string) => entry.startsWith('at ') || folders.some((folder) => isIn(folder, entry))
  return (
    now.crontab === noted.crontab &&
    Object.entries(noted.files).every(([file, text]) => now.files[file] === text) &&
    (now.entries ?? []).every((entry) => !isLooked(entry) || (known?.has(entry) ?? true))
  )
}

const foldersOf = ({ folders }: LeaseMark): readonly string[] => folders ?? FORMER_FOLDERS
/** A folder that is a link is an entry itself. */
const isIn = (folder: string, entry: string) => entry === folder || entry.startsWith(`${folder}/`)

function restoreFileScript(file: string, text: string | null): string {
  const path = `"$HOME"/${quote(file)}`
  if (text === null) return `if [ -e ${path} ] || [ -L ${path} ]; then rm -rf ${path} && echo restored:${file}; fi\n`
  // A command's output loses its last line ends; the added x keeps them for the comparison.
  const isOther = `[ -L ${path} ] || [ "$(cat ${path} 2>/dev/null; printf x)" != ${quote(`${text}x`)} ]`
  return `if ${isOther}; then\n${writeFileScript(file, text)}echo restored:${file}; fi\n`
}

function writeFileScript(file: string, text: string): string {
  const path = `"$HOME"/${quote(file)}`
  const folder = `"$HOME"/${quote(file.slice(0, file.lastIndexOf('/')))}`
  const privacy = file.startsWith('.ssh/') ? `chmod 700 ${folder} && ` : ''
  const prepare = file.includes('/') ? `mkdir -p ${folder} && ${privacy}` : ''
  const draft = `"$HOME"/${quote(`${file}.draft`)}`
  return `( umask 077; ${prepare}rm -rf ${draft} && printf %s ${quote(text)} > ${draft} && mv -f ${draft} ${path} ) || exit 1\n`
}

/**
 * Script that removes each entry that was not noted. A noted one that was changed since stays: nothing of its content is
 * known. Does nothing for a note of a time when there were no entries in it.
 */
function removeEntriesScript(mark: LeaseMark): string {
  if (mark.entries === undefined) return ''
  return `${listEntries(foldersOf(mark))}noted=${quote(`\n${mark.entries.join('\n')}\n`)}
( cd && list_entries | while IFS= read -r entry; do
  case "$noted" in *"
$entry
"*) continue ;; esac
  case "$entry" in
    "at "*) atrm "\${entry#at }" && echo restored:at ;;
    *) if [ -e "$entry" ] || [ -L "$entry" ]; then rm -f "$entry" && echo restored:start-folders; fi ;;
  esac
done )
`
}
