import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { shell } from './environment.ts'
import { type MachineFolder, quote } from './machine-folder.ts'

/** Size of a terminal window in characters. */
export type WindowSize = { cols: number; rows: number }

/** A command on a terminal: its process, and the way to tell it a new window size. */
export type Terminal = { child: ChildProcess; resize: (size: WindowSize) => void; forget: () => void }

const scriptKind = (() => {
  const found = spawnSync('script', ['--version'], { encoding: 'utf8' })
  if (found.error) return 'none'
  return found.stdout?.includes('util-linux') ? 'util-linux' : 'bsd'
})()

/** A client may resize before the terminal is there. */
const resizeRetryMs = 50
const resizeTries = 60

/** Whether this system can give a command a terminal: the `script` program does it, without a native module. */
export const hasTerminals = scriptKind !== 'none' && process.platform !== 'win32'

/** Starts a command, or the account's shell when it is undefined, on a terminal of its own. */
export function startOnTerminal(
  folder: MachineFolder,
  command: string | undefined,
  env: Record<string, string>,
  term: string,
  size: WindowSize,
): Terminal {
  const nameFile = join(folder.run, `${randomUUID()}.tty`)
  const run = command === undefined ? `exec ${interactiveShell(folder)}` : `exec ${shell} -c ${quote(command)}`
  const prepare = `stty sane ${sizeWords(size).join(' ')} 2>/dev/null; SSH_TTY=$(tty); export SSH_TTY`
  const text = `${prepare}; printf %s "$SSH_TTY" > ${quote(nameFile)}; ${run}`
  const linuxArgs = ['-q', '-f', '-e', '-E', 'always', '-c', text, '/dev/null']
  const args = scriptKind === 'util-linux' ? linuxArgs : ['-q', '/dev/null', shell, '-c', text]
  const child = spawn('script', args, { cwd: folder.home, env: { ...env, TERM: cleanTerm(term) }, detached: true })
  let wanted: WindowSize | undefined
  const apply = (triesLeft: number) => {
    const device = readDevice(nameFile)
    if (wanted && device) setSize(device, wanted)
    else if (wanted && triesLeft > 0) setTimeout(apply, resizeRetryMs, triesLeft - 1).unref()
  }
  const resize = (next: WindowSize) => {
    wanted = next
    apply(resizeTries)
  }
  const forget = () => {
    wanted = undefined
    rmSync(nameFile, { force: true })
  }
  return { child, resize, forget }
}

/** The shell's command line. No login shell: /etc/profile would put the system's programs before the machine's. */
function interactiveShell(folder: MachineFolder): string {
  const start = quote(folder.shellStart)
  return shell.endsWith('bash') ? `${shell} --noprofile --rcfile ${start} -i` : `env ENV=${start} ${shell} -i`
}

/** The terminal's device; empty as long as the command has not told it yet. */
function readDevice(nameFile: string): string {
  try {
    const device = readFileSync(nameFile, 'utf8')
    return /^\/dev\/(pts\/\d+|tty\w+)$/.test(device) ? device : ''
  } catch {
    return ''
  }
}

/** `stty` on the device; the system then tells the program in front (SIGWINCH) by itself. */
function setSize(device: string, size: WindowSize): void {
  const option = scriptKind === 'util-linux' ? '-F' : '-f'
  spawn('stty', [option, device, ...sizeWords(size)], { stdio: 'ignore' }).on('error', () => {})
}

function sizeWords({ cols, rows }: WindowSize): string[] {
  const bounded = (value: number, standard: number) =>
    String(value >= 1 && value <= 1000 ? Math.trunc(value) : standard)
  return ['cols', bounded(cols, 80), 'rows', bounded(rows, 24)]
}

const cleanTerm = (term: string) => (/^[\w.+-]{1,40}$/.test(term) ? term : 'xterm')
