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
  return { pid, startedAt: startTime(pid) }
}

/** Whether the very same process still lives. */
export function isAlive(mark: ProcessMark): boolean {
  const found = findMark(mark.pid)
  return found !== undefined && found.startedAt === mark.startedAt
}

/** Field 22 of /proc/<pid>/stat, counted after the name, which may hold spaces. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
