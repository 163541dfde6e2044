import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process as one can find it again: numbers are reused, a number with its start time is not. */
export type ProcessMark = { pid: number; startedAt: string }

/** The mark of a living process, undefined when there is none. On Windows without its start time. */
export function findMark(pid: number): ProcessMark | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, but is somebody else's.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined
  }
  const { state, startedAt } = readStat(pid)
  // A dead process that nobody has asked about yet still has its number.
  return state === 'Z' || state === 'X' ? undefined : { pid, startedAt }
}

/** Whether the very same process still lives. */
export function isAlive(mark: ProcessMark): boolean {
  const found = findMark(mark.pid)
  return found !== undefined && found.startedAt === mark.startedAt
}

/** Windows tells neither; there they are empty. */
function readStat(pid: number): { state: string; startedAt: string } {
  try {
    if (process.platform === 'win32') return { state: '', startedAt: '' }
    return process.platform === 'linux' ? readProc(pid) : readPs(pid)
  } catch {
    return { state: '', startedAt: '' }
  }
}

/** Fields 3 and 22 of /proc/<pid>/stat, counted after the name, which may hold spaces. */
function readProc(pid: number): { state: string; startedAt: string } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', startedAt: fields[19] ?? '' }
}

/** What `ps` says, in words that depend on nobody's settings. */
function readPs(pid: number): { state: string; startedAt: string } {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  const args = ['-o', 'state=', '-o', 'lstart=', '-p', String(pid)]
  const said = execFileSync('ps', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  return { state: said.slice(0, 1), startedAt: said.replace(/^\S+\s+/, '') }
}
