import { type ChildProcess, spawn } from 'node:child_process'
import type { ServerChannel, Session } from 'ssh2'
import { type Ends, sessionEnvironment, shell } from './environment.ts'
import type { MachineFolder } from './machine-folder.ts'
import { serveSftp } from './sftp/serve-sftp.ts'
import { hasTerminals, startOnTerminal, type Terminal, type WindowSize } from './terminal.ts'

type PtyWish = WindowSize & { term: string }

/** Serves one SSH session: one command or one shell, with or without a terminal, or files over SFTP. `children` holds what runs. */
export function serveSession(session: Session, folder: MachineFolder, ends: Ends, children: Set<ChildProcess>): void {
  const wishes: Record<string, string> = {}
  let pty: PtyWish | undefined
  let terminal: Terminal | undefined
  const start = (command: string | undefined, channel: ServerChannel) => {
    const env = sessionEnvironment(folder, ends, wishes)
    if (pty && hasTerminals) terminal = startOnTerminal(folder, command, env, pty.term, pty)
    const child = terminal?.child ?? startPlain(folder, command, env)
    children.add(child)
    child.once('close', () => children.delete(child))
    connectChannel(channel, child, terminal)
  }
  session.on('env', (accept, reject, { key, val }) => {
    if (Object.keys(wishes).length >= 20) return reject?.()
    wishes[key] = val
    accept?.()
  })
  session.on('pty', (accept, reject, info) => {
    if (!hasTerminals) return reject?.()
    // The type of ssh2 leaves `term` out, its code gives it.
    pty = { cols: info.cols, rows: info.rows, term: (info as unknown as PtyWish).term }
    accept?.()
  })
  session.on('window-change', (accept, _reject, info) => {
    terminal?.resize(info)
    accept?.()
  })
  session.once('shell', (accept) => start(undefined, accept()))
  session.once('sftp', (accept) => serveSftp(accept(), folder))
  session.once('exec', (accept, _reject, { command }) => start(command, accept()))
}

function startPlain(folder: MachineFolder, command: string | undefined, env: Record<string, string>): ChildProcess {
  const args = command === undefined ? ['-s'] : ['-c', command]
  return spawn(shell, args, { cwd: folder.home, env, detached: true })
}

function connectChannel(channel: ServerChannel, child: ChildProcess, terminal: Terminal | undefined): void {
  channel.on('error', () => {})
  child.stdin?.on('error', () => {})
  channel.on('data', (part: Buffer) => child.stdin?.write(part) === false && pauseUntilDrained(channel, child))
  // On a terminal the end of input is a key (Ctrl-D), not the end of the stream.
  channel.on('end', () => !terminal && child.stdin?.end())
  child.stdout?.pipe(channel, { end: false })
  child.stderr?.pipe(channel.stderr, { end: false })
  channel.on('signal' as 'close', (name: unknown) => signalGroup(child, `SIG${String(name).replace(/^SIG/, '')}`))
  let isOver = false
  const finish = (code: number | null, signal: string | null) => {
    if (isOver) return
    isOver = true
    terminal?.forget()
    if (code === null && signal) channel.exit(signal.replace(/^SIG/, ''), false, '')
    else channel.exit(code ?? 255)
    channel.end()
  }
  child.once('close', finish)
  child.once('error', () => finish(127, null))
  channel.once('close', () => {
    terminal?.forget()
    // The terminal goes away with its window, and the system hangs up on all that run on it: the program that holds it
    // blocks softer signals. A plain command may go on, as under sshd, but nobody reads what it writes.
    if (terminal && !isOver) signalGroup(child, 'SIGKILL')
    else for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
  })
}

function pauseUntilDrained(channel: ServerChannel, child: ChildProcess): void {
  channel.pause()
  child.stdin?.once('drain', () => channel.resume())
}

function signalGroup(child: ChildProcess, signal: string): void {
  if (!child.pid || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, signal as NodeJS.Signals)
  } catch {}
}
