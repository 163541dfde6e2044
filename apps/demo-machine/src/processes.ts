import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { processMark } from './environment.ts'

const gentleMs = 1000
/** What the system takes to end a killed process; and how long is tried. */
const killedMs = 20
const killingMs = 5000

/**
 * Ends every process begun on the machine: first asked to, a second later killed, until none is left. Where /proc tells
 * the environment of processes, also those that left their session (nohup, setsid) and those a killed machine left behind
 * are found.
 */
export async function endProcesses(mark: string, children: Iterable<ChildProcess>): Promise<void> {
  const groups = [...children].flatMap((child) => (child.pid && child.exitCode === null ? [-child.pid] : []))
  const signalAll = (signal: NodeJS.Signals) => {
    for (const target of [...groups, ...markedProcesses(mark)]) signalOne(target, signal)
  }
  signalAll('SIGHUP')
  signalAll('SIGTERM')
  const end = Date.now() + gentleMs
  while (Date.now() < end && markedProcesses(mark).length > 0) await sleep(50)
  // One that began another while these were looked for has left it behind.
  do {
    signalAll('SIGKILL')
    await sleep(killedMs)
  } while (markedProcesses(mark).length > 0 && Date.now() < end + killingMs)
}

/** Process numbers whose environment carries the machine's mark. Empty where the system has no /proc. */
export function markedProcesses(mark: string): number[] {
  const wanted = `\0${processMark}=${mark}\0`
  return readNames('/proc').flatMap((name) => {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid) return []
    return `\0${readText(`/proc/${name}/environ`)}`.includes(wanted) ? [pid] : []
  })
}

function readNames(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

function signalOne(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal)
  } catch {}
}
