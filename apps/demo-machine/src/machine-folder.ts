import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { freeDiskBytes, type MachineSize, sizePrograms } from './fleet.ts'

/** The folders of the machine: everything it owns lies under `data`. */
export type MachineFolder = {
  data: string
  home: string
  bin: string
  run: string
  shellStart: string
  /** What its disk takes; a machine without a size of its own has the computer's. */
  diskBytes?: number
}

/**
 * Programs of a real system that could reach the developer's own account or machine: here they only refuse. Package and
 * service managers and Docker are among them, as a developer who is root would let a lease change their computer.
 */
const refusedPrograms = [
  ...['sudo', 'su', 'doas', 'usermod', 'useradd', 'userdel', 'adduser', 'chsh', 'shutdown', 'reboot'],
  ...['apt', 'apt-get', 'dpkg', 'dnf', 'yum', 'rpm', 'apk', 'snap', 'brew', 'systemctl', 'service'],
  ...['docker', 'podman'],
]

/** Makes the folders, and writes the machine's own programs anew at each start; some of them when it has a size of its own. */
export function prepareFolder(dataDir: string, size?: MachineSize): MachineFolder {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const data = realpathSync(dataDir)
  const folder = { data, home: join(data, 'home'), bin: join(data, 'bin'), run: join(data, 'run') }
  for (const dir of [folder.home, folder.bin, folder.run]) mkdirSync(dir, { recursive: true, mode: 0o700 })
  const shellStart = join(data, 'shell-start')
  // Read instead of /etc/profile: that file would put the system's own `passwd` before the machine's.
  const lines = [`PATH=${quote(machinePath(folder.bin))}`, 'export PATH', `PS1='demo@machine:\\w\\$ '`]
  writeFileSync(shellStart, `${lines.join('\n')}\n`, { mode: 0o600 })
  for (const program of ['passwd', 'chpasswd']) writeProgram(folder.bin, program, nodeProgram(program, data))
  writeProgram(folder.bin, 'crontab', crontabProgram(data))
  for (const program of refusedPrograms) {
    writeProgram(folder.bin, program, `echo '${program}: not available on the demo machine' >&2\nexit 1\n`)
  }
  const ofSize = size ? sizePrograms(size, systemPath) : {}
  for (const [program, body] of Object.entries(ofSize)) writeProgram(folder.bin, program, body)
  return { ...folder, shellStart, diskBytes: size && freeDiskBytes(size) }
}

const systemPath = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'

/** The search path of every command: the machine's own programs first. */
export function machinePath(bin: string): string {
  return `${bin}:${systemPath}`
}

/** The machine's host key, made once: clients pin it. */
export function keptHostKey(data: string): string {
  const file = join(data, 'host-key')
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (isUsableKey(kept)) return kept
  let fresh = ''
  // The key generator of ssh2 now and then writes a key that ssh2 itself cannot read.
  while (!isUsableKey(fresh)) fresh = ssh2.utils.generateKeyPairSync('ed25519').private
  writeFileSync(`${file}.draft`, fresh, { mode: 0o600, flush: true })
  renameSync(`${file}.draft`, file)
  return fresh
}

const isUsableKey = (text: string) => text !== '' && !(ssh2.utils.parseKey(text) instanceof Error)

function nodeProgram(name: string, data: string): string {
  const file = join(import.meta.dirname, 'programs', `${name}.ts`)
  return `exec ${quote(process.execPath)} ${quote(file)} ${quote(data)} "$@"\n`
}

/** A crontab of the machine's own, so that no command on it reaches the developer's. No daemon runs its lines. */
function crontabProgram(data: string): string {
  return `table=${quote(join(data, 'crontab'))}
case "\${1-}" in
  -l) if [ -f "$table" ]; then cat "$table"; else echo 'no crontab for demo' >&2; exit 1; fi ;;
  -r) rm -f "$table" ;;
  -|'') cat > "$table" ;;
  -*) echo "crontab: $1: not available on the demo machine" >&2; exit 1 ;;
  *) cat "$1" > "$table" ;;
esac
`
}

function writeProgram(bin: string, name: string, body: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${body}`)
  chmodSync(join(bin, name), 0o700)
}

/** Puts a text into single quotes for a POSIX shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
