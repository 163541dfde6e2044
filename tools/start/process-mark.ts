import { readFileSync } from 'node:fs'

/** A process as one can find it again: numbers are reused, a number with its start time is not. */
export type ProcessMark = { pid: number; startedAt: string }

/** The mark of a living process, undefined when there is none. Without /proc the start time is unknown and left out. */
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

/** Fields 3 and 22 of /proc/<pid>/stat, counted after the name, which may hold spaces. */
function readStat(pid: number): { state: string; startedAt: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' }
  } catch {
    return { state: '', startedAt: '' }
  }
}
